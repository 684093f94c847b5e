// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/counters/counter_means.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

namespace kernline {

namespace {

/// Returns the ns between samples; 0 if there are less than two.
std::int64_t samplePeriod(std::span<const Time> times, std::span<const double> values) {
  std::int64_t least = std::numeric_limits<std::int64_t>::max();
  for (std::size_t i = 1; i < times.size(); ++i) {
    const std::int64_t gap = times[i].ns - times[i - 1].ns;
    least = gap > 0 && !std::isnan(values[i - 1]) ? std::min(least, gap) : least;
  }
  return least == std::numeric_limits<std::int64_t>::max() ? 0 : least;
}

/// The part of a value that holds in `held` which is whole samples within `range`; may be empty.
TimeRange wholeSamplesIn(TimeRange held, TimeRange range, std::int64_t period) {
  // The begin of the samples within is unknown: at worst one at each end reaches beyond.
  const std::int64_t from = held.begin < range.begin ? range.begin.ns + period : held.begin.ns;
  const std::int64_t until = held.end > range.end ? range.end.ns - period : held.end.ns;
  return {Time{from}, Time{std::max(from, until)}};
}

}  // namespace

CounterMeans::CounterMeans(const Trace& trace) : m_trace(trace) {
  for (const Counter& counter : trace.counters()) {
    m_periods.push_back(samplePeriod(trace.sampleTimes(counter), trace.sampleValues(counter)));
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
      means.push_back(of(CounterId{i}, range));
    }
  }
  return means;
}

CounterMean CounterMeans::of(CounterId counter, TimeRange range) const {
  double sum = 0;
  std::int64_t weight = 0;
  eachValue(counter, range, [&](TimeRange held, double value) {
    const std::int64_t part = held.length().ns;
    sum += static_cast<double>(part) * value;
    weight += part;
  });
  return {.counter = counter,
          .mean = weight > 0 ? std::optional(sum / static_cast<double>(weight)) : std::nullopt,
          .sampled = {weight}};
}

void CounterMeans::eachValue(CounterId id, TimeRange range, const std::function<void(TimeRange, double)>& tell) const {
  const std::int64_t period = m_periods[index(id)];
  if (period == 0 || range.length().ns < period) {
    return;
  }
  const Counter& counter = m_trace.counters()[index(id)];
  const std::span<const Time> times = m_trace.sampleTimes(counter);
  const std::span<const double> values = m_trace.sampleValues(counter);
  const auto after = std::ranges::upper_bound(times, range.begin);
  for (auto i = static_cast<std::size_t>(std::max<std::ptrdiff_t>(after - times.begin() - 1, 0));
       i + 1 < times.size() && times[i] < range.end; ++i) {
    const TimeRange whole = wholeSamplesIn({times[i], times[i + 1]}, range, period);
    if (!std::isnan(values[i]) && !whole.isEmpty()) {
      tell(whole, values[i]);
    }
  }
}

}  // namespace kernline
