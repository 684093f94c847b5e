// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/activity/interval_union.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>

namespace kernline {

IntervalUnion::IntervalUnion(std::vector<TimeRange> intervals) {
  if (!std::ranges::is_sorted(intervals, {}, &TimeRange::begin)) {
    std::ranges::sort(intervals, {}, &TimeRange::begin);
  }
  // Merging in place never writes beyond what it has read.
  std::size_t kept = 0;
  for (const TimeRange interval : intervals) {
    if (interval.isEmpty()) {
      continue;
    }
    if (kept > 0 && interval.begin <= intervals[kept - 1].end) {
      intervals[kept - 1].end = std::max(intervals[kept - 1].end, interval.end);
    } else {
      intervals[kept++] = interval;
    }
  }
  intervals.resize(kept);
  m_intervals = std::move(intervals);
}

void IntervalUnion::append(TimeRange interval) {
  if (interval.isEmpty()) {
    return;
  }
  if (!m_intervals.empty() && interval.begin <= m_intervals.back().end) {
    m_intervals.back().end = std::max(m_intervals.back().end, interval.end);
  } else {
    m_intervals.push_back(interval);
  }
}

bool IntervalUnion::contains(Time time) const {
  const auto after = std::ranges::upper_bound(m_intervals, time, {}, &TimeRange::begin);
  return after != m_intervals.begin() && std::prev(after)->contains(time);
}

Duration IntervalUnion::length() const {
  Duration sum;
  for (const TimeRange interval : m_intervals) {
    sum += interval.length();
  }
  return sum;
}

Duration IntervalUnion::lengthWithin(TimeRange range) const {
  Duration sum;
  auto it = std::ranges::upper_bound(m_intervals, range.begin, {}, &TimeRange::end);
  for (; it != m_intervals.end() && it->begin < range.end; ++it) {
    sum += it->clippedTo(range).length();
  }
  return sum;
}

IntervalUnion IntervalUnion::unitedWith(const IntervalUnion& other) const {
  if (isEmpty()) {
    return other;
  }
  IntervalUnion both;
  both.m_intervals.reserve(m_intervals.size() + other.m_intervals.size());
  auto a = m_intervals.begin();
  auto b = other.m_intervals.begin();
  while (a != m_intervals.end() || b != other.m_intervals.end()) {
    const bool takeA = b == other.m_intervals.end() || (a != m_intervals.end() && a->begin <= b->begin);
    both.append(takeA ? *a++ : *b++);
  }
  return both;
}

IntervalUnion IntervalUnion::minus(const IntervalUnion& other) const {
  IntervalUnion rest;
  auto cut = other.m_intervals.begin();
  for (TimeRange interval : m_intervals) {
    while (cut != other.m_intervals.end() && cut->end <= interval.begin) {
      ++cut;
    }
    for (auto c = cut; c != other.m_intervals.end() && c->begin < interval.end; ++c) {
      rest.append({interval.begin, c->begin});
      interval.begin = std::max(interval.begin, c->end);
      cut = c;  // it may reach into the next interval, too
    }
    rest.append(interval);
  }
  return rest;
}

IntervalUnion IntervalUnion::clippedTo(TimeRange range) const {
  IntervalUnion inside;
  for (const TimeRange interval : m_intervals) {
    inside.append(interval.clippedTo(range));
  }
  return inside;
}

}  // namespace kernline
