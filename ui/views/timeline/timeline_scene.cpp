// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/timeline/timeline_scene.h"

#include "core/analysis/query/lane_spans.h"
#include "ui/views/timeline/frame_geometry.h"
#include "ui/views/timeline/trace_succession.h"

#include <algorithm>
#include <cmath>

namespace kernline::ui {

namespace {

constexpr double wholeMargin = 0.01;   // around the whole trace
constexpr double readableWidth = 6;    // a revealed span narrower than this many pixels is zoomed to
constexpr double revealedShare = 0.2;  // of the view that a revealed span then takes
constexpr double pointingSlack = 2;    // pixels beside the pointer that still count

/// From the first span to the last. The profiler's own marks may come long after and would leave a part of the view
/// empty; they are within the trace's bounds, so hands and the minimap reach them.
TimeRange rangeOfWork(const Trace& trace) {
  TimeRange work{{INT64_MAX}, {INT64_MIN}};
  for (const Track& track : trace.tracks()) {
    if (track.spanCount > 0 && track.kind != TrackKind::Bookkeeping) {
      work = work.unitedWith(track.extent.clippedTo(trace.bounds()));
    }
  }
  return work.isEmpty() ? trace.bounds() : work;
}

}  // namespace

void TimelineScene::setTrace(std::shared_ptr<const Trace> trace, bool keepView) {
  const std::shared_ptr<const Trace> before = std::exchange(m_trace, std::move(trace));
  const bool keeps = keepView && before && m_trace;
  const SpanId selected = keeps ? sameSpan(*before, m_selection, *m_trace) : SpanId::none;
  const int scroll = m_scroll;
  m_index.reset();
  m_steps = std::make_shared<const ShownSteps>(m_trace);
  const bool hadStep = std::exchange(m_step, std::nullopt).has_value();
  m_deviceNotes.reset();
  m_workColors.reset();
  m_matches = {};
  m_onlyMatches = false;
  m_sameName = {};
  m_arrows.clear();
  m_hovered = SpanId::none;
  if (!m_trace) {
    m_arrangement = {};
    m_filledRows.clear();
    m_layout = {};
  } else {
    m_filledRows = filledRows(*m_trace);
    m_isManuallyArranged = m_isManuallyArranged && keeps;
    m_arrangement = m_isManuallyArranged ? sameArrangement(*before, m_arrangement, *m_trace, freshArrangement())
                                         : freshArrangement();
    const TimelineLayout old = std::exchange(m_layout, TimelineLayout(*m_trace, m_filledRows, m_arrangement));
    m_scroll = keeps ? sameScroll(*before, old, scroll, *m_trace, m_layout) : 0;
  }
  if (!keeps || m_showsAll) {
    fitAll();
  }
  const std::optional<TimeRange> chosen = keeps ? m_chosen : std::nullopt;
  choose(std::nullopt);  // spans and steps that were measured have other numbers now
  choose(chosen);
  const bool selectionMoved = m_selection != selected;
  m_selection = SpanId::none;
  if (selected != SpanId::none) {
    setSelection(selected);
  } else if (selectionMoved) {
    Q_EMIT selectionChanged();
  }
  if (hadStep && !m_step) {
    Q_EMIT selectedStepChanged();
  }
  Q_EMIT hoverChanged();
  Q_EMIT arrangementChanged();
  Q_EMIT onlyMatchesChanged();
  Q_EMIT contentChanged();
  Q_EMIT changed();
}

void TimelineScene::setIndex(std::shared_ptr<const QueryIndex> index) {
  if (index && index->trace() != m_trace) {
    return;
  }
  m_index = std::move(index);
  Q_EMIT contentChanged();
  Q_EMIT changed();
}

void TimelineScene::setMatches(MatchSet matches) {
  const bool wasPartial = showsOnlyMatches();
  m_matches = m_trace ? std::move(matches) : MatchSet();
  const bool isOver = m_onlyMatches && !m_matches.isActive();
  m_onlyMatches = m_onlyMatches && !isOver;
  if (wasPartial || showsOnlyMatches()) {
    relayout();
  }
  if (wasPartial || m_onlyMatches || isOver) {
    Q_EMIT onlyMatchesChanged();
  }
  Q_EMIT contentChanged();
  Q_EMIT changed();
}

void TimelineScene::setWorkColors(std::shared_ptr<const WorkColors> colors) {
  m_workColors = m_trace ? std::move(colors) : nullptr;
  Q_EMIT changed();
}

void TimelineScene::setViewport(int width, int height) {
  m_width = std::max(width, 1);
  m_height = std::max(height, 1);
  m_scroll = std::clamp(m_scroll, 0, maxScroll());
  Q_EMIT changed();
}

int TimelineScene::maxScroll() const {
  return std::max(0, m_layout.height() - m_height);
}

void TimelineScene::setRange(TimeRange range) {
  m_showsAll = false;
  range = withMargin(range, 0);
  if (range != m_range) {
    m_range = range;
    Q_EMIT changed();
    Q_EMIT rangeChanged();
  }
}

void TimelineScene::showWithinBounds(TimeRange range) {
  if (m_trace) {
    // A range set from outside may lie anywhere; a hand must be able to move away from there, too.
    const TimeRange bounds = m_trace->bounds().unitedWith(m_range);
    setRange(m_trace->bounds().overlaps(m_range) ? keptWithin(range, m_trace->bounds()) : keptWithin(range, bounds));
  }
}

void TimelineScene::zoomAt(double factor, double x) {
  showWithinBounds(zoomed(m_range, factor, axis().timeAt(x)));
}

void TimelineScene::panPixels(double dx) {
  showWithinBounds(shifted(m_range, {std::llround(dx * axis().nsPerPixel())}));
}

void TimelineScene::setScroll(int y) {
  y = std::clamp(y, 0, maxScroll());
  if (y != m_scroll) {
    m_scroll = y;
    Q_EMIT changed();
  }
}

void TimelineScene::fitAll() {
  if (m_trace) {
    setRange(withMargin(rangeOfWork(*m_trace), wholeMargin));
  }
  m_showsAll = true;
}

void TimelineScene::choose(std::optional<TimeRange> range) {
  if (range && range->isEmpty()) {
    range.reset();
  }
  if (range == m_chosen && !m_measurement && !m_chosenSteps) {
    return;
  }
  m_chosen = range;
  m_measurement.reset();
  m_chosenSteps.reset();
  Q_EMIT overlayChanged();
  Q_EMIT chosenRangeChanged();
}

void TimelineScene::measure(SpanId a, SpanId b) {
  if (m_trace->start(b) < m_trace->start(a)) {
    std::swap(a, b);
  }
  m_chosen = m_trace->range(a).unitedWith(m_trace->range(b));
  m_measurement = Measurement{a, b};
  m_chosenSteps.reset();
  Q_EMIT overlayChanged();
  Q_EMIT chosenRangeChanged();
}

void TimelineScene::setMarks(std::vector<TimelineMark> marks) {
  m_marks = std::move(marks);
  Q_EMIT overlayChanged();
}

void TimelineScene::setDeviceNotes(std::shared_ptr<const DeviceNotes> notes) {
  m_deviceNotes = std::move(notes);
  placeDeviceNotes();
}

void TimelineScene::showDeviceNotes(bool idle, bool queues) {
  m_showsIdle = idle;
  m_showsQueues = queues;
  placeDeviceNotes();
}

void TimelineScene::setSelection(SpanId span) {
  setSelectedStep(m_steps->ofSpan(span));
  if (span == m_selection) {
    return;
  }
  const bool wasHighlighted = !m_sameName.isEmpty();
  const bool isSameName = m_trace && span != SpanId::none && m_selection != SpanId::none &&
                          m_trace->name(m_selection) == m_trace->name(span);
  m_selection = span;
  if (!isSameName) {
    m_sameName = {};
  }
  m_arrows = m_trace && span != SpanId::none ? arrowsOf(*m_trace, span) : std::vector<SpanArrow>{};
  if (wasHighlighted && !isSameName) {
    Q_EMIT changed();
  }
  Q_EMIT overlayChanged();
  Q_EMIT selectionChanged();
}

void TimelineScene::setSameName(MatchSet sameName) {
  m_sameName = std::move(sameName);
  Q_EMIT changed();
}

void TimelineScene::setHovered(SpanId span) {
  if (span != m_hovered) {
    m_hovered = span;
    Q_EMIT hoverChanged();
  }
}

void TimelineScene::reveal(SpanId span) {
  const TrackId track = m_trace->trackOf(span);
  open(rowOf(track));
  const bool isOutermost = m_trace->laneOf(span) == LaneId{m_trace->track(track).firstLane};
  if (m_arrangement.state(rowOf(track)).isCollapsed && !isOutermost) {
    Arrangement opened = m_arrangement;
    opened.setCollapsed(rowOf(track), false);
    arrange(std::move(opened));
  }
  const TimeRange time = m_trace->range(span);
  const double width = static_cast<double>(time.length().ns) / axis().nsPerPixel();
  const bool isOutOfSight = !time.overlaps(m_range);
  if (width < readableWidth || (isOutOfSight && width > m_width * 0.8)) {
    setRange(withMargin(time, (1 / revealedShare - 1) / 2));
  } else if (isOutOfSight) {
    const Duration half{m_range.length().ns / 2};
    const Time middle = time.begin + Duration{time.length().ns / 2};
    setRange({middle - half, middle - half + m_range.length()});
  }
  if (const std::optional<QRectF> rect = rectOf(span)) {
    if (!m_layout.rowOf(track) || m_layout.rowOf(track)->top >= stuckHeight()) {
      scrollTo(static_cast<int>(rect->top()), static_cast<int>(rect->bottom()));
    }
  }
}

void TimelineScene::revealTrack(TrackId track) {
  open(rowOf(track));
  Arrangement opened = m_arrangement;
  opened.setCollapsed(rowOf(track), false);
  arrange(std::move(opened));
  if (const TimelineRow* row = m_layout.rowOf(track)) {
    setScroll(row->top - TimelineLayout::headerHeight);
  }
}

std::optional<QRectF> TimelineScene::rectOf(SpanId span) const {
  const LaneId lane = m_trace->laneOf(span);
  const TimelineRow* row = m_layout.rowOf(m_trace->lane(lane).track);
  if (!row) {
    return std::nullopt;
  }
  const std::uint32_t depth =
      row->isCollapsed ? 0 : static_cast<std::uint32_t>(kernline::index(lane)) - m_trace->track(row->track).firstLane;
  const double left = axis().xOf(m_trace->start(span));
  const double right = axis().xOf(m_trace->end(span));
  const int top = toViewY(*row) + static_cast<int>(depth) * row->laneHeight;
  return QRectF(left, top, right - left, row->laneHeight - 1);
}

SpanId TimelineScene::spanAt(QPointF position) const {
  if (!m_trace) {
    return SpanId::none;
  }
  const int y = toLayoutY(static_cast<int>(std::floor(position.y())));
  const TimelineRow* row = m_layout.rowAt(y);
  if (!row || row->kind != TimelineRowKind::Track) {
    return SpanId::none;
  }
  const Track& track = m_trace->track(row->track);
  const auto depth = static_cast<std::uint32_t>((y - row->top) / std::max(row->laneHeight, 1));
  if (!row->isCollapsed) {
    return depth < track.laneCount ? spanUnder(LaneId{track.firstLane + depth}, position.x()) : SpanId::none;
  }
  for (const LaneId lane : collapsedLanes(track)) {
    if (const SpanId found = spanUnder(lane, position.x()); found != SpanId::none) {
      return found;
    }
  }
  return SpanId::none;
}

/// The hit that a person points at, among spans that are not painted.
SpanId TimelineScene::hitAt(LaneId lane, double x) const {
  const SpanInterval near = spansIn(*m_trace, m_trace->lane(lane), axis().around(x, pointingSlack));
  const Time at = axis().timeAt(x);
  const auto distance = [&](SpanId s) {
    return std::max({m_trace->start(s).ns - at.ns, at.ns - m_trace->end(s).ns, std::int64_t{0}});
  };
  const std::span<const SpanId> hits = m_matches.among(near.first, near.last);
  return hits.empty() ? SpanId::none : *std::ranges::min_element(hits, {}, distance);
}

SpanId TimelineScene::spanUnder(LaneId lane, double x) const {
  if (showsOnlyMatches()) {
    return hitAt(lane, x);
  }
  const SpanId exact = kernline::spanAt(*m_trace, m_trace->lane(lane), axis().timeAt(x));
  const bool isWide = exact != SpanId::none &&
                      static_cast<double>(m_trace->duration(exact).ns) >= axis().nsPerPixel() * 2 * pointingSlack;
  if (isWide) {
    return exact;
  }
  const LanePyramid* pyramid = m_index ? &m_index->lane(lane) : nullptr;
  return findDominantSpan(*m_trace, m_trace->lane(lane), pyramid, axis().around(x, pointingSlack));
}

}  // namespace kernline::ui
