// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/timeline/canvas_head.h"

#include "core/model/format/quantity.h"
#include "ui/kit/charts/ruler_ticks.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/language/words.h"
#include "ui/views/timeline/ruler_marks.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace kernline::ui {

namespace {

constexpr int rulerHeight = 26;
constexpr double edgeReach = 4;  // logical pixels around an edge that grab it
constexpr int lengthPadding = 6;
constexpr int bandHeight = 20;
constexpr double labelTop = 2;

/// Figures that would lie under one of `taken` are left out: half a figure reads as another. Those are in the
/// coordinates of the tracks.
void paintTicks(QPainter& painter, const RulerTicks& ruler, QRect area, const TimelinePalette& palette,
                const std::vector<QRectF>& taken) {
  painter.save();
  painter.setClipRect(area);
  for (const RulerTick& tick : ruler.ticks) {
    const int x = area.left() + static_cast<int>(std::lround(tick.x));
    const int markHeight = tick.isLabeled ? 8 : 4;
    painter.fillRect(QRect(x, rulerHeight - markHeight, 1, markHeight),
                     QColor(tick.isLabeled ? palette.dimText : palette.separator));
    const QString label = tick.isLabeled ? qt(tick.label) : QString();
    const int width = painter.fontMetrics().horizontalAdvance(label);
    const QRectF room(x + 4 - area.left(), 0, width, rulerHeight);
    const bool isFree = std::ranges::none_of(taken, [&](const QRectF& other) { return other.intersects(room); });
    if (isFree && x + 4 + width <= area.right() + 1) {
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
  const RulerMarks marks(m_scene.marks(), m_scene.time().axis(), look.rowFont);
  const std::optional<LengthLabel> length = lengthLabel(marks, QFontMetricsF(look.rowFont));
  std::vector<QRectF> taken = marks.boxes();
  if (length) {
    taken.push_back(length->box);
  }
  paintTicks(painter, ruler, areas.ruler(), palette, taken);
  if (m_steps.height() > 0) {
    m_steps.paint(painter,
                  {.band = QRect(0, rulerHeight, width, m_steps.height()),
                   .titleWidth = areas.titleWidth,
                   .axis = m_scene.time().axis(),
                   .palette = palette},
                  m_scene.selection().step());
  }
  if (length) {
    paintChosen(painter, areas, palette, *length);
  }
  painter.save();
  painter.setClipRect(areas.ruler());
  painter.translate(areas.titleWidth, 0);
  marks.paint(painter, palette);
  painter.restore();
  painter.fillRect(QRect(0, height() - 1, width, 1), QColor(palette.separator));
  painter.fillRect(QRect(areas.titleWidth - 1, 0, 1, height()), QColor(palette.separator));
}

/// Paints the length in sight, and the origin of the ticks.
void CanvasHead::paintCorner(QPainter& painter, int titleWidth, const QString& base,
                             const TimelinePalette& palette) const {
  const QRect corner(8, 0, titleWidth - 16, rulerHeight);
  painter.setPen(QColor(palette.dimText));
  painter.drawText(corner, Qt::AlignVCenter | Qt::AlignLeft,
                   Words::tr("%1 visible").arg(qt(formatDuration(m_scene.time().range().length()))));
  painter.setPen(QColor(palette.text));
  painter.drawText(corner, Qt::AlignVCenter | Qt::AlignRight, base.isEmpty() ? QString() : base + QStringLiteral(" +"));
}

/// Returns the label in the middle of the range if it fits, else at its ends or next to a flag, where it covers none.
std::optional<CanvasHead::LengthLabel> CanvasHead::lengthLabel(const RulerMarks& marks,
                                                               const QFontMetricsF& metrics) const {
  if (!m_scene.chosen().range()) {
    return std::nullopt;
  }
  const TimeAxis axis = m_scene.time().axis();
  const TimeRange range = *m_scene.chosen().range();
  const double left = std::clamp(axis.xOf(range.begin), -2.0, axis.width() + 2.0);
  const double right = std::clamp(axis.xOf(range.end), -2.0, axis.width() + 2.0);
  if (right <= 0 || left >= axis.width()) {
    return std::nullopt;
  }
  const QString text = qt(formatDuration(range.length()));
  const double width = metrics.horizontalAdvance(text) + 2.0 * lengthPadding;
  const std::vector<QRectF> flags = marks.boxes();
  const double outside = std::min(right + 2, axis.width() - width);
  std::vector<double> places;
  if (width <= right - left) {
    places = {(left + right - width) / 2, right - 2 - width};
  }
  places.insert(places.end(), {outside, left - 2 - width});
  for (const QRectF& flag : flags) {
    places.insert(places.end(), {flag.right() + 1, flag.left() - 1 - width});
  }
  const auto isFree = [&](double x) {
    const QRectF box(x, labelTop, width, bandHeight);
    return x >= 0 && x + width <= axis.width() &&
           std::ranges::none_of(flags, [&](const QRectF& flag) { return flag.intersects(box); });
  };
  const auto place = std::ranges::find_if(places, isFree);
  return LengthLabel{.band = QRectF(left, 0, std::max(right - left, 1.0), height() - 1),
                     .box = QRectF(place == places.end() ? places.front() : *place, labelTop, width, bandHeight),
                     .text = text};
}

void CanvasHead::paintChosen(QPainter& painter, const CanvasAreas& areas, const TimelinePalette& palette,
                             const LengthLabel& label) {
  painter.save();
  painter.setClipRect(areas.ruler());
  painter.translate(areas.titleWidth, 0);
  QColor fill(palette.accent);
  fill.setAlpha(70);
  painter.fillRect(label.band, fill);
  for (const double x : {label.band.left(), label.band.right() - 2}) {
    painter.fillRect(QRectF(x, 0, 2, label.band.height()), QColor(palette.accent));
  }
  QColor backing(palette.background);
  backing.setAlpha(220);
  painter.fillRect(label.box, backing);
  painter.setPen(QColor(palette.text));
  painter.drawText(label.box, Qt::AlignCenter, label.text);
  painter.restore();
}

}  // namespace kernline::ui
