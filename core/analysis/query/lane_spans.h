// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/query/lane_pyramid.h"
#include "core/model/trace/trace.h"

#include <cstdint>

namespace kernline {

/// Spans [first, last) of a trace.
struct SpanInterval {
  std::uint32_t first = 0;
  std::uint32_t last = 0;

  bool operator==(const SpanInterval&) const = default;
  [[nodiscard]] bool isEmpty() const { return first >= last; }
};

/// The spans of a lane that overlap `range`, or lie in it with no length of their own. O(log spans).
[[nodiscard]] SpanInterval spansIn(const Trace& trace, const Lane& lane, TimeRange range);

/// The span of a lane that covers `time`, or none. O(log spans).
[[nodiscard]] SpanId spanAt(const Trace& trace, const Lane& lane, Time time);

/// Finds the span that a pointer at `range`, a pixel or a few, means: the one that covers most of it. Looks at runs of
/// `pyramid` where there are many.
[[nodiscard]] SpanId findDominantSpan(const Trace& trace, const Lane& lane, const LanePyramid* pyramid,
                                      TimeRange range);

/// The neighbor of a span on its own lane, or none at the lane's end.
[[nodiscard]] SpanId nextOnLane(const Trace& trace, SpanId span);
[[nodiscard]] SpanId previousOnLane(const Trace& trace, SpanId span);
/// A span on the lane below that starts within `span`; the first such. none if there is none.
[[nodiscard]] SpanId firstChild(const Trace& trace, SpanId span);

/// The nearest span of the same name that starts later (earlier) on any track; ties by id. O(spans).
[[nodiscard]] SpanId nextOfSameName(const Trace& trace, SpanId span);
[[nodiscard]] SpanId previousOfSameName(const Trace& trace, SpanId span);

}  // namespace kernline
