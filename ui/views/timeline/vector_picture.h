// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QPainter>
#include <QPoint>

namespace kernline::ui {

/// Whether what is painted stays shapes (an SVG), so that a raster would lose something.
[[nodiscard]] bool wantsShapes(const QPainter& painter);

/// Draws a raster of flat colors as the rectangles it is made of. A picture of bars has few; a photograph would have
/// one a pixel.
void drawAsRectangles(QPainter& painter, QPoint topLeft, const QImage& image);

}  // namespace kernline::ui
