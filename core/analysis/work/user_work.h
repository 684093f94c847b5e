// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace kernline {

/// work.txt and devices.txt in the user's folder (see userFile()): rules and ceilings that come before the built-in
/// ones. Empty without such a folder.
[[nodiscard]] std::filesystem::path userWorkFile();
[[nodiscard]] std::filesystem::path userDevicesFile();

/// Puts both in force. Returns what could not be used, each a sentence with file and line.
[[nodiscard]] std::vector<std::string> useOwnWork();

}  // namespace kernline
