// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/error.h"
#include "core/model/base/rule_lines.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace kernline {

/// `name` in the folder "kernline" of $XDG_CONFIG_HOME, or else of ~/.config. Empty without either.
[[nodiscard]] std::filesystem::path userFile(std::string_view name);

/// A file of rules; no file: an empty text. Errors: Unreadable with the file's name.
[[nodiscard]] Expected<std::string> readUserFile(const std::filesystem::path& file);

[[nodiscard]] Error unusableUserFile(const std::filesystem::path& file, const Message& why);

/// A sentence with file and line for each.
[[nodiscard]] std::vector<std::string> complaintsOf(const std::filesystem::path& file,
                                                    const std::vector<LineProblem>& problems);

}  // namespace kernline
