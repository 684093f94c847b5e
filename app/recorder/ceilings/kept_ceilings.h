// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "app/recorder/ceilings/peak_rates.h"

namespace kernline::recorder {

/// As a line of devices.txt: "NVIDIA H200: memory 4.02, …; measured 2026-11-24".
std::string deviceLine(const PeakRates& rates, std::string_view day);

/// devices.txt in the folder "kernline" of $XDG_CONFIG_HOME, or else of ~/.config. Empty without either.
std::filesystem::path keptCeilingsFile();

/// Puts `line` into a text of such lines: in place of the one of the same device, or else in front of all others but
/// the comments at the top.
std::string withDeviceLine(std::string_view text, std::string_view line);

/// The same in a file, which changes as a whole or not at all; makes it and its folder. Returns what went wrong, or
/// nothing.
std::string keepDeviceLine(const std::filesystem::path& file, std::string_view line);

}  // namespace kernline::recorder
