// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

namespace kernline::recorder {

/// Kernels of a program to count, and the metrics.
struct ProfileRequest {
  static constexpr std::size_t defaultLaunches = 3;

  std::string pattern;                     ///< a regular expression, found in the name; empty if no kernel is profiled
  std::size_t launches = defaultLaunches;  ///< number of launches of each kernel name, from the first
  std::vector<std::string> metrics;        ///< CUPTI's names
};

/// Sets of metrics that fit one pass on every GPU since Ampere, and so a launch that runs once.
inline constexpr std::string_view defaultMetrics = "basic";

/// The metrics that `text` names, each once: sets ("basic", "memory") and CUPTI's names (with "__" in them), with
/// commas. The error is a sentence without its dot, with the nearest set there is.
[[nodiscard]] std::expected<std::vector<std::string>, std::string> readMetricSet(std::string_view text);

/// Returns sets of metrics that are counted together, set after set, for kernels that may be launched repeatedly.
/// Together they are all that the card of a kernel shows, except its FLOPs outside of tensor pipes.
[[nodiscard]] std::vector<std::vector<std::string>> cardMetrics();
/// Instructions that make these. They are counted by code that is patched into the kernel, which slows it and works
/// where CUPTI itself finds the kernels' ranges.
[[nodiscard]] std::vector<std::string> flopMetrics();

/// Empty, or why it is no regular expression.
[[nodiscard]] std::string patternProblem(const std::string& pattern);

}  // namespace kernline::recorder
