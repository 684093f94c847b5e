// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/time.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace kernline {

/// Bytes over time, as steps: a value holds from its time to the next one's. Times rise.
struct MemoryCurve {
  std::vector<Time> times;
  std::vector<std::int64_t> bytes;

  [[nodiscard]] bool isEmpty() const { return times.empty(); }
  [[nodiscard]] std::size_t size() const { return times.size(); }
  void add(Time time, std::int64_t value) {
    times.push_back(time);
    bytes.push_back(value);
  }
  /// The value at `time`; nullopt before the first.
  [[nodiscard]] std::optional<std::int64_t> at(Time time) const;
  /// Index of the first change at `time` or later.
  [[nodiscard]] std::size_t changeFrom(Time time) const {
    return static_cast<std::size_t>(std::ranges::lower_bound(times, time) - times.begin());
  }
  /// Index of the first sample with the largest value within `range`, or of all; nullopt without any.
  [[nodiscard]] std::optional<std::size_t> peak() const;
  [[nodiscard]] std::optional<std::size_t> peak(TimeRange range) const;
  /// Returns the curve within `range`; it begins with the value that holds there already.
  [[nodiscard]] MemoryCurve within(TimeRange range) const;
};

}  // namespace kernline
