// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/kit/charts/hover_card.h"
#include "ui/kit/charts/timeline_palette.h"
#include "ui/views/timeline/timeline_scene.h"

#include <QPainter>

namespace kernline::ui {

/// Hatches and labels the visible idle causes where there is room, labels the critical path, and writes the scale of
/// queues, over the painted geometry of the frame. Costs as much as there are pixels. The painter's origin is the
/// corner of the area of tracks.
void paintNoteLabels(QPainter& painter, const TimelineScene& scene, const TimelinePalette& palette);

/// Returns the card of the row at `x`; empty if there is none.
[[nodiscard]] HoverCard describeNote(const TimelineScene& scene, const TimelineRow& row, double x);

/// Returns the cause of idle time at this place of a row of idle causes, or the activity on the critical path; none
/// elsewhere.
[[nodiscard]] SpanId spanOfNoteAt(const TimelineScene& scene, QPointF position);

}  // namespace kernline::ui
