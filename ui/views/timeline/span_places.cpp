// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/timeline/span_places.h"

#include "core/analysis/query/lane_spans.h"
#include "ui/views/timeline/frame_geometry.h"
#include "ui/views/timeline/timeline_scene.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>

namespace kernline::ui {

namespace {

constexpr double pointingSlack = 2;  // pixels next to the pointer that still count

/// The hit that a person points at, among spans that are not painted.
SpanId hitUnder(const TimelineScene& scene, LaneId lane, double x) {
  const Trace& trace = *scene.trace();
  const SpanInterval near = spansIn(trace, trace.lane(lane), scene.time().axis().around(x, pointingSlack));
  const Time at = scene.time().axis().timeAt(x);
  const auto distance = [&](SpanId s) {
    return std::max({trace.start(s).ns - at.ns, at.ns - trace.end(s).ns, std::int64_t{0}});
  };
  const std::span<const SpanId> hits = scene.matches().hits().among(near.first, near.last);
  return hits.empty() ? SpanId::none : *std::ranges::min_element(hits, {}, distance);
}

SpanId spanUnder(const TimelineScene& scene, LaneId lane, double x) {
  if (scene.matches().showsOnly()) {
    return hitUnder(scene, lane, x);
  }
  const Trace& trace = *scene.trace();
  const TimeAxis axis = scene.time().axis();
  const SpanId exact = kernline::spanAt(trace, trace.lane(lane), axis.timeAt(x));
  const bool isWide =
      exact != SpanId::none && static_cast<double>(trace.duration(exact).ns) >= axis.nsPerPixel() * 2 * pointingSlack;
  if (isWide) {
    return exact;
  }
  const LanePyramid* pyramid = scene.index() != nullptr ? &scene.index()->lane(lane) : nullptr;
  return findDominantSpan(trace, trace.lane(lane), pyramid, axis.around(x, pointingSlack));
}

}  // namespace

std::optional<QRectF> rectOf(const TimelineScene& scene, SpanId span) {
  const Trace& trace = *scene.trace();
  const LaneId lane = trace.laneOf(span);
  const TimelineRow* row = scene.rows().layout().rowOf(trace.lane(lane).track);
  if (!row) {
    return std::nullopt;
  }
  const std::uint32_t depth =
      row->isCollapsed ? 0 : static_cast<std::uint32_t>(kernline::index(lane)) - trace.track(row->track).firstLane;
  const double left = scene.time().axis().xOf(trace.start(span));
  const double right = scene.time().axis().xOf(trace.end(span));
  const int top = scene.rows().toViewY(*row) + static_cast<int>(depth) * row->laneHeight;
  return QRectF(left, top, right - left, row->laneHeight - 1);
}

bool isCovered(const TimelineScene& scene, SpanId span) {
  const TimelineRow* row = scene.rows().layout().rowOf(scene.trace()->trackOf(span));
  const std::optional<QRectF> rect = rectOf(scene, span);
  const int stuck = scene.rows().stuckHeight();
  return row && rect && row->top >= stuck && rect->top() < stuck;
}

SpanId spanAt(const TimelineScene& scene, QPointF position) {
  const int y = scene.rows().toLayoutY(static_cast<int>(std::floor(position.y())));
  const TimelineRow* row = scene.rows().layout().rowAt(y);
  if (!row || row->kind != TimelineRowKind::Track) {
    return SpanId::none;
  }
  const Track& track = scene.trace()->track(row->track);
  const auto depth = static_cast<std::uint32_t>((y - row->top) / std::max(row->laneHeight, 1));
  if (!row->isCollapsed) {
    return depth < track.laneCount ? spanUnder(scene, LaneId{track.firstLane + depth}, position.x()) : SpanId::none;
  }
  for (const LaneId lane : collapsedLanes(track)) {
    if (const SpanId found = spanUnder(scene, lane, position.x()); found != SpanId::none) {
      return found;
    }
  }
  return SpanId::none;
}

}  // namespace kernline::ui
