// SPDX-License-Identifier: GPL-3.0-or-later
// What lies over and under the series of a MemoryChart.
#include "core/model/format/quantity.h"
#include "ui/kit/charts/ruler_ticks.h"
#include "ui/kit/charts/timeline_palette.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/style/theme.h"
#include "ui/views/memory/memory_chart.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace kernline::ui {
namespace {

void verticalLine(QPainter& painter, double x, const QRectF& plot) {
  painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
}

bool isWithin(const QRectF& plot, double x) {
  return x >= plot.left() - 1 && x <= plot.right() + 1;
}

}  // namespace

/// The bands of steps go below the curve.
void MemoryChart::drawBackground(QPainter* painter, const QRectF& rect) {
  QChartView::drawBackground(painter, rect);
  if (!m_curves) {
    return;
  }
  const QRectF plot = plotRect();
  const TimeAxis time = axis();
  QColor wash = palette().color(QPalette::Text);
  constexpr float faint = 0.035F;
  wash.setAlphaF(faint);
  double covered = plot.left() - 1;
  for (const PlacedMark& placed : m_curves->marks) {
    const TimeRange range = m_curves->history->marks[placed.mark].range;
    if (placed.row != 0 || placed.mark % 2 != 0 || !range.overlaps(m_range)) {
      continue;
    }
    const double left = std::max(plot.left() + time.xOf(range.begin), covered);
    const double right = std::min(plot.left() + time.xOf(range.end), plot.right());
    if (right - left >= 1) {
      painter->fillRect(QRectF(left, plot.top(), right - left, plot.height()), wash);
      covered = right;
    }
  }
  drawBands(*painter);
}

void MemoryChart::drawForeground(QPainter* painter, const QRectF& /*rect*/) {
  painter->save();
  painter->setFont(font());
  if (!m_curves) {
    painter->setPen(tint(palette()).quiet);
    painter->drawText(viewport()->rect(), Qt::AlignCenter, tr("No memory to show."));
    painter->restore();
    return;
  }
  drawCurves(*painter);
  drawTicks(*painter);
  drawMarks(*painter);
  drawLegend(*painter);
  painter->save();
  const QRectF plot = plotRect();
  painter->setClipRect(QRectF(plot.left(), 0, plot.width() + 1, viewport()->height()));
  drawHighlightedBands(*painter);
  drawHighlighted(*painter);
  drawFailures(*painter);
  drawMoment(*painter);
  painter->restore();
  drawPointed(*painter);
  if (m_showsFocus) {
    painter->setPen(QPen(tint(palette()).accent, 1));
    painter->setBrush(Qt::NoBrush);
    painter->drawRect(QRectF(viewport()->rect()).adjusted(0.5, 0.5, -0.5, -0.5));
  }
  painter->restore();
}

void MemoryChart::drawCurves(QPainter& painter) {
  CurveLook look;
  for (std::size_t i = 0; i < m_curves->parts.size(); ++i) {
    look.fills.push_back(qPremultiply(partFill(i).rgba()));
    look.edges.push_back(partColor(i).rgb());
  }
  look.gap = qPremultiply(gapColor().rgba());
  look.reserved = tint(palette()).warning.rgb();
  look.thickness = std::max(1, static_cast<int>(std::round(devicePixelRatioF())));
  look.hasAreas = !showsBands();
  QImage picture = m_curvePicture.picture(look);
  picture.setDevicePixelRatio(devicePixelRatioF());
  painter.drawImage(plotRect().topLeft(), picture);
}

void MemoryChart::drawTicks(QPainter& painter) const {
  const QRectF plot = plotRect();
  const Tint& colors = tint(palette());
  const RulerTicks ticks = rulerTicks(axis(), m_curves->history->bounds.begin, tickLabelSpacing);
  painter.setPen(colors.line);
  painter.drawLine(plot.bottomLeft(), plot.bottomRight());
  for (const RulerTick& tick : ticks.ticks) {
    const double x = plot.left() + tick.x;
    painter.setPen(colors.line);
    painter.drawLine(QPointF(x, plot.bottom()), QPointF(x, plot.bottom() + (tick.isLabeled ? 6 : 3)));
    const QString label = qt(tick.label);
    if (tick.isLabeled && x + 4 + fontMetrics().horizontalAdvance(label) <= viewport()->width()) {
      painter.setPen(colors.quiet);
      painter.drawText(QPointF(x + 4, plot.bottom() + fontMetrics().ascent() + 3), label);
    }
  }
  if (!ticks.baseLabel.empty()) {
    painter.setPen(colors.quiet);
    painter.drawText(QRectF(0, plot.bottom() + 3, plot.left() - 8, fontMetrics().height()), Qt::AlignRight,
                     qt(ticks.baseLabel));
  }
}

void MemoryChart::drawMarks(QPainter& painter) const {
  const QRectF plot = plotRect();
  const TimeAxis time = axis();
  const Tint& colors = tint(palette());
  const int height = fontMetrics().height() + 3;
  std::array<double, DeviceCurves::maxMarkRows> covered{};
  covered.fill(plot.left() - 1);
  for (const PlacedMark& placed : m_curves->marks) {
    const MemoryMark& mark = m_curves->history->marks[placed.mark];
    if (!mark.range.overlaps(m_range)) {
      continue;
    }
    const double left = std::max(plot.left() + time.xOf(mark.range.begin), covered[placed.row]);
    const double right = std::min(plot.left() + time.xOf(mark.range.end), plot.right());
    if (right - left < 1) {
      continue;
    }
    covered[placed.row] = right;
    const QRectF band(left, static_cast<double>(placed.row) * height, right - left, height - 2);
    painter.fillRect(band, palette().color(placed.mark % 2 == 0 ? QPalette::Midlight : QPalette::AlternateBase));
    painter.fillRect(QRectF(left, band.top(), 1, band.height()), colors.quiet);
    constexpr double minLabelWidth = 26;
    if (band.width() >= minLabelWidth) {
      painter.setPen(palette().color(QPalette::Text));
      const QString name = qt(m_curves->history->text(mark.name));
      painter.drawText(band.adjusted(5, 0, -2, 0), Qt::AlignLeft | Qt::AlignVCenter,
                       fontMetrics().elidedText(name, Qt::ElideRight, static_cast<int>(band.width() - 7)));
    }
  }
}

/// One line above the plot: what the areas and the line are.
void MemoryChart::drawLegend(QPainter& painter) const {
  const QRectF plot = plotRect();
  const int size = fontMetrics().height() - 5;
  double x = plot.left();
  const double top = stripHeight() + 4;
  const auto entry = [&](const QBrush& fill, const QColor& edge, const QString& text) {
    painter.setPen(edge);
    painter.setBrush(fill);
    const QRectF key(x + 0.5, top + 2.5, size, size);
    const int width = fontMetrics().horizontalAdvance(text);
    if (x + size + 6 + width > viewport()->width()) {
      return;
    }
    painter.drawRect(key);
    painter.setPen(palette().color(QPalette::Text));
    painter.drawText(QPointF(x + size + 6, top + fontMetrics().ascent()), text);
    x += size + 6 + width + 18;
  };
  if (showsBands()) {
    const QColor quiet = quietColor(TimelinePalette::matching(palette()));
    entry(quiet, quiet, tr("Blocks too small to draw individually"));
  }
  for (std::size_t i = showsBands() ? 0 : m_curves->parts.size(); i-- > 0;) {
    const std::string& name = m_curves->parts[i].name;
    entry(partFill(i), partColor(i), name.empty() ? tr("Allocated") : qt(name));
  }
  if (m_curves->reserved.curve != nullptr) {
    entry(QBrush(gapColor(), Qt::BDiagPattern), tint(palette()).warning, tr("Reserved, not in use"));
  }
}

void MemoryChart::drawFailures(QPainter& painter) const {
  const QRectF plot = plotRect();
  const TimeAxis time = axis();
  const QColor bad = tint(palette()).bad;
  for (const OutOfMemory& failure : m_curves->of().failures) {
    const double x = plot.left() + time.xOf(failure.time);
    if (!isWithin(plot, x)) {
      continue;
    }
    painter.setPen(QPen(bad, 2));
    verticalLine(painter, x, plot);
    const QString text = tr("✕ out of memory: %1 requested").arg(qt(formatBytes(failure.bytes)));
    const int width = fontMetrics().horizontalAdvance(text) + 12;
    const double left = std::clamp(x - width, plot.left(), std::max(plot.left(), plot.right() - width));
    const QRectF flag(left, plot.top() + 2, width, fontMetrics().height() + 4);
    painter.fillRect(flag, bad);
    painter.setPen(isDark(palette()) ? Qt::black : Qt::white);
    painter.drawText(flag, Qt::AlignCenter, text);
  }
}

/// Triangles at the foot, at most one a pixel.
void MemoryChart::drawHighlighted(QPainter& painter) const {
  const QRectF plot = plotRect();
  const TimeAxis time = axis();
  painter.setPen(Qt::NoPen);
  painter.setBrush(tint(palette()).match);
  double last = -1;
  for (const Time moment : m_highlighted) {
    const double x = std::floor(plot.left() + time.xOf(moment)) + 0.5;
    if (x == last || !isWithin(plot, x)) {
      continue;
    }
    last = x;
    constexpr double half = 5;
    painter.drawPolygon(QPolygonF({{x, plot.bottom() - 9}, {x - half, plot.bottom()}, {x + half, plot.bottom()}}));
    painter.fillRect(QRectF(x - 0.5, plot.top(), 1, plot.height()), tint(palette()).match);
  }
}

void MemoryChart::drawMoment(QPainter& painter) const {
  const QRectF plot = plotRect();
  const double x = m_moment ? plot.left() + axis().xOf(*m_moment) : -1;
  if (!m_moment || !isWithin(plot, x)) {
    return;
  }
  const QColor ink = palette().color(QPalette::Text);
  painter.setPen(QPen(ink, 1));
  verticalLine(painter, x, plot);
  const std::int64_t bytes = m_curves->of().allocated.at(*m_moment).value_or(0);
  const double share = static_cast<double>(bytes) / m_scale.unit / m_scale.top;
  painter.setBrush(ink);
  constexpr double radius = 3.5;
  painter.setRenderHint(QPainter::Antialiasing);
  painter.drawEllipse(QPointF(x, plot.bottom() - share * plot.height()), radius, radius);
  painter.setRenderHint(QPainter::Antialiasing, false);
}

void MemoryChart::drawPointed(QPainter& painter) const {
  const QRectF plot = plotRect();
  if (m_drag == Drag::Zoom) {
    QColor fill = tint(palette()).accent;
    const double left = std::clamp(std::min(m_press.x(), m_pointer.x()), plot.left(), plot.right());
    const double right = std::clamp(std::max(m_press.x(), m_pointer.x()), plot.left(), plot.right());
    constexpr float faint = 0.2F;
    fill.setAlphaF(faint);
    painter.fillRect(QRectF(left, plot.top(), right - left, plot.height()), fill);
    return;
  }
  const double x = m_pointed ? plot.left() + axis().xOf(*m_pointed) : -1;
  if (!m_pointed || !isWithin(plot, x) || m_drag != Drag::None) {
    return;
  }
  painter.setPen(QPen(tint(palette()).accent, 1, Qt::DashLine));
  verticalLine(painter, x, plot);
  const HoverCard card = pointedCard();
  const QSize size = card.sizeIn(font());
  constexpr int gap = 12;
  const bool fits = x + gap + size.width() < viewport()->width();
  const int left = static_cast<int>(fits ? x + gap : x - gap - size.width());
  const double wanted = m_pointerIsInside ? m_pointer.y() - size.height() / 2.0 : plot.top();
  const int top = static_cast<int>(std::clamp(wanted, 2.0, std::max(2.0, viewport()->height() - size.height() - 2.0)));
  painter.setRenderHint(QPainter::Antialiasing);
  card.paint(painter, {QPoint(std::max(2, left), top), size}, font(), TimelinePalette::matching(palette()));
  painter.setRenderHint(QPainter::Antialiasing, false);
}

}  // namespace kernline::ui
