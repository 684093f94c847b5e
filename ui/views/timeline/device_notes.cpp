// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/timeline/device_notes.h"

#include <algorithm>
#include <utility>

namespace kernline::ui {

namespace {

/// The first of `times` from `hint` on that `isLater`. Near the hint it costs nothing.
template <typename IsLater>
std::size_t firstLater(const std::vector<Time>& times, std::size_t hint, const IsLater& isLater) {
  std::size_t step = 1;
  std::size_t last = hint;
  while (last < times.size() && !isLater(times[last])) {
    hint = last + 1;
    last += step;
    step *= 2;
  }
  const auto from = times.begin() + static_cast<std::ptrdiff_t>(hint);
  const auto to = times.begin() + static_cast<std::ptrdiff_t>(std::min(last, times.size()));
  return static_cast<std::size_t>(std::partition_point(from, to, [&](Time t) { return !isLater(t); }) - times.begin());
}

}  // namespace

IdleNotes::IdleNotes(std::vector<IdleInterval> intervals) : m_intervals(std::move(intervals)) {
  m_sums.reserve(m_intervals.size() + 1);
  m_ends.reserve(m_intervals.size());
  Sums sums{};
  for (const IdleInterval& interval : m_intervals) {
    m_sums.push_back(sums);
    m_ends.push_back(interval.range.end);
    sums[static_cast<std::size_t>(interval.cause)] += interval.range.length().ns;
  }
  m_sums.push_back(sums);
}

const IdleInterval* IdleNotes::from(Time time) const {
  std::size_t hint = 0;
  return from(time, hint);
}

const IdleInterval* IdleNotes::from(Time time, std::size_t& hint) const {
  hint = firstLater(m_ends, hint, [&](Time end) { return end > time; });
  return hint == m_intervals.size() ? nullptr : &m_intervals[hint];
}

IdleNotes::Sums IdleNotes::sumsBefore(Time time, std::size_t& hint) const {
  if (m_sums.empty()) {
    return {};
  }
  hint = firstLater(m_ends, hint, [&](Time end) { return end > time; });
  Sums sums = m_sums[hint];
  if (hint < m_intervals.size() && m_intervals[hint].range.begin < time) {
    sums[static_cast<std::size_t>(m_intervals[hint].cause)] += (time - m_intervals[hint].range.begin).ns;
  }
  return sums;
}

IdleNotes::Shares IdleNotes::sharesBetween(const Sums& first, const Sums& last, TimeRange range) {
  Shares shares{};
  for (std::size_t cause = 0; cause < shares.size() && !range.isEmpty(); ++cause) {
    shares[cause] = static_cast<double>(last[cause] - first[cause]) / static_cast<double>(range.length().ns);
  }
  return shares;
}

QueueNotes::QueueNotes(const std::vector<QueueSample>& samples) {
  m_times.reserve(samples.size());
  m_depths.reserve(samples.size());
  for (const QueueSample& sample : samples) {
    m_times.push_back(sample.time);
    m_depths.push_back(sample.depth);
    m_maxDepth = std::max(m_maxDepth, m_depths.back());
  }
  m_pyramid = CounterPyramid(m_depths);
}

ValueRange QueueNotes::depthIn(TimeRange range) const {
  std::size_t hint = 0;
  return depthIn(range, hint);
}

ValueRange QueueNotes::depthIn(TimeRange range, std::size_t& hint) const {
  const std::size_t first = firstLater(m_times, hint, [&](Time t) { return t > range.begin; });
  const std::size_t last = firstLater(m_times, first, [&](Time t) { return t >= range.end; });
  hint = first;
  ValueRange depth;
  if (last > first) {
    depth = m_pyramid.range(m_depths, first, last);
  }
  depth.add(first > 0 ? m_depths[first - 1] : 0);  // holds when the range begins
  return depth;
}

const DeviceNote* DeviceNotes::of(ProcessId process) const {
  const auto at = std::ranges::find(devices, process, &DeviceNote::process);
  return at == devices.end() ? nullptr : &*at;
}

}  // namespace kernline::ui
