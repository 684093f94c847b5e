// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <expected>
#include <string>
#include <string_view>
#include <vector>

namespace kernline::recorder {

/// A counter of a GPU that is sampled over time.
struct CounterMetric {
  std::string metric;  ///< CUPTI's name: "sm__cycles_active.avg.pct_of_peak_sustained_elapsed"
  std::string chart;   ///< name of the counter event, with its unit: "GPU use (%)"; counters of one chart share a scale
  std::string series;  ///< its member: "SM active"
};

/// The counters that `text` names, each once: names of sets ("basic", "memory", "links", "all"), of counters
/// ("tensor"), or of CUPTI's metrics (with "__" in them), with commas. The error is a sentence without its dot, with
/// the nearest name there is.
[[nodiscard]] std::expected<std::vector<CounterMetric>, std::string> readCounterSet(std::string_view text);

}  // namespace kernline::recorder
