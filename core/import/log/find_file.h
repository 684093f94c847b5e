// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace kernline::logs {

/// Returns the present path of the file that a log calls `path`: as in the log, from the log's folder; or only by its
/// name there, one folder below, or compressed (.gz, .zst, .zip). Empty if not found.
[[nodiscard]] std::string findFile(std::string_view path, const std::string& logPath);

}  // namespace kernline::logs
