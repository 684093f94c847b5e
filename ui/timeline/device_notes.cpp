// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/device_notes.h"

#include <algorithm>
#include <utility>

namespace kernline::ui {

IdleNotes::IdleNotes(std::vector<IdleInterval> intervals) : m_intervals(std::move(intervals)) {
  m_sums.reserve(m_intervals.size() + 1);
  Sums sums{};
  for (const IdleInterval& interval : m_intervals) {
    m_sums.push_back(sums);
    sums[static_cast<std::size_t>(interval.cause)] += interval.range.length().ns;
  }
  m_sums.push_back(sums);
}

const IdleInterval* IdleNotes::from(Time time) const {
  const auto at = std::ranges::partition_point(m_intervals, [&](const IdleInterval& i) { return i.range.end <= time; });
  return at == m_intervals.end() ? nullptr : &*at;
}

IdleNotes::Sums IdleNotes::before(Time time) const {
  const IdleInterval* at = from(time);
  if (at == nullptr) {
    return m_sums.empty() ? Sums{} : m_sums.back();
  }
  Sums sums = m_sums[static_cast<std::size_t>(at - m_intervals.data())];
  if (at->range.begin < time) {
    sums[static_cast<std::size_t>(at->cause)] += (time - at->range.begin).ns;
  }
  return sums;
}

IdleNotes::Shares IdleNotes::sharesOf(TimeRange range) const {
  Shares shares{};
  if (range.isEmpty()) {
    return shares;
  }
  const Sums first = before(range.begin);
  const Sums last = before(range.end);
  for (std::size_t cause = 0; cause < shares.size(); ++cause) {
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
    m_deepest = std::max(m_deepest, m_depths.back());
  }
  m_pyramid = CounterPyramid(m_depths);
}

ValueRange QueueNotes::depthIn(TimeRange range) const {
  const auto first = std::ranges::upper_bound(m_times, range.begin) - m_times.begin();
  const auto last = std::ranges::lower_bound(m_times, range.end) - m_times.begin();
  ValueRange depth;
  if (last > first) {
    depth = m_pyramid.range(m_depths, static_cast<std::size_t>(first), static_cast<std::size_t>(last));
  }
  depth.add(first > 0 ? m_depths[static_cast<std::size_t>(first) - 1] : 0);  // holds when the range begins
  return depth;
}

const DeviceNote* DeviceNotes::of(ProcessId process) const {
  const auto at = std::ranges::find(devices, process, &DeviceNote::process);
  return at == devices.end() ? nullptr : &*at;
}

}  // namespace kernline::ui
