// SPDX-License-Identifier: GPL-3.0-or-later
// The blocks of a MemoryChart, each a band.
#include "core/model/format/printable_text.h"
#include "core/model/format/quantity.h"
#include "ui/kit/language/qt_text.h"
#include "ui/views/memory/memory_chart.h"

#include <QElapsedTimer>

#include <cmath>
#include <utility>

namespace kernline::ui {
namespace {

/// What bands are laid out for.
struct BandPlace {
  std::shared_ptr<const DeviceCurves> curves;
  TimeRange range;
  QSize size;
  double top;
};

/// Paints them too. Says how long it took.
Duration layOutBands(BlockBands& bands, const BandPlace& place, const TimelinePalette& colours) {
  QElapsedTimer timer;
  timer.start();
  bands.layOut(place.curves, place.range, place.size, place.top);
  static_cast<void>(bands.picture(colours));  // kept by the bands
  return {timer.nsecsElapsed()};
}

}  // namespace

/// At once where that was quick before; else the picture before is moved along until a worker has made the next.
void MemoryChart::feedBands() {
  if (m_bandingTook > m_patience || m_banding.isRunning()) {
    bandInBackground();
    return;
  }
  m_bandingTook = layOutBands(m_bands, {m_curves, m_range, plotPixels(), m_scale.top * m_scale.unit},
                              TimelinePalette::matching(palette()));
}

void MemoryChart::bandInBackground() {
  if (m_banding.isRunning() || areBandsCurrent()) {
    return;  // what is in sight when it is done is looked at then
  }
  using Result = std::pair<BlockBands, Duration>;
  Result next;
  next.first.setColours(m_bands.colours());
  m_banding = Job<Result>(
      [next = std::move(next), place = BandPlace{m_curves, m_range, plotPixels(), m_scale.top * m_scale.unit},
       colours = &TimelinePalette::matching(palette())](const std::stop_token&, Progress&) mutable -> Expected<Result> {
        next.second = layOutBands(next.first, place, *colours);
        return std::move(next);
      },
      [this](Expected<Result> result) {
        if (result) {
          m_bands = std::move(result->first);
          m_bandingTook = result->second;
          viewport()->update();
          bandInBackground();
        }
      });
}

bool MemoryChart::areBandsCurrent() const {
  return m_bands.range() == m_range && m_bands.size() == plotPixels();
}

QPoint MemoryChart::bandPixel(QPointF place) const {
  const QPointF inside = (place - plotRect().topLeft()) * devicePixelRatioF();
  return {static_cast<int>(std::floor(inside.x())), static_cast<int>(std::floor(inside.y()))};
}

std::optional<std::uint32_t> MemoryChart::blockAt(QPointF place) const {
  return showsBands() && areBandsCurrent() && plotRect().contains(place) ? m_bands.blockAt(bandPixel(place))
                                                                         : std::nullopt;
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
  const std::optional<std::int64_t> others = areBandsCurrent() ? m_bands.othersAt(bandPixel(m_pointer)) : std::nullopt;
  if (others) {
    card.facts.push_back({tr("Blocks too small to be drawn each"), qt(formatBytes(*others))});
  }
  return card;
}

void MemoryChart::drawBands(QPainter& painter) {
  if (!showsBands() || !m_bands.colours()) {
    return;
  }
  QImage picture = m_bands.picture(TimelinePalette::matching(palette()));
  const QRectF plot = plotRect();
  if (areBandsCurrent()) {
    picture.setDevicePixelRatio(devicePixelRatioF());
    painter.drawImage(plot.topLeft(), picture);
    return;
  }
  const TimeAxis time = axis();
  const double left = plot.left() + time.xOf(m_bands.range().begin);
  const double right = plot.left() + time.xOf(m_bands.range().end);
  painter.save();
  painter.setClipRect(plot);
  painter.drawImage(QRectF(left, plot.top(), right - left, plot.height()), picture);
  painter.restore();
}

/// The chosen block and the one under the pointer.
void MemoryChart::drawBandsLit(QPainter& painter) const {
  if (!showsBands() || !areBandsCurrent()) {
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
