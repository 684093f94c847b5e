// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/activity/interval_union.h"
#include "core/model/trace/trace.h"

#include <optional>
#include <vector>

namespace kernline {

/// The union of the `wanted` spans' intervals of one lane, in time order. `wanted` is called for each span.
template <typename Wanted>
[[nodiscard]] IntervalUnion unionOfLane(const Trace& trace, const Lane& lane, std::optional<TimeRange> range,
                                        const Wanted& wanted) {
  IntervalUnion busy;
  for (std::uint32_t i = lane.firstSpan; i < lane.firstSpan + lane.spanCount; ++i) {
    const SpanId span{i};
    if (wanted(span)) {
      const TimeRange interval = trace.range(span);
      busy.append(range ? interval.clippedTo(*range) : interval);
    }
  }
  return busy;
}

/// The union of all. Merges small ones first, so that many short and one long cost little more than the long one.
[[nodiscard]] IntervalUnion unionOfAll(std::vector<IntervalUnion> unions);

}  // namespace kernline
