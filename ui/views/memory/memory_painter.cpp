// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/memory/memory_painter.h"

#include "core/analysis/memory/memory_moments.h"
#include "core/model/format/quantity.h"
#include "ui/kit/charts/ruler_ticks.h"
#include "ui/kit/charts/timeline_palette.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/language/words.h"
#include "ui/kit/style/theme.h"
#include "ui/views/memory/block_colors.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>

namespace kernline::ui {

MemoryPainter::MemoryPainter(QPainter& painter, Canvas canvas, const MemoryPlot& plot, const DeviceCurves& curves)
    : m_painter(painter),
      m_canvas(std::move(canvas)),
      m_metrics(m_canvas.font),
      m_plot(plot),
      m_curves(curves),
      m_colors(curves.parts.size(), m_canvas.palette) {}

void MemoryPainter::drawVerticalLine(double x) const {
  m_painter.drawLine(QPointF(x, m_plot.rect().top()), QPointF(x, m_plot.rect().bottom()));
}

void MemoryPainter::drawSteps() const {
  const QRectF& plot = m_plot.rect();
  QColor wash = m_canvas.palette.color(QPalette::Text);
  constexpr float faint = 0.035F;
  wash.setAlphaF(faint);
  double covered = plot.left() - 1;
  for (const PlacedMark& placed : m_curves.marks) {
    const TimeRange range = m_curves.history->marks[placed.mark].range;
    if (placed.row != 0 || placed.mark % 2 != 0 || !range.overlaps(m_plot.range())) {
      continue;
    }
    const double left = std::max(m_plot.xOf(range.begin), covered);
    const double right = std::min(m_plot.xOf(range.end), plot.right());
    if (right - left >= 1) {
      m_painter.fillRect(QRectF(left, plot.top(), right - left, plot.height()), wash);
      covered = right;
    }
  }
}

void MemoryPainter::drawTicks() const {
  const QRectF& plot = m_plot.rect();
  const Tint& colors = tint(m_canvas.palette);
  const bool isNumbered = kernline::isNumbered(*m_curves.history);
  const RulerTicks ticks = rulerTicks(m_plot.axis(), m_curves.history->bounds.begin, tickLabelSpacing,
                                      isNumbered ? RulerUnit::Count : RulerUnit::Time);
  m_painter.setPen(colors.line);
  m_painter.drawLine(plot.bottomLeft(), plot.bottomRight());
  for (const RulerTick& tick : ticks.ticks) {
    const double x = plot.left() + tick.x;
    m_painter.setPen(colors.line);
    m_painter.drawLine(QPointF(x, plot.bottom()), QPointF(x, plot.bottom() + (tick.isLabeled ? 6 : 3)));
    const QString label = qt(tick.label);
    if (tick.isLabeled && x + 4 + m_metrics.horizontalAdvance(label) <= m_canvas.size.width()) {
      m_painter.setPen(colors.quiet);
      m_painter.drawText(QPointF(x + 4, plot.bottom() + m_metrics.ascent() + 3), label);
    }
  }
  const QString beside = isNumbered ? Words::tr("event") : qt(ticks.baseLabel);
  if (!beside.isEmpty()) {
    m_painter.setPen(colors.quiet);
    m_painter.drawText(QRectF(0, plot.bottom() + 3, plot.left() - 8, m_metrics.height()), Qt::AlignRight, beside);
  }
}

void MemoryPainter::drawMarks() const {
  const QRectF& plot = m_plot.rect();
  const QPalette& palette = m_canvas.palette;
  const int height = markRowHeight(m_metrics);
  std::array<double, DeviceCurves::maxMarkRows> covered{};
  covered.fill(plot.left() - 1);
  for (const PlacedMark& placed : m_curves.marks) {
    const MemoryMark& mark = m_curves.history->marks[placed.mark];
    if (!mark.range.overlaps(m_plot.range())) {
      continue;
    }
    const double left = std::max(m_plot.xOf(mark.range.begin), covered[placed.row]);
    const double right = std::min(m_plot.xOf(mark.range.end), plot.right());
    if (right - left < 1) {
      continue;
    }
    covered[placed.row] = right;
    const QRectF band(left, static_cast<double>(placed.row) * height, right - left, height - 2);
    m_painter.fillRect(band, palette.color(placed.mark % 2 == 0 ? QPalette::Midlight : QPalette::AlternateBase));
    m_painter.fillRect(QRectF(left, band.top(), 1, band.height()), tint(palette).quiet);
    constexpr double minLabelWidth = 26;
    if (band.width() >= minLabelWidth) {
      m_painter.setPen(palette.color(QPalette::Text));
      const QString name = qt(m_curves.history->text(mark.name));
      m_painter.drawText(band.adjusted(5, 0, -2, 0), Qt::AlignLeft | Qt::AlignVCenter,
                         m_metrics.elidedText(name, Qt::ElideRight, static_cast<int>(band.width() - 7)));
    }
  }
}

void MemoryPainter::drawLegend(bool hasBands) const {
  const int size = m_metrics.height() - 5;
  double x = m_plot.rect().left();
  const double top = static_cast<int>(m_curves.markRows) * markRowHeight(m_metrics) + 4;
  const auto entry = [&](const QBrush& fill, const QColor& edge, const QString& text) {
    m_painter.setPen(edge);
    m_painter.setBrush(fill);
    const QRectF key(x + 0.5, top + 2.5, size, size);
    const int width = m_metrics.horizontalAdvance(text);
    if (x + size + 6 + width > m_canvas.size.width()) {
      return;
    }
    m_painter.drawRect(key);
    m_painter.setPen(m_canvas.palette.color(QPalette::Text));
    m_painter.drawText(QPointF(x + size + 6, top + m_metrics.ascent()), text);
    x += size + 6 + width + 18;
  };
  if (hasBands) {
    const QColor quiet = quietColor(TimelinePalette::matching(m_canvas.palette));
    entry(quiet, quiet, Words::tr("Blocks too small to draw individually"));
  }
  for (std::size_t i = hasBands ? 0 : m_curves.parts.size(); i-- > 0;) {
    const std::string& name = m_curves.parts[i].name;
    entry(m_colors.fill(i), m_colors.edge(i), name.empty() ? Words::tr("Allocated") : qt(name));
  }
  if (m_curves.reserved.curve != nullptr) {
    entry(QBrush(m_colors.gap(), Qt::BDiagPattern), m_colors.reserved(), Words::tr("Reserved, not in use"));
  }
}

void MemoryPainter::drawFailures() const {
  const QRectF& plot = m_plot.rect();
  const QColor bad = tint(m_canvas.palette).bad;
  for (const OutOfMemory& failure : m_curves.of().failures) {
    const double x = m_plot.xOf(failure.time);
    if (!m_plot.shows(x)) {
      continue;
    }
    m_painter.setPen(QPen(bad, 2));
    drawVerticalLine(x);
    const QString text = Words::tr("✕ out of memory: %1 requested").arg(qt(formatBytes(failure.bytes)));
    const int width = m_metrics.horizontalAdvance(text) + 12;
    const double left = std::clamp(x - width, plot.left(), std::max(plot.left(), plot.right() - width));
    const QRectF flag(left, plot.top() + 2, width, m_metrics.height() + 4);
    m_painter.fillRect(flag, bad);
    m_painter.setPen(isDark(m_canvas.palette) ? Qt::black : Qt::white);
    m_painter.drawText(flag, Qt::AlignCenter, text);
  }
}

void MemoryPainter::drawHighlighted(const std::vector<Time>& moments) const {
  const QRectF& plot = m_plot.rect();
  const QColor match = tint(m_canvas.palette).match;
  m_painter.setPen(Qt::NoPen);
  m_painter.setBrush(match);
  double last = -1;
  for (const Time moment : moments) {
    const double x = std::floor(m_plot.xOf(moment)) + 0.5;
    if (x == last || !m_plot.shows(x)) {
      continue;
    }
    last = x;
    constexpr double half = 5;
    m_painter.drawPolygon(QPolygonF({{x, plot.bottom() - 9}, {x - half, plot.bottom()}, {x + half, plot.bottom()}}));
    m_painter.fillRect(QRectF(x - 0.5, plot.top(), 1, plot.height()), match);
  }
}

void MemoryPainter::drawMoment(Time moment) const {
  const double x = m_plot.xOf(moment);
  if (!m_plot.shows(x)) {
    return;
  }
  const QColor ink = m_canvas.palette.color(QPalette::Text);
  m_painter.setPen(QPen(ink, 1));
  drawVerticalLine(x);
  m_painter.setBrush(ink);
  constexpr double radius = 3.5;
  m_painter.setRenderHint(QPainter::Antialiasing);
  m_painter.drawEllipse(QPointF(x, m_plot.yOf(m_curves.of().allocated.at(moment).value_or(0))), radius, radius);
  m_painter.setRenderHint(QPainter::Antialiasing, false);
}

void MemoryPainter::drawBox(std::pair<double, double> box) const {
  const QRectF& plot = m_plot.rect();
  QColor fill = tint(m_canvas.palette).accent;
  const double left = std::clamp(box.first, plot.left(), plot.right());
  const double right = std::clamp(box.second, plot.left(), plot.right());
  constexpr float faint = 0.2F;
  fill.setAlphaF(faint);
  m_painter.fillRect(QRectF(left, plot.top(), right - left, plot.height()), fill);
}

void MemoryPainter::drawPointed(Time time, const HoverCard& card, std::optional<QPointF> pointer) const {
  const QRectF& plot = m_plot.rect();
  const double x = m_plot.xOf(time);
  if (!m_plot.shows(x)) {
    return;
  }
  m_painter.setPen(QPen(tint(m_canvas.palette).accent, 1, Qt::DashLine));
  drawVerticalLine(x);
  const QSize size = card.sizeIn(m_canvas.font);
  constexpr int gap = 12;
  const bool fits = x + gap + size.width() < m_canvas.size.width();
  const int left = static_cast<int>(fits ? x + gap : x - gap - size.width());
  const double wanted = pointer ? pointer->y() - size.height() / 2.0 : plot.top();
  const int top =
      static_cast<int>(std::clamp(wanted, 2.0, std::max(2.0, m_canvas.size.height() - size.height() - 2.0)));
  m_painter.setRenderHint(QPainter::Antialiasing);
  card.paint(m_painter, {QPoint(std::max(2, left), top), size}, m_canvas.font,
             TimelinePalette::matching(m_canvas.palette));
  m_painter.setRenderHint(QPainter::Antialiasing, false);
}

}  // namespace kernline::ui
