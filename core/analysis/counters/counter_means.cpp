// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/counters/counter_means.h"

#include "core/model/trace/kinds.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>
#include <system_error>

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

/// The part of a value that holds in `held` which is whole samples within `range`; may be empty.
TimeRange wholeSamplesIn(TimeRange held, TimeRange range, std::int64_t period) {
  // Where the samples within begin is not known: at worst one at each end reaches beyond.
  const std::int64_t from = held.begin < range.begin ? range.begin.ns + period : held.begin.ns;
  const std::int64_t until = held.end > range.end ? range.end.ns - period : held.end.ns;
  return {Time{from}, Time{std::max(from, until)}};
}

/// The device that "GPU 0: counters not sampled" speaks of, as Kernline's recorder writes it; -1: something else.
std::int32_t deviceNotSampled(std::string_view name) {
  constexpr std::string_view before = "GPU ";
  constexpr std::string_view behind = ": counters not sampled";
  if (!name.starts_with(before) || !name.ends_with(behind)) {
    return -1;
  }
  const std::string_view digits = name.substr(before.size(), name.size() - before.size() - behind.size());
  std::int32_t device = -1;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), device);
  return error == std::errc{} && end == digits.data() + digits.size() ? device : -1;
}

/// When a device begins to lack samples.
struct MissingSamples {
  std::int32_t device = -1;
  std::int32_t rank = -1;
  Time begin;
};

std::vector<MissingSamples> missingSamples(const Trace& trace) {
  std::vector<MissingSamples> missing;
  for (const Track& track : trace.tracks()) {
    if (track.kind != TrackKind::Bookkeeping) {
      continue;
    }
    for (std::uint32_t i = track.firstSpan; i < track.firstSpan + track.spanCount; ++i) {
      if (const std::int32_t device = deviceNotSampled(trace.nameText(SpanId{i})); device >= 0) {
        missing.push_back(
            {.device = device, .rank = trace.process(track.process).rank, .begin = trace.start(SpanId{i})});
      }
    }
  }
  std::ranges::sort(missing, {}, &MissingSamples::begin);
  return missing;
}

}  // namespace

CounterMeans::CounterMeans(const Trace& trace) : m_trace(trace) {
  if (trace.counters().empty()) {
    return;
  }
  const std::vector<MissingSamples> missing = missingSamples(trace);
  for (const Counter& counter : trace.counters()) {
    m_periods.push_back(samplePeriod(trace.sampleTimes(counter)));
    if (counter.process == ProcessId::none || missing.empty() || m_missing.contains(counter.process)) {
      continue;
    }
    const Process& process = trace.process(counter.process);
    std::vector<Time>& ofProcess = m_missing[counter.process];
    for (const auto& [device, rank, begin] : missing) {
      if (device == process.device && (rank == process.rank || rank < 0)) {
        ofProcess.push_back(begin);
      }
    }
  }
}

Time CounterMeans::heldUntil(ProcessId process, Time begin, Time end) const {
  const auto missing = m_missing.find(process);
  if (missing == m_missing.end()) {
    return end;
  }
  const auto next = std::ranges::lower_bound(missing->second, begin);
  return next == missing->second.end() ? end : std::min(end, *next);
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
    const TimeRange held{times[i], heldUntil(counter.process, times[i], times[i + 1])};
    if (const TimeRange whole = wholeSamplesIn(held, range, period); !whole.isEmpty()) {
      tell(whole, values[i]);
    }
  }
}

}  // namespace kernline
