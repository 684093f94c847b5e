// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/query/parents.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace kernline {

namespace {

/// Spans of a lane, and how many of them started before what is looked at.
struct LaneAbove {
  Lane lane;
  std::uint32_t begun = 0;

  [[nodiscard]] SpanId last() const { return begun == 0 ? SpanId::none : SpanId{lane.firstSpan + begun - 1}; }
};

/// The innermost span of the lanes above, the nearest one last, that `span` is in.
SpanId parentIn(std::span<LaneAbove> above, const Trace& trace, SpanId span) {
  const TimeRange wanted = trace.range(span);
  for (std::size_t i = above.size(); i-- > 0;) {
    LaneAbove& at = above[i];
    while (at.begun < at.lane.spanCount && trace.start(SpanId{at.lane.firstSpan + at.begun}) <= wanted.begin) {
      ++at.begun;
    }
    const SpanId last = at.last();
    if (last != SpanId::none && trace.end(last) >= wanted.end && trace.end(last) > wanted.begin) {
      return last;
    }
  }
  return SpanId::none;
}

}  // namespace

std::vector<SpanId> parentsOf(const Trace& trace) {
  std::vector<SpanId> parents(trace.spanCount(), SpanId::none);
  for (const Track& track : trace.tracks()) {
    for (std::uint32_t l = 1; l < track.laneCount; ++l) {
      std::vector<LaneAbove> above;
      for (std::uint32_t a = 0; a < l; ++a) {
        above.push_back({.lane = trace.lane(LaneId{track.firstLane + a})});
      }
      const Lane& lane = trace.lane(LaneId{track.firstLane + l});
      for (std::uint32_t span = lane.firstSpan; span < lane.firstSpan + lane.spanCount; ++span) {
        parents[span] = parentIn(above, trace, SpanId{span});
      }
    }
  }
  return parents;
}

}  // namespace kernline
