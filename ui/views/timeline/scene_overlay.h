// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/kit/charts/timeline_palette.h"
#include "ui/views/timeline/timeline_scene.h"

#include <QPainter>

namespace kernline::ui {

/// Draws what lies over the tracks: the outlines of what is selected and pointed at, and the arrows of causes and
/// effects. The painter's origin is the corner of the area of tracks, and it is clipped to it.
void paintSelection(QPainter& painter, const TimelineScene& scene, const TimelinePalette& palette);

/// Lines where the selected step begins and ends, in the same coordinates.
void paintSelectedStep(QPainter& painter, const TimelineScene& scene, const TimelinePalette& palette);

/// The header of a group that stays while its rows scroll by beneath it, in the same coordinates.
void paintStickyHeader(QPainter& painter, const TimelineScene& scene, const TimelinePalette& palette);

/// The arrow's curve from cause to effect, in the same coordinates; empty if one end's row is hidden.
[[nodiscard]] QPainterPath arrowPath(const TimelineScene& scene, const SpanArrow& arrow);

}  // namespace kernline::ui
