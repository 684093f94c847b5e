// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/timeline/counter_overlay.h"

#include "core/analysis/counters/counter_value.h"
#include "ui/kit/charts/hover_card.h"
#include "ui/kit/charts/time_axis.h"
#include "ui/kit/language/words.h"

#include <algorithm>
#include <cmath>

namespace kernline::ui {

namespace {

constexpr double dotRadius = 3.5;
constexpr int textPadding = 4;
constexpr int textOffset = 7;         // distance from the dot
constexpr int minHeightForBoth = 60;  // pixels high, for both ends of a scale

std::optional<double> valueAt(const Trace& trace, const Counter& counter, Time time) {
  const std::optional<CounterSample> sample = counterSampleAt(trace, counter, time);
  return sample ? sample->value : std::nullopt;
}

}  // namespace

void CounterOverlay::paintText(QPainter& painter, const TimelinePalette& palette, QPoint corner,
                               const QString& text) const {
  const QFontMetrics metrics = painter.fontMetrics();
  const QRect box(corner, QSize(metrics.horizontalAdvance(text) + 2 * textPadding, metrics.height()));
  QColor backing(palette.background);
  backing.setAlpha(200);
  painter.fillRect(box, backing);
  painter.drawText(box, Qt::AlignCenter, text);
}

void CounterOverlay::paintScales(QPainter& painter, const TimelinePalette& palette) const {
  painter.setPen(QColor(palette.dimText));
  for (const CounterStrip& strip : m_frame.counters) {
    const Counter& counter = m_trace.counters()[index(strip.counter)];
    const int top = static_cast<int>(strip.top / m_ratio) + 1;
    const int height = static_cast<int>(strip.height / m_ratio);
    if (!strip.hasSamples) {
      if (!isCut(strip, top)) {
        paintText(painter, palette, {2, top}, Words::tr("no samples"));
      }
      continue;
    }
    const QString maxText = counterValueText(m_trace, counter, strip.max);
    if (!isCut(strip, top)) {
      paintText(painter, palette, {2, top}, strip.isShared ? Words::tr("%1 · shared scale").arg(maxText) : maxText);
    }
    const int bottom = top + height - painter.fontMetrics().height() - 1;
    if ((height >= minHeightForBoth || strip.min < 0) && !isCut(strip, bottom)) {
      paintText(painter, palette, {2, bottom}, counterValueText(m_trace, counter, strip.min));
    }
  }
}

std::optional<QPointF> CounterOverlay::pointOf(const CounterStrip& strip, Time time) const {
  const std::optional<double> value = valueAt(m_trace, m_trace.counters()[index(strip.counter)], time);
  if (!value || !std::isfinite(*value)) {
    return std::nullopt;
  }
  const double scale = strip.max > strip.min ? (strip.height - 1) / (strip.max - strip.min) : 0;
  const double inside = std::clamp((*value - strip.min) * scale, 0.0, static_cast<double>(strip.height - 1));
  const double y = strip.top + strip.height - 1 - inside;
  return QPointF(TimeAxis(m_range, m_frame.width).xOf(time), y) / m_ratio;
}

void CounterOverlay::paintValues(QPainter& painter, const TimelinePalette& palette, Time time,
                                 CounterId pointed) const {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  for (const CounterStrip& strip : m_frame.counters) {
    const std::optional<QPointF> point = pointOf(strip, time);
    if (!point || isCut(strip, static_cast<int>(point->y()))) {
      continue;
    }
    const double top = std::max(strip.top, strip.clipTop) / m_ratio;
    painter.fillRect(QRectF(std::floor(point->x()), top, 1, (strip.top + strip.height) / m_ratio - top),
                     QColor(palette.dimText));
    painter.setPen(QPen(QColor(palette.background), 1.5));
    painter.setBrush(QColor(palette.selection));
    painter.drawEllipse(*point, dotRadius, dotRadius);
    if (strip.counter == pointed) {
      continue;
    }
    const Counter& counter = m_trace.counters()[index(strip.counter)];
    const QString text = counterValueText(m_trace, counter, *valueAt(m_trace, counter, time));
    const int width = painter.fontMetrics().horizontalAdvance(text) + 2 * textPadding + textOffset;
    const bool fits = point->x() + width < m_frame.width / m_ratio;
    painter.setPen(QColor(palette.text));
    const double maxY = (strip.top + strip.height) / m_ratio - painter.fontMetrics().height();
    const double y = std::clamp(point->y() - painter.fontMetrics().height() / 2.0, top, std::max(top, maxY));
    paintText(painter, palette, QPointF(fits ? point->x() + textOffset : point->x() - width, y).toPoint(), text);
  }
  painter.restore();
}

}  // namespace kernline::ui
