// SPDX-License-Identifier: GPL-3.0-or-later
// The blocks of a MemoryChart, each a band.
#include "core/format/printable_text.h"
#include "core/format/quantity.h"
#include "ui/memory/memory_chart.h"
#include "ui/style/qt_text.h"

#include <cmath>

namespace kernline::ui {

void MemoryChart::feedBands() {
  const double ratio = devicePixelRatioF();
  const QSize size(static_cast<int>(std::round(plotRect().width() * ratio)),
                   static_cast<int>(std::round(plotRect().height() * ratio)));
  m_bands.layOut(m_curves, m_range, size, m_scale.top * m_scale.unit);
}

QPoint MemoryChart::bandPixel(QPointF place) const {
  const QPointF inside = (place - plotRect().topLeft()) * devicePixelRatioF();
  return {static_cast<int>(std::floor(inside.x())), static_cast<int>(std::floor(inside.y()))};
}

std::optional<std::uint32_t> MemoryChart::blockAt(QPointF place) const {
  return showsBands() && plotRect().contains(place) ? m_bands.blockAt(bandPixel(place)) : std::nullopt;
}

HoverCard MemoryChart::cardOf(std::uint32_t number) const {
  const MemoryHistory& history = *m_curves->history;
  const MemoryBlock& block = m_curves->of().blocks[number];
  const Time start = history.bounds.begin;
  const QString op = qt(printable(history.text(block.op)));
  const QString place = qt(printable(history.text(block.place)));
  HoverCard card;
  card.title = !op.isEmpty() ? op : !place.isEmpty() ? place : tr("Nobody saw who asked");
  card.facts.push_back({tr("Bytes"), qt(formatBytes(block.bytes))});
  card.facts.push_back(
      {tr("Made at"), block.isOlder ? tr("before the recording") : qt(formatDuration(block.begin - start))});
  const bool isFreed = block.end != MemoryBlock::never;
  card.facts.push_back({tr("Freed at"), isFreed ? qt(formatDuration(block.end - start)) : tr("never")});
  const Duration life = (isFreed ? block.end : history.bounds.end) - block.begin;
  card.facts.push_back(
      {tr("Lived"), (isFreed && !block.isOlder ? QString() : QStringLiteral("> ")) + qt(formatDuration(life))});
  if (!op.isEmpty() && !place.isEmpty()) {
    card.facts.push_back({tr("Source line"), place});
  }
  return card;
}

HoverCard MemoryChart::pointedCard() const {
  if (!m_pointerIsInside || !showsBands()) {
    return cardAt(*m_pointed);
  }
  if (const std::optional<std::uint32_t> block = blockAt(m_pointer)) {
    return cardOf(*block);
  }
  HoverCard card = cardAt(*m_pointed);
  if (const std::optional<std::int64_t> others = m_bands.othersAt(bandPixel(m_pointer))) {
    card.facts.push_back({tr("Blocks too small to be drawn each"), qt(formatBytes(*others))});
  }
  return card;
}

void MemoryChart::drawBands(QPainter& painter) {
  if (!showsBands() || !m_bands.colours()) {
    return;
  }
  QImage picture = m_bands.picture(TimelinePalette::matching(palette()));
  picture.setDevicePixelRatio(devicePixelRatioF());
  painter.drawImage(plotRect().topLeft(), picture);
}

/// The chosen block and the one under the pointer.
void MemoryChart::drawBandsLit(QPainter& painter) const {
  if (!showsBands()) {
    return;
  }
  const TimelinePalette& colours = TimelinePalette::matching(palette());
  const double ratio = devicePixelRatioF();
  const auto light = [&](std::uint32_t block, QColor fill, bool isEdged) {
    for (const QRect& place : m_bands.placesOf(block)) {
      const QRectF at(plotRect().topLeft() + QPointF(place.topLeft()) / ratio, QSizeF(place.size()) / ratio);
      painter.fillRect(at, fill);
      if (isEdged) {
        painter.fillRect(QRectF(at.left(), at.top() - 1, at.width(), 1), colours.selection);
        painter.fillRect(QRectF(at.left(), at.bottom(), at.width(), 1), colours.selection);
      }
    }
  };
  constexpr float faint = 0.35F;
  if (m_chosenBlock) {
    QColor fill(colours.selection);
    fill.setAlphaF(faint);
    light(*m_chosenBlock, fill, true);
  }
  const std::optional<std::uint32_t> pointed =
      m_pointerIsInside && m_drag == Drag::None ? blockAt(m_pointer) : std::nullopt;
  if (pointed && pointed != m_chosenBlock) {
    QColor fill(colours.text);
    fill.setAlphaF(faint / 2);
    light(*pointed, fill, false);
  }
}

}  // namespace kernline::ui
