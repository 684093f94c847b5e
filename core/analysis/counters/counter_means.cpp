// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/counters/counter_means.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

namespace kernline {

namespace {

/// ns between samples; 0: there are less than two.
std::int64_t samplePeriod(std::span<const Time> times) {
  std::int64_t least = std::numeric_limits<std::int64_t>::max();
  for (std::size_t i = 1; i < times.size(); ++i) {
    const std::int64_t gap = times[i].ns - times[i - 1].ns;
    least = gap > 0 ? std::min(least, gap) : least;
  }
  return least == std::numeric_limits<std::int64_t>::max() ? 0 : least;
}

/// The part of a value that holds from `begin` to `end` which is whole samples within `range`.
std::int64_t wholeSamplesIn(Time begin, Time end, TimeRange range, std::int64_t period) {
  const std::int64_t from = std::max(begin.ns, range.begin.ns);
  const std::int64_t until = std::min(end.ns, range.end.ns);
  if (from == begin.ns && until == end.ns) {
    return until - from;
  }
  // Where the samples within begin is not known: at worst one at each end reaches beyond.
  const std::int64_t cut = (from > begin.ns ? period : 0) + (until < end.ns ? period : 0);
  return std::max(until - from - cut, std::int64_t{0});
}

std::optional<double> meanOf(const Trace& trace, const Counter& counter, TimeRange range) {
  const std::span<const Time> times = trace.sampleTimes(counter);
  const std::span<const double> values = trace.sampleValues(counter);
  const std::int64_t period = samplePeriod(times);
  if (period == 0) {
    return std::nullopt;
  }
  const auto after = std::ranges::upper_bound(times, range.begin);
  double sum = 0;
  std::int64_t weight = 0;
  for (auto i = static_cast<std::size_t>(std::max<std::ptrdiff_t>(after - times.begin() - 1, 0));
       i + 1 < times.size() && times[i] < range.end; ++i) {
    const std::int64_t part = wholeSamplesIn(times[i], times[i + 1], range, period);
    sum += static_cast<double>(part) * values[i];
    weight += part;
  }
  return weight > 0 ? std::optional(sum / static_cast<double>(weight)) : std::nullopt;
}

}  // namespace

std::vector<CounterMean> counterMeans(const Trace& trace, ProcessId process, TimeRange range) {
  std::vector<CounterMean> means;
  const std::span<const Counter> counters = trace.counters();
  for (std::uint32_t i = 0; i < counters.size(); ++i) {
    if (counters[i].process == process && counters[i].sampleCount > 0) {
      means.push_back({.counter = CounterId{i}, .mean = meanOf(trace, counters[i], range)});
    }
  }
  return means;
}

}  // namespace kernline
