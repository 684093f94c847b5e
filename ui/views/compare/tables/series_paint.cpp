// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/compare/tables/series_paint.h"

#include "core/compare/tables/series_look.h"
#include "ui/kit/style/theme.h"

#include <QPainter>
#include <QPolygonF>

namespace kernline::ui {

QColor seriesColor(const QPalette& palette, std::size_t series) {
  const SeriesLook look = seriesLook(series);
  return QColor(QRgb(isDark(palette) ? look.dark : look.light));
}

void paintMarker(QPainter& painter, const QPalette& palette, std::size_t series, QPointF at, double size) {
  painter.setPen(QPen(palette.color(QPalette::Base), 1));
  painter.setBrush(seriesColor(palette, series));
  const SeriesLook look = seriesLook(series);
  if (look.marker.empty()) {
    painter.drawEllipse(at, size, size);
    return;
  }
  QPolygonF shape;
  for (const MarkerCorner& corner : look.marker) {
    shape << at + QPointF(corner.x, corner.y) * size;
  }
  painter.drawPolygon(shape);
}

void paintCross(QPainter& painter, const QColor& color, QPointF at, double size) {
  painter.setPen(QPen(color, 2.4, Qt::SolidLine, Qt::RoundCap));
  painter.drawLine(at - QPointF(size, size), at + QPointF(size, size));
  painter.drawLine(at - QPointF(size, -size), at + QPointF(size, -size));
}

}  // namespace kernline::ui
