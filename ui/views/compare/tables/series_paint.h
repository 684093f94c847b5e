// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QPalette>
#include <QPointF>

#include <cstddef>

class QPainter;

namespace kernline::ui {

/// The colour of a series in the theme that is on.
[[nodiscard]] QColor seriesColour(const QPalette& palette, std::size_t series);

/// Its marker, `size` pixels from the middle outwards.
void paintMarker(QPainter& painter, const QPalette& palette, std::size_t series, QPointF at, double size);

/// What stands for a failed run.
void paintCross(QPainter& painter, const QColor& colour, QPointF at, double size);

}  // namespace kernline::ui
