// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace kernline::logs {

/// Where the file that a log calls `path` lies now: as the log says, from the log's folder; or only by its name there,
/// one folder below, or compressed (.gz, .zst, .zip). Empty if it is nowhere there.
[[nodiscard]] std::string findFile(std::string_view path, const std::string& logPath);

}  // namespace kernline::logs
