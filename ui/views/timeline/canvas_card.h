// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/kit/charts/hover_card.h"
#include "ui/views/timeline/canvas_look.h"
#include "ui/views/timeline/timeline_scene.h"

#include <QPointF>

#include <cstddef>

namespace kernline::ui {

/// The whole name of a row, where it is cut; else empty.
[[nodiscard]] HoverCard cardOfTitle(const TimelineScene& scene, const TimelineRow& row, int titleWidth,
                                    const CanvasLook& look);
/// A step, with its number among those of its process.
[[nodiscard]] HoverCard cardOfStep(const TimelineScene& scene, std::size_t step);
/// Describes how the steps were found.
[[nodiscard]] HoverCard cardOfSteps(const TimelineScene& scene);
/// Returns the card at a point of the tracks, whose corner is the origin: of the span there, or of its row.
[[nodiscard]] HoverCard cardOfTracks(const TimelineScene& scene, QPointF p);

}  // namespace kernline::ui
