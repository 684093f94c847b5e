// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/timeline/canvas_head.h"

#include "core/model/format/quantity.h"
#include "ui/kit/charts/ruler_ticks.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/language/words.h"
#include "ui/views/timeline/ruler_marks.h"

#include <algorithm>
#include <cmath>

namespace kernline::ui {

namespace {

constexpr int rulerHeight = 26;
constexpr double edgeReach = 4;  // logical pixels around an edge that grab it
constexpr int lengthPadding = 6;
constexpr int bandHeight = 20;

void paintTicks(QPainter& painter, const RulerTicks& ruler, QRect area, const TimelinePalette& palette) {
  painter.save();
  painter.setClipRect(area);
  for (const RulerTick& tick : ruler.ticks) {
    const int x = area.left() + static_cast<int>(std::lround(tick.x));
    const int markHeight = tick.isLabeled ? 8 : 4;
    painter.fillRect(QRect(x, rulerHeight - markHeight, 1, markHeight),
                     QColor(tick.isLabeled ? palette.dimText : palette.separator));
    const QString label = tick.isLabeled ? qt(tick.label) : QString();
    if (x + 4 + painter.fontMetrics().horizontalAdvance(label) <= area.right() + 1) {  // a cut figure reads as another
      painter.drawText(QPoint(x + 4, rulerHeight - 9), label);
    }
  }
  painter.restore();
}

}  // namespace

int CanvasHead::height() const {
  return rulerHeight + m_steps.height();
}

bool CanvasHead::isOnSteps(const CanvasAreas& areas, QPointF p) const {
  return areas.isInHead(p) && m_steps.rowAt(static_cast<int>(p.y()) - rulerHeight).has_value();
}

std::optional<std::size_t> CanvasHead::stepAt(const CanvasAreas& areas, QPointF p) const {
  return areas.isOverTime(p)
             ? m_steps.at(static_cast<int>(p.y()) - rulerHeight, areas.toTracks(p).x(), m_scene.time().axis())
             : std::nullopt;
}

std::optional<std::size_t> CanvasHead::markAt(const CanvasAreas& areas, const QFont& rowFont, QPointF p) const {
  return areas.isOverTime(p)
             ? RulerMarks(m_scene.marks(), m_scene.time().axis(), rowFont).at(areas.toTracks(p).x(), p.y())
             : std::nullopt;
}

std::optional<Time> CanvasHead::oppositeOfEdgeAt(const CanvasAreas& areas, QPointF p) const {
  if (!m_scene.chosen().range() || !areas.isInHead(p) || !areas.isOverTime(p) || isOnSteps(areas, p)) {
    return std::nullopt;
  }
  const TimeRange range = *m_scene.chosen().range();
  const double x = areas.toTracks(p).x();
  const double toBegin = std::abs(m_scene.time().axis().xOf(range.begin) - x);
  const double toEnd = std::abs(m_scene.time().axis().xOf(range.end) - x);
  if (std::min(toBegin, toEnd) > edgeReach) {
    return std::nullopt;
  }
  return toBegin < toEnd ? range.end : range.begin;
}

void CanvasHead::paint(QPainter& painter, const CanvasAreas& areas, const CanvasLook& look) const {
  const TimelinePalette& palette = look.palette;
  const int width = areas.canvas.width();
  painter.fillRect(QRect(0, 0, width, height()), QColor(palette.background));
  painter.setFont(look.rowFont);
  const RulerTicks ruler = rulerTicks(m_scene.time().axis(), m_scene.trace()->bounds().begin, tickLabelSpacing);
  paintCorner(painter, areas.titleWidth, qt(ruler.baseLabel), palette);
  paintTicks(painter, ruler, areas.ruler(), palette);
  if (m_steps.height() > 0) {
    m_steps.paint(painter,
                  {.band = QRect(0, rulerHeight, width, m_steps.height()),
                   .titleWidth = areas.titleWidth,
                   .axis = m_scene.time().axis(),
                   .palette = palette},
                  m_scene.selection().step());
  }
  paintChosen(painter, areas, palette);
  paintMarks(painter, areas, look);
  painter.fillRect(QRect(0, height() - 1, width, 1), QColor(palette.separator));
  painter.fillRect(QRect(areas.titleWidth - 1, 0, 1, height()), QColor(palette.separator));
}

/// How much is in sight, and what the ticks count from.
void CanvasHead::paintCorner(QPainter& painter, int titleWidth, const QString& base,
                             const TimelinePalette& palette) const {
  const QRect corner(8, 0, titleWidth - 16, rulerHeight);
  painter.setPen(QColor(palette.dimText));
  painter.drawText(corner, Qt::AlignVCenter | Qt::AlignLeft,
                   Words::tr("%1 visible").arg(qt(formatDuration(m_scene.time().range().length()))));
  painter.setPen(QColor(palette.text));
  painter.drawText(corner, Qt::AlignVCenter | Qt::AlignRight, base.isEmpty() ? QString() : base + QStringLiteral(" +"));
}

void CanvasHead::paintMarks(QPainter& painter, const CanvasAreas& areas, const CanvasLook& look) const {
  if (m_scene.marks().empty()) {
    return;
  }
  painter.save();
  painter.setClipRect(areas.ruler());
  painter.translate(areas.titleWidth, 0);
  RulerMarks(m_scene.marks(), m_scene.time().axis(), look.rowFont).paint(painter, look.palette);
  painter.restore();
}

void CanvasHead::paintChosen(QPainter& painter, const CanvasAreas& areas, const TimelinePalette& palette) const {
  if (!m_scene.chosen().range()) {
    return;
  }
  const QRect ruler = areas.ruler();
  const TimeAxis axis = m_scene.time().axis();
  const TimeRange range = *m_scene.chosen().range();
  const double left = std::clamp(axis.xOf(range.begin), -2.0, ruler.width() + 2.0);
  const double right = std::clamp(axis.xOf(range.end), -2.0, ruler.width() + 2.0);
  if (right <= 0 || left >= ruler.width()) {
    return;
  }
  painter.save();
  painter.setClipRect(ruler);
  QColor fill(palette.accent);
  fill.setAlpha(70);
  const QRectF band(ruler.left() + left, 0, std::max(right - left, 1.0), ruler.height() - 1);
  painter.fillRect(band, fill);
  for (const double x : {band.left(), band.right() - 2}) {
    painter.fillRect(QRectF(x, 0, 2, band.height()), QColor(palette.accent));
  }
  const QString length = qt(formatDuration(range.length()));
  const double width = painter.fontMetrics().horizontalAdvance(length) + 2.0 * lengthPadding;
  const bool fits = width <= band.width();
  const QRectF label(fits ? band.center().x() - width / 2 : std::min(band.right() + 2, ruler.right() - width), 2, width,
                     bandHeight);
  QColor backing(palette.background);
  backing.setAlpha(220);
  painter.fillRect(label, backing);
  painter.setPen(QColor(palette.text));
  painter.drawText(label, Qt::AlignCenter, length);
  painter.restore();
}

}  // namespace kernline::ui
