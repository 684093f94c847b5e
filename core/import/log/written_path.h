// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string_view>

namespace kernline::logs {

/// Whether `text` could end in such a path; quick, for most lines do not.
[[nodiscard]] bool canNameFile(std::string_view text);

/// A path to a file that profilers and experiments write, in `value`: it ends in .json, .json.gz, .csv, .nsys-rep, …
[[nodiscard]] std::optional<std::string_view> writtenPath(std::string_view value);

}  // namespace kernline::logs
