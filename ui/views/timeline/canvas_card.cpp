// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/timeline/canvas_card.h"

#include "ui/views/timeline/device_note_rows.h"
#include "ui/views/timeline/title_column.h"

#include <QFontMetrics>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>

namespace kernline::ui {

HoverCard cardOfTitle(const TimelineScene& scene, const TimelineRow& row, int titleWidth, const CanvasLook& look) {
  const QString title = TitleColumn(*scene.trace(), scene.layout(), look.palette, look.font).titleOf(row);
  const bool isCut = QFontMetrics(look.font).horizontalAdvance(title) > titleWidth - 50;
  return {isCut ? title : QString(), {}};
}

HoverCard cardOfTracks(const TimelineScene& scene, QPointF p) {
  const Trace& trace = *scene.trace();
  if (scene.hovered() != SpanId::none) {
    return describeSpan(trace, scene.hovered());
  }
  const TimelineRow* row = scene.rowInSight(static_cast<int>(std::floor(p.y())));
  if (row && row->kind == TimelineRowKind::Counter) {
    return describeCounter(trace, row->counter, scene.axis().timeAt(p.x()));
  }
  if (row && (row->kind == TimelineRowKind::Idle || row->kind == TimelineRowKind::Queue)) {
    return describeNote(scene, *row, p.x());
  }
  if (row && row->kind == TimelineRowKind::Track && scene.index()) {
    const TimeRange near = scene.axis().around(p.x(), 4);
    const std::span<const std::uint32_t> instants = scene.index()->instantsOf(row->track);
    const auto at =
        std::ranges::lower_bound(instants, near.begin, {}, [&](std::uint32_t i) { return trace.instants()[i].time; });
    if (at != instants.end() && trace.instants()[*at].time < near.end) {
      return describeInstant(trace, trace.instants()[*at]);
    }
  }
  return {};
}

}  // namespace kernline::ui
