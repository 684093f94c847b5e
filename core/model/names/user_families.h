// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/error.h"
#include "core/model/names/family_rules.h"

#include <filesystem>
#include <string>
#include <vector>

namespace kernline {

/// families.txt in the folder "kernline" of $XDG_CONFIG_HOME, or else of ~/.config. Empty without either.
[[nodiscard]] std::filesystem::path userFamiliesFile();

/// No file: no rules. Errors: Unreadable with the file's name.
[[nodiscard]] Expected<FamilyFile> readFamilies(const std::filesystem::path& file);

/// Writes a new file and puts it in place of the old one at once; makes its folder where there is none. Without any
/// rule the file is removed. Errors: Unreadable with the file's name and the system's reason.
[[nodiscard]] Expected<void> writeFamilies(const std::filesystem::path& file, const std::vector<FamilyRule>& rules);

/// Puts the user's own rules in force. Returns what could not be used, each a sentence with file and line.
[[nodiscard]] std::vector<std::string> useOwnFamilies();

}  // namespace kernline
