// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"

#include <functional>
#include <queue>
#include <vector>

namespace kernline::cli {

/// Walks the spans of some tracks by start, outer ones first, in memory proportional to the number of lanes.
class SpansInTimeOrder {
 public:
  /// `tracks`: whose spans; only those that reach into `range`.
  SpansInTimeOrder(const Trace& trace, const std::vector<TrackId>& tracks, TimeRange range);

  /// The next span, or none at the end.
  [[nodiscard]] SpanId next();

 private:
  struct Cursor {
    Time start;
    LaneId lane;
    std::uint32_t span = 0;
    std::uint32_t end = 0;
    bool operator>(const Cursor& other) const {
      return start != other.start ? start > other.start : index(lane) > index(other.lane);
    }
  };

  const Trace& m_trace;
  std::priority_queue<Cursor, std::vector<Cursor>, std::greater<>> m_cursors;
};

/// Whether a span reaches into a half-open range; one of length 0 lies in it.
[[nodiscard]] inline bool reachesInto(TimeRange span, TimeRange range) {
  return span.isEmpty() ? range.contains(span.begin) : !range.isEmpty() && span.overlaps(range);
}

}  // namespace kernline::cli
