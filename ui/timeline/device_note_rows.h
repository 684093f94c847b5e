// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/hover_card.h"
#include "ui/timeline/timeline_palette.h"
#include "ui/timeline/timeline_scene.h"

#include <QPainter>

namespace kernline::ui {

/// Draws the rows of notes that are in sight: idle time in the colours of its causes, hatched and lettered where there
/// is room, else as high as its share of each pixel; queues as a curve. Costs as much as there are pixels. The
/// painter's origin is the corner of the area of tracks.
void paintNoteRows(QPainter& painter, const TimelineScene& scene, const TimelinePalette& palette);

/// What the row says at `x`; empty if nothing.
[[nodiscard]] HoverCard describeNote(const TimelineScene& scene, const TimelineRow& row, double x);

/// What made the device idle at this place of a row of idle causes; none elsewhere.
[[nodiscard]] SpanId blamedAt(const TimelineScene& scene, QPointF position);

}  // namespace kernline::ui
