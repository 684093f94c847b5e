// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/query/lane_spans.h"

#include <algorithm>
#include <utility>

namespace kernline {

namespace {

constexpr std::uint32_t maxSpansExamined = 256;

/// The first span of the lane that starts at or after `time`.
std::uint32_t lowerBound(const Trace& trace, const Lane& lane, Time time) {
  const auto starts = trace.starts().subspan(lane.firstSpan, lane.spanCount);
  return lane.firstSpan + static_cast<std::uint32_t>(std::ranges::lower_bound(starts, time) - starts.begin());
}

/// The same from span `from` on, quick if it is not far.
std::uint32_t lowerBoundNear(const Trace& trace, const Lane& lane, std::uint32_t from, Time time) {
  const auto starts = trace.starts().first(lane.firstSpan + lane.spanCount).subspan(from);
  std::size_t reach = 1;
  while (reach < starts.size() && starts[reach - 1] < time) {
    reach *= 2;
  }
  const auto near = starts.first(std::min(reach, starts.size()));
  return from + static_cast<std::uint32_t>(std::ranges::lower_bound(near, time) - near.begin());
}

/// `a` before `b` in the order in which a person walks: by start, then by id.
std::pair<Time, SpanId> walkKey(const Trace& trace, SpanId s) {
  return {trace.start(s), s};
}

}  // namespace

SpanInterval spansIn(const Trace& trace, const Lane& lane, TimeRange range) {
  std::uint32_t first = lowerBound(trace, lane, range.begin);
  const std::uint32_t last = lowerBoundNear(trace, lane, first, range.end);
  if (first > lane.firstSpan && trace.end(SpanId{first - 1}) > range.begin) {
    --first;
  }
  return {first, std::max(first, last)};
}

SpanId spanAt(const Trace& trace, const Lane& lane, Time time) {
  const std::uint32_t next = lowerBound(trace, lane, time);
  if (next > lane.firstSpan && trace.end(SpanId{next - 1}) > time) {
    return SpanId{next - 1};
  }
  return next < lane.firstSpan + lane.spanCount && trace.start(SpanId{next}) == time ? SpanId{next} : SpanId::none;
}

SpanId findDominantSpan(const Trace& trace, const Lane& lane, const LanePyramid* pyramid, TimeRange range) {
  SpanId best = SpanId::none;
  Duration bestLength{-1};
  const auto offer = [&](SpanId s) {
    const Duration length = trace.range(s).clippedTo(range).length();
    if (length > bestLength) {
      best = s;
      bestLength = length;
    }
  };
  const SpanInterval spans = spansIn(trace, lane, range);
  const std::vector<SpanRun>* runs = pyramid && spans.last - spans.first > maxSpansExamined
                                         ? pyramid->runsFor(static_cast<double>(range.length().ns) / 4)
                                         : nullptr;
  if (runs) {
    auto run = std::ranges::lower_bound(*runs, range.begin, {}, &SpanRun::start);
    run = run == runs->begin() ? run : run - 1;
    for (; run != runs->end() && run->start < range.end; ++run) {
      if (trace.start(run->longest) < range.end && trace.end(run->longest) >= range.begin) {
        offer(run->longest);
      }
    }
  }
  if (best == SpanId::none) {
    const std::uint32_t last = std::min(spans.last, spans.first + maxSpansExamined);
    for (std::uint32_t s = spans.first; s < last; ++s) {
      offer(SpanId{s});
    }
  }
  return best;
}

SpanId nextOnLane(const Trace& trace, SpanId span) {
  const Lane& lane = trace.lane(trace.laneOf(span));
  const auto next = static_cast<std::uint32_t>(index(span)) + 1;
  return next < lane.firstSpan + lane.spanCount ? SpanId{next} : SpanId::none;
}

SpanId previousOnLane(const Trace& trace, SpanId span) {
  const Lane& lane = trace.lane(trace.laneOf(span));
  const auto at = static_cast<std::uint32_t>(index(span));
  return at > lane.firstSpan ? SpanId{at - 1} : SpanId::none;
}

SpanId firstChild(const Trace& trace, SpanId span) {
  const LaneId own = trace.laneOf(span);
  const Track& track = trace.track(trace.lane(own).track);
  const auto below = static_cast<std::uint32_t>(index(own)) + 1;
  if (below >= track.firstLane + track.laneCount) {
    return SpanId::none;
  }
  const Lane& lane = trace.lane(LaneId{below});
  const SpanId child{lowerBound(trace, lane, trace.start(span))};
  const bool exists = index(child) < lane.firstSpan + lane.spanCount;
  return exists && trace.start(child) < trace.end(span) ? child : SpanId::none;
}

SpanId nextOfSameName(const Trace& trace, SpanId span) {
  const std::span<const StringId> names = trace.names();
  const StringId name = trace.name(span);
  SpanId best = SpanId::none;
  for (std::uint32_t i = 0; i < names.size(); ++i) {
    const SpanId other{i};
    if (names[i] == name && walkKey(trace, other) > walkKey(trace, span) &&
        (best == SpanId::none || walkKey(trace, other) < walkKey(trace, best))) {
      best = other;
    }
  }
  return best;
}

SpanId previousOfSameName(const Trace& trace, SpanId span) {
  const std::span<const StringId> names = trace.names();
  const StringId name = trace.name(span);
  SpanId best = SpanId::none;
  for (std::uint32_t i = 0; i < names.size(); ++i) {
    const SpanId other{i};
    if (names[i] == name && walkKey(trace, other) < walkKey(trace, span) &&
        (best == SpanId::none || walkKey(trace, other) > walkKey(trace, best))) {
      best = other;
    }
  }
  return best;
}

}  // namespace kernline
