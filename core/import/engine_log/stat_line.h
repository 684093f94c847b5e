// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kernline::engine {

/// A figure that an engine prints of itself: "Running: 10 reqs", "#queue-req: 0", "token usage: 0.01".
struct Stat {
  std::string_view name;
  double value = 0;
  std::string_view unit;  ///< "tokens/s", "%", "reqs"; may be empty
};

/// A line of vLLM ("Avg prompt throughput: …"), SGLang ("Decode batch. #running-req: …") or TensorRT-LLM ("iter = 100,
/// …, elapsed_time = 0.02s", {"Active Request Count":8,…}).
struct StatLine {
  std::int64_t timeNs = 0;  ///< nanoseconds since 1970 if the line has the year, else since the beginning of a year
  std::string_view engine;  ///< "Engine 000", "TP0"; may be empty
  std::string_view what;    ///< "Decode batch", "Prefill batch", "iteration"; empty for a report of the last seconds
  std::vector<Stat> stats;
};

/// nullopt for all other lines.
[[nodiscard]] std::optional<StatLine> readStatLine(std::string_view line);

}  // namespace kernline::engine
