// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace kernline::test {

using Interval = std::pair<std::int64_t, std::int64_t>;

/// Contents of a torch trace, counted without Kernline's core: nlohmann_json reads it, whole and plainly.
struct IndependentCount {
  struct CompleteEvent {
    std::string name;
    std::string category;  ///< lower case
    std::string pid;
    std::int64_t start = 0;     ///< ns
    std::int64_t duration = 0;  ///< ns
  };
  std::vector<CompleteEvent> complete;  ///< every X, in file order

  /// Durations by name of one kind: "kernel", "memcpy" or "memset", under any generation's category.
  [[nodiscard]] std::map<std::string, std::vector<std::int64_t>> durations(const std::string& kind) const;
  /// Intervals of device activity by pid.
  [[nodiscard]] std::map<std::string, std::vector<Interval>> deviceActivities() const;
};

[[nodiscard]] IndependentCount countIndependently(const std::string& path);

/// The length of the union, by sorting and sweeping.
[[nodiscard]] std::int64_t unionLength(std::vector<Interval> intervals);

}  // namespace kernline::test
