// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kernline::logs {

/// A value that MLPerf's logging library printed.
struct MllogLine {
  std::string key;
  std::string value;                                            ///< a number
  std::vector<std::pair<std::string, std::string>> parameters;  ///< metadata: epoch, step, samples
};

/// `:::MLLOG {"time_ms": …, "key": "eval_accuracy", "value": 0.71, "metadata": {"epoch_num": 1}}`; nullopt for other
/// lines and for events without a number.
[[nodiscard]] std::optional<MllogLine> mllogLine(std::string_view line);

}  // namespace kernline::logs
