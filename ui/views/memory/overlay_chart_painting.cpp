// SPDX-License-Identifier: GPL-3.0-or-later
// Paints an OverlayChart.
#include "core/model/format/quantity.h"
#include "ui/kit/charts/ruler_ticks.h"
#include "ui/kit/charts/timeline_palette.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/style/theme.h"
#include "ui/views/memory/column_canvas.h"
#include "ui/views/memory/curve_brush.h"
#include "ui/views/memory/overlay_chart.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace kernline::ui {
namespace {

/// Returns the visible part of `run` in `columns` columns; none beyond the recording.
std::vector<CurveColumn> columnsOf(const MemoryCurve& curve, const CurvePyramid& pyramid, TimeRange recorded,
                                   TimeRange range, int columns) {
  std::vector<CurveColumn> found = curveEnvelope(curve, pyramid, range, static_cast<std::size_t>(columns));
  const TimeAxis axis(range, columns);
  const auto end = static_cast<std::size_t>(std::clamp(std::ceil(axis.xOf(recorded.end)), 0.0, double(columns)));
  found.resize(std::max<std::size_t>(end, 0));
  return found;
}

}  // namespace

QColor OverlayChart::baseColor() const {
  return tint(palette()).quiet;
}

QColor OverlayChart::otherColor() const {
  return tint(palette()).accent;
}

void OverlayChart::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  painter.fillRect(rect(), palette().color(QPalette::Base));
  if (!m_curves) {
    return;
  }
  constexpr int linesPerStep = 3;
  const auto steps = [&](int height) { return std::max(1, height / (linesPerStep * fontMetrics().height())); };
  const ByteScale scale = byteScale(m_curves->max, steps(curvesRect().height()));
  const ByteScale differences = byteScale(m_curves->furthest, steps(differenceRect().height() / 2));
  drawSteps(painter);
  drawScale(painter, curvesRect(), scale, false);
  drawScale(painter, differenceRect(), differences, true);
  drawTicks(painter);
  drawCurve(painter, m_curves->comparison.base, m_curves->base, scale, baseColor());
  drawCurve(painter, m_curves->comparison.other, m_curves->other, scale, otherColor());
  drawDifference(painter, differences);
  drawPointed(painter);
  if (hasFocus()) {
    painter.setPen(QPen(tint(palette()).accent, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
  }
}

/// The steps of the baseline as bands, the beginnings of the other's as short lines.
void OverlayChart::drawSteps(QPainter& painter) const {
  const QRect plot = curvesRect();
  const QRect whole = plot.united(differenceRect());
  const TimeAxis time = axis();
  QColor wash = palette().color(QPalette::Text);
  constexpr float faint = 0.035F;
  wash.setAlphaF(faint);
  const auto xOf = [&](Time at) {
    return std::clamp(plot.left() + time.xOf(at), double(plot.left()), double(plot.right()) + 1);
  };
  const std::vector<TimeRange>& steps = m_curves->comparison.base.marks;
  for (std::size_t i = 0; i < steps.size(); i += 2) {
    if (steps[i].overlaps(m_range)) {
      painter.fillRect(
          QRectF(xOf(steps[i].begin), whole.top(), xOf(steps[i].end) - xOf(steps[i].begin), whole.height()), wash);
    }
  }
  double last = -1;
  constexpr double length = 6;
  for (const TimeRange& step : m_curves->comparison.other.marks) {
    const double x = std::floor(xOf(step.begin));
    if (m_range.contains(step.begin) && x > last + 1) {
      painter.fillRect(QRectF(x, plot.top(), 1, length), otherColor());
      last = x;
    }
  }
}

void OverlayChart::drawScale(QPainter& painter, QRect place, const ByteScale& scale, bool isSigned) const {
  const Tint& colors = tint(palette());
  const double zero = isSigned ? place.top() + place.height() / 2.0 : place.bottom() + 1;
  const double height = isSigned ? place.height() / 2.0 : place.height();
  for (int i = isSigned ? -scale.steps : 0; i <= scale.steps; ++i) {
    const double y = std::round(zero - height * i / scale.steps);
    painter.setPen(colors.line);
    painter.drawLine(QPointF(place.left(), y), QPointF(place.right(), y));
    const double value = scale.top * i / scale.steps;
    const QString sign = isSigned && i > 0 ? QStringLiteral("+") : QString();
    painter.setPen(colors.quiet);
    painter.drawText(QRectF(0, y - fontMetrics().height() / 2.0, place.left() - 6, fontMetrics().height()),
                     Qt::AlignRight | Qt::AlignVCenter,
                     sign + QString::number(value, 'f', scale.decimals) + QLatin1Char(' ') + qt(scale.symbol));
  }
}

void OverlayChart::drawTicks(QPainter& painter) const {
  const QRect plot = differenceRect();
  const Tint& colors = tint(palette());
  const RulerUnit unit = m_curves && m_curves->comparison.isNumbered ? RulerUnit::Count : RulerUnit::Time;
  for (const RulerTick& tick : rulerTicks(axis(), Time{0}, tickLabelSpacing, unit).ticks) {
    const double x = plot.left() + tick.x;
    painter.setPen(colors.line);
    painter.drawLine(QPointF(x, plot.bottom() + 1), QPointF(x, plot.bottom() + (tick.isLabeled ? 7 : 4)));
    const QString label = qt(tick.label);
    if (tick.isLabeled && x + 4 + fontMetrics().horizontalAdvance(label) <= width()) {
      painter.setPen(colors.quiet);
      painter.drawText(QPointF(x + 4, plot.bottom() + fontMetrics().ascent() + 4), label);
    }
  }
}

void OverlayChart::drawCurve(QPainter& painter, const MemoryComparison::Run& run, const CurvePyramid& pyramid,
                             const ByteScale& scale, QColor color) const {
  const QRect plot = curvesRect();
  const double ratio = devicePixelRatioF();
  ColumnCanvas canvas((QSizeF(plot.size()) * ratio).toSize());
  const auto columns = columnsOf(run.allocated, pyramid, run.recorded, m_range, canvas.width());
  QColor fill = color;
  constexpr float faint = 0.16F;
  fill.setAlphaF(faint);
  CurveBrush brush(canvas, scale.top * scale.unit, static_cast<int>(std::round(ratio)));
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (const ByteExtent& values = columns[i].values; !values.isEmpty()) {
      brush.area(static_cast<int>(i), values, canvas.height(), qPremultiply(fill.rgba()));
      brush.line(static_cast<int>(i), values, color.rgb());
    }
  }
  QImage picture = canvas.image();
  picture.setDevicePixelRatio(ratio);
  painter.drawImage(plot.topLeft(), picture);
}

/// A bar a pixel column from its least to its greatest, and to zero: more is bad, less is good.
void OverlayChart::drawDifference(QPainter& painter, const ByteScale& scale) const {
  const QRect plot = differenceRect();
  const MemoryComparison& comparison = m_curves->comparison;
  if (comparison.difference.isEmpty()) {
    painter.setPen(tint(palette()).quiet);
    painter.drawText(plot, Qt::AlignCenter, tr("The two recordings do not overlap in time."));
    return;
  }
  const double zero = plot.top() + plot.height() / 2.0;
  const auto columns = columnsOf(comparison.difference, m_curves->difference, comparison.shared, m_range, plot.width());
  const auto yOf = [&](std::int64_t bytes) {
    return zero - static_cast<double>(bytes) / scale.unit / scale.top * plot.height() / 2;
  };
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const ByteExtent& values = columns[i].values;
    if (values.isEmpty()) {
      continue;
    }
    const double x = plot.left() + static_cast<double>(i);
    if (values.max > 0) {
      painter.fillRect(QRectF(x, yOf(values.max), 1, std::max(1.0, zero - yOf(values.max))), tint(palette()).warning);
    }
    if (values.min < 0) {
      painter.fillRect(QRectF(x, zero, 1, std::max(1.0, yOf(values.min) - zero)), tint(palette()).good);
    }
  }
  painter.setPen(tint(palette()).quiet);
  painter.drawLine(QPointF(plot.left(), zero), QPointF(plot.right(), zero));
}

void OverlayChart::drawPointed(QPainter& painter) const {
  const QRect plot = curvesRect();
  if (!m_pointer || m_press || m_pointer->x() < plot.left() || m_pointer->x() > plot.right()) {
    return;
  }
  const double x = m_pointer->x() + 0.5;
  painter.setPen(QPen(tint(palette()).accent, 1, Qt::DashLine));
  painter.drawLine(QPointF(x, plot.top()), QPointF(x, differenceRect().bottom()));
  const HoverCard card = cardAt(axis().timeAt(x - plot.left()));
  const QSize size = card.sizeIn(font());
  constexpr int gap = 12;
  const bool fits = x + gap + size.width() < width();
  const int left = static_cast<int>(fits ? x + gap : x - gap - size.width());
  const int top = std::clamp(m_pointer->y() - size.height() / 2, 2, std::max(2, height() - size.height() - 2));
  painter.setRenderHint(QPainter::Antialiasing);
  card.paint(painter, {QPoint(std::max(2, left), top), size}, font(), TimelinePalette::matching(palette()));
}

}  // namespace kernline::ui
