// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/trace/lane_placement.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <limits>
#include <queue>

namespace kernline {

namespace {

/// The last end on each lane, with the two questions placement asks in O(log lanes).
class LaneEnds {
 public:
  void clear() { m_lanes = 0; }

  [[nodiscard]] std::size_t size() const { return m_lanes; }

  void set(std::size_t lane, std::int64_t end) {
    if (lane >= m_capacity) {
      grow(lane + 1);
    }
    while (m_lanes <= lane) {
      assign(m_lanes++, free);
    }
    assign(lane, end);
  }

  /// The rightmost lane whose end is at or after `end`, or -1.
  [[nodiscard]] std::ptrdiff_t lastReaching(std::int64_t end) const {
    if (m_lanes == 0 || m_latest[1] < end) {
      return -1;
    }
    std::size_t node = 1;
    while (node < m_capacity) {
      node = m_latest[2 * node + 1] >= end ? 2 * node + 1 : 2 * node;
    }
    return static_cast<std::ptrdiff_t>(node - m_capacity);
  }

  /// The leftmost lane from `from` on that is free at `time`; a new one if there is none.
  [[nodiscard]] std::size_t firstFree(std::size_t from, std::int64_t time) const {
    if (from >= m_lanes) {
      return from;
    }
    std::size_t node = from + m_capacity;
    while (m_earliest[node] > time) {
      while ((node & 1) != 0) {  // a right child: everything below its parent is done
        node >>= 1;
        if (node <= 1) {
          return m_lanes;
        }
      }
      ++node;
    }
    while (node < m_capacity) {
      node = m_earliest[2 * node] <= time ? 2 * node : 2 * node + 1;
    }
    return std::min(node - m_capacity, m_lanes);
  }

 private:
  static constexpr std::int64_t free = std::numeric_limits<std::int64_t>::min();

  void assign(std::size_t lane, std::int64_t end) {
    std::size_t node = lane + m_capacity;
    m_latest[node] = end;
    m_earliest[node] = end;
    for (node >>= 1; node >= 1; node >>= 1) {
      m_latest[node] = std::max(m_latest[2 * node], m_latest[2 * node + 1]);
      m_earliest[node] = std::min(m_earliest[2 * node], m_earliest[2 * node + 1]);
    }
  }

  void grow(std::size_t lanes) {
    std::vector<std::int64_t> ends(m_lanes);
    for (std::size_t i = 0; i < m_lanes; ++i) {
      ends[i] = m_latest[i + m_capacity];
    }
    m_capacity = std::bit_ceil(std::max<std::size_t>(lanes, 16));
    m_latest.assign(2 * m_capacity, free);
    m_earliest.assign(2 * m_capacity, free);
    for (std::size_t i = 0; i < ends.size(); ++i) {
      assign(i, ends[i]);
    }
  }

  std::size_t m_lanes = 0;
  std::size_t m_capacity = 0;
  std::vector<std::int64_t> m_latest;    // max tree, root at 1, leaves from m_capacity
  std::vector<std::int64_t> m_earliest;  // min tree
};

/// Places the spans [first, last), none of which reaches outside, by a stack. False if some overlap without nesting.
bool placeNested(std::span<const TimeRange> ranges, std::size_t first, std::size_t last,
                 std::vector<std::int64_t>& openEnds, std::vector<std::uint32_t>& lane) {
  openEnds.clear();
  for (std::size_t i = first; i < last; ++i) {
    const auto [start, end] = ranges[i];
    while (!openEnds.empty() && openEnds.back() <= start.ns) {
      openEnds.pop_back();
    }
    if (!openEnds.empty() && openEnds.back() < end.ns) {
      return false;
    }
    lane[i] = static_cast<std::uint32_t>(openEnds.size());
    openEnds.push_back(end.ns);
  }
  return true;
}

void placeOverlapping(std::span<const TimeRange> ranges, std::size_t first, std::size_t last, LaneEnds& ends,
                      LanePlacement& placement) {
  ends.clear();
  std::priority_queue<std::int64_t, std::vector<std::int64_t>, std::greater<>> open;
  for (std::size_t i = first; i < last; ++i) {
    const std::int64_t start = ranges[i].begin.ns;
    const std::int64_t end = ranges[i].end.ns;
    while (!open.empty() && open.top() <= start) {
      open.pop();
    }
    if (!open.empty() && open.top() < end) {
      placement.overlapping.push_back(static_cast<std::uint32_t>(i));
    }
    open.push(end);
    const std::ptrdiff_t container = ends.lastReaching(std::max(end, start == INT64_MAX ? start : start + 1));
    const auto below = static_cast<std::size_t>(container + 1);
    const std::size_t at = ends.firstFree(below, start);
    placement.lane[i] = static_cast<std::uint32_t>(at);
    ends.set(at, end);
  }
}

}  // namespace

LanePlacement placeOnLanes(std::span<const TimeRange> ranges) {
  LanePlacement placement;
  placement.lane.resize(ranges.size());
  std::vector<std::int64_t> openEnds;
  LaneEnds laneEnds;
  for (std::size_t first = 0; first < ranges.size();) {
    // A cluster: spans connected by overlap, so lanes start afresh behind it.
    Time reach = ranges[first].end;
    std::size_t last = first + 1;
    while (last < ranges.size() && ranges[last].begin < reach) {
      reach = std::max(reach, ranges[last].end);
      ++last;
    }
    if (!placeNested(ranges, first, last, openEnds, placement.lane)) {
      placeOverlapping(ranges, first, last, laneEnds, placement);
    }
    first = last;
  }
  for (const std::uint32_t lane : placement.lane) {
    if (lane >= placement.laneSize.size()) {
      placement.laneSize.resize(lane + 1);
    }
    ++placement.laneSize[lane];
  }
  return placement;
}

}  // namespace kernline
