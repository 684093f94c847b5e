// SPDX-License-Identifier: GPL-3.0-or-later
// The blocks of a MemoryChart, each a band.
#include "core/model/format/quantity.h"
#include "ui/kit/language/qt_text.h"
#include "ui/views/memory/memory_cards.h"
#include "ui/views/memory/memory_chart.h"

#include <cmath>

namespace kernline::ui {

QPoint MemoryChart::bandPixel(QPointF place) const {
  const QPointF inside = (place - plotRect().topLeft()) * devicePixelRatioF();
  return {static_cast<int>(std::floor(inside.x())), static_cast<int>(std::floor(inside.y()))};
}

std::optional<std::uint32_t> MemoryChart::blockAt(QPointF place) const {
  return showsBands() && m_bands.isCurrent() && plotRect().contains(place) ? m_bands.bands().blockAt(bandPixel(place))
                                                                           : std::nullopt;
}

HoverCard MemoryChart::pointedCard() const {
  if (!m_pointerIsInside || !showsBands()) {
    return cardAt(*m_pointed);
  }
  if (const std::optional<std::uint32_t> block = blockAt(m_pointer)) {
    return blockCard(*m_curves, *block);
  }
  HoverCard card = cardAt(*m_pointed);
  const std::optional<std::int64_t> others =
      m_bands.isCurrent() ? m_bands.bands().othersAt(bandPixel(m_pointer)) : std::nullopt;
  if (others) {
    card.facts.push_back({tr("Blocks too small to draw individually"), qt(formatBytes(*others))});
  }
  return card;
}

void MemoryChart::drawBands(QPainter& painter) {
  if (!showsBands() || !m_bands.bands().colors()) {
    return;
  }
  QImage picture = m_bands.picture(TimelinePalette::matching(palette()));
  const QRectF plot = plotRect();
  if (m_bands.isCurrent()) {
    picture.setDevicePixelRatio(devicePixelRatioF());
    painter.drawImage(plot.topLeft(), picture);
    return;
  }
  const TimeAxis time = axis();
  const double left = plot.left() + time.xOf(m_bands.bands().range().begin);
  const double right = plot.left() + time.xOf(m_bands.bands().range().end);
  painter.save();
  painter.setClipRect(plot);
  painter.drawImage(QRectF(left, plot.top(), right - left, plot.height()), picture);
  painter.restore();
}

/// The chosen block and the one under the pointer.
void MemoryChart::drawHighlightedBands(QPainter& painter) const {
  if (!showsBands() || !m_bands.isCurrent()) {
    return;
  }
  const TimelinePalette& colors = TimelinePalette::matching(palette());
  const double ratio = devicePixelRatioF();
  const auto light = [&](std::uint32_t block, QColor fill, bool isEdged) {
    for (const QRect& place : m_bands.bands().placesOf(block)) {
      const QRectF at(plotRect().topLeft() + QPointF(place.topLeft()) / ratio, QSizeF(place.size()) / ratio);
      painter.fillRect(at, fill);
      if (isEdged) {
        painter.fillRect(QRectF(at.left(), at.top() - 1, at.width(), 1), colors.selection);
        painter.fillRect(QRectF(at.left(), at.bottom(), at.width(), 1), colors.selection);
      }
    }
  };
  constexpr float faint = 0.35F;
  if (m_chosenBlock) {
    QColor fill(colors.selection);
    fill.setAlphaF(faint);
    light(*m_chosenBlock, fill, true);
  }
  const std::optional<std::uint32_t> pointed =
      m_pointerIsInside && m_drag == Drag::None ? blockAt(m_pointer) : std::nullopt;
  if (pointed && pointed != m_chosenBlock) {
    QColor fill(colors.text);
    fill.setAlphaF(faint / 2);
    light(*pointed, fill, false);
  }
}

}  // namespace kernline::ui
