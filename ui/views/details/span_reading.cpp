// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/details/span_reading.h"

#include "core/analysis/activity/interval_union.h"
#include "core/model/trace/changed_source.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace kernline::ui {
namespace {

/// Calls `visit` for each span of `outer`'s track that lies within it on a deeper lane, lane by lane.
template <typename Visit>
void forEachInside(const Trace& trace, SpanId outer, const Visit& visit) {
  const LaneId own = trace.laneOf(outer);
  const Track& track = trace.track(trace.lane(own).track);
  const TimeRange range = trace.range(outer);
  const std::span<const Time> starts = trace.starts();
  for (std::size_t l = index(own) + 1; l < std::size_t{track.firstLane} + track.laneCount; ++l) {
    const Lane& lane = trace.lanes()[l];
    const auto laneStarts = starts.subspan(lane.firstSpan, lane.spanCount);
    const auto first = std::ranges::lower_bound(laneStarts, range.begin);
    for (auto it = first; it != laneStarts.end() && *it <= range.end; ++it) {
      const auto inside = static_cast<SpanId>(lane.firstSpan + static_cast<std::uint32_t>(it - laneStarts.begin()));
      if (trace.end(inside) <= range.end) {
        visit(inside);
      }
    }
  }
}

std::optional<Duration> selfTimeOf(const Trace& trace, SpanId span) {
  const TrackKind kind = trace.track(trace.trackOf(span)).kind;
  if (kind != TrackKind::Thread) {
    return std::nullopt;
  }
  std::vector<TimeRange> inside;
  forEachInside(trace, span, [&](SpanId s) { inside.push_back(trace.range(s)); });
  return trace.duration(span) - IntervalUnion(std::move(inside)).length();
}

}  // namespace

LaunchedActivities launchedActivities(const Trace& trace, SpanId span, std::size_t limit) {
  LaunchedActivities result;
  if (isDeviceActivity(trace.kind(span))) {
    return result;
  }
  std::vector<SpanId> calls{span};
  forEachInside(trace, span, [&](SpanId s) {
    if (trace.kind(s) == SpanKind::Runtime) {
      calls.push_back(s);
    }
  });
  std::ranges::sort(calls, {}, [&](SpanId s) { return std::tuple(trace.start(s), s); });
  for (const SpanId call : calls) {
    for (const Launch& launch : trace.launchedBy(call)) {
      ++result.count;
      result.total += trace.duration(launch.activity);
      if (result.first.size() < limit) {
        result.first.push_back(launch.activity);
      }
    }
  }
  return result;
}

SameNameSpans sameNameSpans(const Trace& trace, SpanId span) {
  const std::span<const StringId> names = trace.names();
  const StringId wanted = trace.name(span);
  const auto placeOf = [&](SpanId s) { return std::tuple(trace.start(s), s); };
  const auto place = placeOf(span);
  SameNameSpans result;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i] != wanted) {
      continue;
    }
    ++result.count;
    const auto other = static_cast<SpanId>(i);
    const auto otherPlace = placeOf(other);
    if (otherPlace < place) {
      ++result.position;
      if (result.previous == SpanId::none || placeOf(result.previous) < otherPlace) {
        result.previous = other;
      }
    } else if (place < otherPlace && (result.next == SpanId::none || otherPlace < placeOf(result.next))) {
      result.next = other;
    }
  }
  return result;
}

Expected<SpanReading> readSpan(const Trace& trace, SpanId span, std::size_t launchedLimit, std::stop_token stop) {
  SpanReading reading;
  reading.span = span;
  reading.details = trace.details(span);
  if (auto changed = changedSource(trace)) {
    reading.details = {};
    reading.problem = std::move(changed->message);
  }
  if (!stop.stop_requested()) {
    reading.selfTime = selfTimeOf(trace, span);
  }
  if (!stop.stop_requested()) {
    reading.launched = launchedActivities(trace, span, launchedLimit);
  }
  if (!stop.stop_requested()) {
    reading.sameName = sameNameSpans(trace, span);
  }
  if (stop.stop_requested()) {
    return std::unexpected(Error{Error::Kind::Canceled, Phrase::tr("Stopped.")});
  }
  return reading;
}

}  // namespace kernline::ui
