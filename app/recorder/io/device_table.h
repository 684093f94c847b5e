// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace kernline::recorder {

/// devices.txt in the folder "kernline" of $XDG_CONFIG_HOME, or else of ~/.config. Empty without either.
std::filesystem::path keptCeilingsFile();

/// The line of a device in such a file, without its comments; empty if there is none.
std::string keptDeviceLine(const std::filesystem::path& file, std::string_view deviceName);

/// Puts `line` into a text of such lines: in place of the one of the same device, or else in front of all others but
/// the comments at the top.
std::string withDeviceLine(std::string_view text, std::string_view line);

/// Keeps the line in a file, which changes as a whole or not at all; creates it and its folder. Returns an error, or an
/// empty text.
std::string keepDeviceLine(const std::filesystem::path& file, std::string_view line);

}  // namespace kernline::recorder
