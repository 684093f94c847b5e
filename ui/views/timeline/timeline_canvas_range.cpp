// SPDX-License-Identifier: GPL-3.0-or-later
// Choosing a stretch of time on the canvas, and measuring from one span to another.
#include "core/model/format/quantity.h"
#include "ui/kit/language/qt_text.h"
#include "ui/views/timeline/edge_snap.h"
#include "ui/views/timeline/ruler_marks.h"
#include "ui/views/timeline/timeline_canvas.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace kernline::ui {

namespace {

constexpr double snapReach = 7;  // logical pixels
constexpr double edgeReach = 4;  // logical pixels around an edge that grab it
constexpr int lengthPadding = 6;
constexpr int bandHeight = 20;

}  // namespace

bool TimelineCanvas::isOnChosenEdge(QPointF p) const {
  if (!m_scene.chosenRange() || p.y() >= headHeight() || p.x() < m_titleWidth) {
    return false;
  }
  const double x = toTracks(p).x();
  const TimeAxis axis = m_scene.axis();
  return std::abs(axis.xOf(m_scene.chosenRange()->begin) - x) <= edgeReach ||
         std::abs(axis.xOf(m_scene.chosenRange()->end) - x) <= edgeReach;
}

void TimelineCanvas::beginChoosing(QPointF p) {
  m_drag = Drag::Choose;
  if (isOnChosenEdge(p)) {
    const TimeRange range = *m_scene.chosenRange();
    const TimeAxis axis = m_scene.axis();
    const double x = toTracks(p).x();
    m_anchor = std::abs(axis.xOf(range.begin) - x) < std::abs(axis.xOf(range.end) - x) ? range.end : range.begin;
  } else {
    m_anchor = snapped(p);
  }
}

void TimelineCanvas::chooseUpTo(QPointF p, Qt::KeyboardModifiers modifiers) {
  const double x = std::clamp(toTracks(p).x(), 0.0, static_cast<double>(tracksRect().width()));
  const bool isFree = modifiers.testFlag(Qt::ControlModifier);
  const Time other = isFree ? m_scene.axis().timeAt(x) : snapped(p);
  m_scene.choose(TimeRange{std::min(m_anchor, other), std::max(m_anchor, other)});
  update();
}

/// The edge of a span near `p`, or the time at `p`.
Time TimelineCanvas::snapped(QPointF p) const {
  const double ratio = devicePixelRatioF();
  const QPointF local = toTracks(p) * ratio;
  const TimeAxis axis(m_scene.range(), m_frame.width);
  const double x = std::clamp(local.x(), 0.0, static_cast<double>(m_frame.width));
  const std::optional<double> y = local.y() >= 0 ? std::optional(local.y()) : std::nullopt;
  return EdgeSnap(*m_scene.trace(), m_frame, axis).at(x, y, snapReach * ratio);
}

/// A click on the ruler lets go of the range; one with Shift on a span measures from the selection to there.
void TimelineCanvas::clickedWhileChoosing(QPointF p, Qt::KeyboardModifiers modifiers) {
  if (p.y() < headHeight()) {
    if (const std::optional<std::size_t> mark = markAt(p)) {
      Q_EMIT markActivated(*mark);
    } else if (!isOnChosenEdge(p)) {
      m_scene.choose(std::nullopt);
    }
    return;
  }
  const SpanId span = spanAt(p);
  if (!modifiers.testFlag(Qt::ShiftModifier) || span == SpanId::none) {
    return;
  }
  if (m_scene.selection() == SpanId::none) {
    m_scene.setSelection(span);
  } else if (m_scene.selection() != span) {
    m_scene.measure(m_scene.selection(), span);
  }
}

std::optional<std::size_t> TimelineCanvas::markAt(QPointF p) const {
  return p.x() < m_titleWidth ? std::nullopt
                              : RulerMarks(m_scene.marks(), m_scene.axis(), rowFont()).at(toTracks(p).x(), p.y());
}

void TimelineCanvas::paintMarksInHead(QPainter& painter) const {
  if (m_scene.marks().empty()) {
    return;
  }
  const QRect tracks = tracksRect();
  painter.save();
  painter.setClipRect(QRect(tracks.left(), 0, tracks.width(), headHeight()));
  painter.translate(tracks.left(), 0);
  RulerMarks(m_scene.marks(), m_scene.axis(), rowFont()).paint(painter, *m_palette);
  painter.restore();
}

void TimelineCanvas::paintChosenInHead(QPainter& painter) const {
  if (!m_scene.chosenRange()) {
    return;
  }
  const QRect tracks = tracksRect();
  const TimeAxis axis = m_scene.axis();
  const TimeRange range = *m_scene.chosenRange();
  const double left = std::clamp(axis.xOf(range.begin), -2.0, tracks.width() + 2.0);
  const double right = std::clamp(axis.xOf(range.end), -2.0, tracks.width() + 2.0);
  if (right <= 0 || left >= tracks.width()) {
    return;
  }
  painter.save();
  painter.setClipRect(QRect(tracks.left(), 0, tracks.width(), headHeight()));
  QColor fill(m_palette->accent);
  fill.setAlpha(70);
  const QRectF band(tracks.left() + left, 0, std::max(right - left, 1.0), headHeight() - 1);
  painter.fillRect(band, fill);
  for (const double x : {band.left(), band.right() - 2}) {
    painter.fillRect(QRectF(x, 0, 2, band.height()), QColor(m_palette->accent));
  }
  const QString length = qt(formatDuration(range.length()));
  const double width = painter.fontMetrics().horizontalAdvance(length) + 2.0 * lengthPadding;
  const bool fits = width <= band.width();
  const QRectF label(fits ? band.center().x() - width / 2 : std::min(band.right() + 2, tracks.right() - width), 2,
                     width, bandHeight);
  QColor backing(m_palette->background);
  backing.setAlpha(220);
  painter.fillRect(label, backing);
  painter.setPen(QColor(m_palette->text));
  painter.drawText(label, Qt::AlignCenter, length);
  painter.restore();
}

}  // namespace kernline::ui
