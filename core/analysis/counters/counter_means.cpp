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

CounterMean meanOf(const Trace& trace, CounterId id, TimeRange range, std::int64_t period) {
  const Counter& counter = trace.counters()[index(id)];
  const std::span<const Time> times = trace.sampleTimes(counter);
  const std::span<const double> values = trace.sampleValues(counter);
  if (period == 0) {
    return {.counter = id, .mean = {}, .sampled = {}};
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
  return {.counter = id,
          .mean = weight > 0 ? std::optional(sum / static_cast<double>(weight)) : std::nullopt,
          .sampled = {weight}};
}

}  // namespace

CounterMeans::CounterMeans(const Trace& trace) : m_trace(trace) {
  for (const Counter& counter : trace.counters()) {
    m_periods.push_back(samplePeriod(trace.sampleTimes(counter)));
  }
}

bool CounterMeans::has(ProcessId process) const {
  return std::ranges::any_of(m_trace.counters(), [process](const Counter& counter) {
    return counter.process == process && counter.sampleCount > 0;
  });
}

std::vector<CounterMean> CounterMeans::of(ProcessId process, TimeRange range) const {
  std::vector<CounterMean> means;
  const std::span<const Counter> counters = m_trace.counters();
  for (std::uint32_t i = 0; i < counters.size(); ++i) {
    if (counters[i].process == process && counters[i].sampleCount > 0) {
      means.push_back(meanOf(m_trace, CounterId{i}, range, m_periods[i]));
    }
  }
  return means;
}

}  // namespace kernline
