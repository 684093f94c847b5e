// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/format/quantity.h"
#include "ui/kit/charts/timeline_palette.h"
#include "ui/views/timeline/timeline_scene.h"

#include <QPainter>
#include <QString>

#include <string>

namespace kernline::ui {

/// The chosen range over the tracks: what lies outside steps back, edges as lines; and the dimension line of a
/// measurement. The painter's origin is the corner of the tracks.
void paintChosenRange(QPainter& painter, const TimelineScene& scene, const TimelinePalette& palette);

/// "gap 12.50 µs", "overlap 3.000 µs" or "no gap": what lies between the end of one and the start of the other, or how
/// long both run.
[[nodiscard]] QString gapText(const Trace& trace, const Measurement& measurement,
                              std::string (*timeText)(Duration) = formatDuration);

}  // namespace kernline::ui
