// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/timeline/reveal.h"

#include "ui/views/timeline/span_places.h"
#include "ui/views/timeline/timeline_scene.h"

#include <algorithm>
#include <optional>

namespace kernline::ui {

namespace {

constexpr double readableWidth = 6;    // a revealed span narrower than this many pixels is zoomed to
constexpr double revealedShare = 0.2;  // share of the view that a revealed span then takes

// Lengths of what is fitted, on both of its sides
constexpr double spanMargin = 0.6;
constexpr double stepMargin = 0.05;
constexpr double chosenMargin = 0.05;

constexpr double minStepWidth = 6;    // a step that is walked to and narrower, in pixels, is zoomed to
constexpr double narrowMargin = 2;    // lengths of it on both of its sides then
constexpr double maxStepShare = 0.8;  // share of the view; a longer step is shown whole

Time middleOf(TimeRange range) {
  return range.begin + Duration{range.length().ns / 2};
}

void revealTime(VisibleTime& view, TimeRange time) {
  const TimeAxis axis = view.axis();
  const double width = static_cast<double>(time.length().ns) / axis.nsPerPixel();
  const bool isOutOfSight = !time.overlaps(view.range());
  if (width < readableWidth || (isOutOfSight && width > axis.width() * 0.8)) {
    view.setRange(withMargin(time, (1 / revealedShare - 1) / 2));
  } else if (isOutOfSight) {
    const Duration half{view.range().length().ns / 2};
    const Time begin = middleOf(time) - half;
    view.setRange({begin, begin + view.range().length()});
  }
}

void revealStep(TimelineScene& scene, std::size_t step) {
  VisibleTime& view = scene.time();
  const TimeRange time = scene.steps()[step].range;
  const auto length = static_cast<double>(time.length().ns);
  if (length > maxStepShare * static_cast<double>(view.range().length().ns)) {
    fitStep(scene, step);
  } else if (length < minStepWidth * view.axis().nsPerPixel()) {
    view.setRange(withMargin(time, narrowMargin));
  } else if (time.begin < view.range().begin || time.end > view.range().end) {
    view.setRange(shifted(view.range(), middleOf(time) - middleOf(view.range())));
  }
}

/// Returns the first or last step that begins in sight, or next to the selected span; if there is none, the nearest
/// before.
std::size_t stepToBeginAt(const TimelineScene& scene, bool toNext) {
  const ShownSteps& steps = scene.steps();
  const SpanId span = scene.selection().span();
  const TimeRange from = span == SpanId::none ? scene.time().range() : scene.trace()->range(span);
  const std::size_t before = steps.lastBegun(0, toNext ? from.begin - Duration{1} : from.begin);
  if (!toNext) {
    return span == SpanId::none ? steps.lastBegun(0, from.end - Duration{1}) : before;
  }
  return steps[before].range.begin >= from.begin ? before : steps.neighbor(before, true).value_or(before);
}

}  // namespace

void reveal(TimelineScene& scene, SpanId span) {
  const Trace& trace = *scene.trace();
  const TrackId track = trace.trackOf(span);
  RowArranger& arranger = scene.arranger();
  arranger.open(rowOf(track));
  const bool isOutermost = trace.laneOf(span) == LaneId{trace.track(track).firstLane};
  if (arranger.arrangement().state(rowOf(track)).isCollapsed && !isOutermost) {
    arranger.expand(rowOf(track));
  }
  revealTime(scene.time(), trace.range(span));
  if (const std::optional<QRectF> rect = rectOf(scene, span)) {
    const TimelineRow* row = scene.rows().layout().rowOf(track);
    if (!row || row->top >= scene.rows().stuckHeight()) {
      scene.rows().scrollTo(static_cast<int>(rect->top()), static_cast<int>(rect->bottom()));
    }
  }
}

void revealTrack(TimelineScene& scene, TrackId track) {
  if (!scene.trace() || index(track) >= scene.trace()->tracks().size()) {
    return;
  }
  scene.arranger().expand(rowOf(track));
  if (const TimelineRow* row = scene.rows().layout().rowOf(track)) {
    scene.rows().setScroll(row->top - TimelineLayout::headerHeight);
  }
}

void revealRow(TimelineScene& scene, RowId id) {
  if (!scene.trace()) {
    return;
  }
  if (!id.isGroup()) {
    scene.arranger().open(id);
  }
  VisibleRows& rows = scene.rows();
  const TimelineRow* row = rows.layout().find(id);
  if (row && row->top >= rows.stuckHeight()) {
    rows.scrollTo(rows.toViewY(*row), rows.toViewY(*row) + std::min(row->height, rows.height() / 2));
  }
}

void fitStep(TimelineScene& scene, std::size_t step) {
  scene.time().setRange(withMargin(scene.steps()[step].range, stepMargin));
}

void fitSpan(TimelineScene& scene, SpanId span) {
  scene.time().setRange(withMargin(scene.trace()->range(span), spanMargin));
  reveal(scene, span);
}

void fitChosenRange(TimelineScene& scene) {
  if (const std::optional<TimeRange>& chosen = scene.chosen().range()) {
    scene.time().setRange(withMargin(*chosen, chosenMargin));
  }
}

void fitSelection(TimelineScene& scene) {
  if (const std::optional<std::size_t> step = scene.selection().step()) {
    fitStep(scene, *step);
  } else if (scene.selection().span() == SpanId::none) {
    fitChosenRange(scene);
  } else if (scene.trace()) {
    fitSpan(scene, scene.selection().span());
  }
}

void walkSteps(TimelineScene& scene, bool toNext) {
  const ShownSteps& steps = scene.steps();
  if (steps.rows().empty()) {
    return;
  }
  const std::optional<std::size_t> selected = scene.selection().step();
  const std::optional<std::size_t> target =
      selected ? steps.neighbor(*selected, toNext) : std::optional(stepToBeginAt(scene, toNext));
  if (target) {
    scene.selection().selectStep(*target);
    revealStep(scene, *target);
  }
}

void chooseSelection(TimelineScene& scene) {
  if (const std::optional<std::size_t> step = scene.selection().step()) {
    scene.chosen().chooseSteps(*step, *step);
  } else if (scene.trace() && scene.selection().span() != SpanId::none) {
    scene.chosen().choose(scene.trace()->range(scene.selection().span()));
  }
}

}  // namespace kernline::ui
