// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace kernline {

/// A sample, the last one of a counter up to some time.
struct CounterSample {
  Time since;
  std::optional<double> value;  ///< nullopt if not sampled from then on
};

/// Returns the number of values of all counters in a trace, without the marks after which no sample was taken. Linear
/// in the samples.
[[nodiscard]] inline std::uint64_t sampledValueCount(const Trace& trace) {
  std::uint64_t count = 0;
  for (const Counter& counter : trace.counters()) {
    const std::span<const double> values = trace.sampleValues(counter);
    count += static_cast<std::uint64_t>(std::ranges::count_if(values, [](double value) { return !std::isnan(value); }));
  }
  return count;
}

/// The sample of the counter that holds at `time`; none before the first. O(log samples).
[[nodiscard]] inline std::optional<CounterSample> counterSampleAt(const Trace& trace, const Counter& counter,
                                                                  Time time) {
  const std::span<const Time> times = trace.sampleTimes(counter);
  const auto after = std::ranges::upper_bound(times, time);
  if (after == times.begin()) {
    return std::nullopt;
  }
  const double value = trace.sampleValues(counter)[static_cast<std::size_t>(after - times.begin() - 1)];
  return CounterSample{.since = *(after - 1), .value = std::isnan(value) ? std::nullopt : std::optional(value)};
}

}  // namespace kernline
