// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/timeline/device_notes.h"

#include "ui/views/timeline/first_later.h"

#include <algorithm>
#include <utility>

namespace kernline::ui {

IdleNotes::IdleNotes(std::vector<IdleInterval> intervals) : m_intervals(std::move(intervals)) {
  for (const IdleInterval& interval : m_intervals) {
    m_sums.add(interval.range, static_cast<std::size_t>(interval.cause));
  }
}

const IdleInterval* IdleNotes::from(Time time) const {
  std::size_t hint = 0;
  return from(time, hint);
}

const IdleInterval* IdleNotes::from(Time time, std::size_t& hint) const {
  const std::size_t at = m_sums.from(time, hint);
  return at == m_intervals.size() ? nullptr : &m_intervals[at];
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
