// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QPalette>
#include <QPointF>

#include <cstddef>

class QPainter;

namespace kernline::ui {

/// The color of a series in the theme that is on.
[[nodiscard]] QColor seriesColor(const QPalette& palette, std::size_t series);

/// Its marker, `size` pixels from the middle outwards.
void paintMarker(QPainter& painter, const QPalette& palette, std::size_t series, QPointF at, double size);

/// Paints the mark of a failed run.
void paintCross(QPainter& painter, const QColor& color, QPointF at, double size);

}  // namespace kernline::ui
