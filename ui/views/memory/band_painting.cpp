// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/memory/band_painting.h"

#include <QColor>
#include <QImage>

namespace kernline::ui {

void drawBands(QPainter& painter, const MemoryPlot& plot, BandLayer& bands, const TimelinePalette& colors) {
  if (!bands.bands().colors()) {
    return;
  }
  QImage picture = bands.picture(colors);
  const QRectF& place = plot.rect();
  if (bands.isCurrent()) {
    picture.setDevicePixelRatio(plot.ratio());
    painter.drawImage(place.topLeft(), picture);
    return;
  }
  const double left = plot.xOf(bands.bands().range().begin);
  const double right = plot.xOf(bands.bands().range().end);
  painter.save();
  painter.setClipRect(place);
  painter.drawImage(QRectF(left, place.top(), right - left, place.height()), picture);
  painter.restore();
}

void drawLitBands(QPainter& painter, const MemoryPlot& plot, const BlockBands& bands,
                  std::optional<std::uint32_t> chosen, std::optional<std::uint32_t> pointed,
                  const TimelinePalette& colors) {
  const double ratio = plot.ratio();
  const auto light = [&](std::uint32_t block, QColor fill, bool isEdged) {
    for (const QRect& place : bands.placesOf(block)) {
      const QRectF at(plot.rect().topLeft() + QPointF(place.topLeft()) / ratio, QSizeF(place.size()) / ratio);
      painter.fillRect(at, fill);
      if (isEdged) {
        painter.fillRect(QRectF(at.left(), at.top() - 1, at.width(), 1), colors.selection);
        painter.fillRect(QRectF(at.left(), at.bottom(), at.width(), 1), colors.selection);
      }
    }
  };
  constexpr float faint = 0.35F;
  if (chosen) {
    QColor fill(colors.selection);
    fill.setAlphaF(faint);
    light(*chosen, fill, true);
  }
  if (pointed && pointed != chosen) {
    QColor fill(colors.text);
    fill.setAlphaF(faint / 2);
    light(*pointed, fill, false);
  }
}

}  // namespace kernline::ui
