// SPDX-License-Identifier: GPL-3.0-or-later
// Hands on the names of the rows: click folds, drag reorders, right click offers more.
#include "ui/views/timeline/counter_overlay.h"
#include "ui/views/timeline/timeline_canvas.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QPainter>

#include <algorithm>

namespace kernline::ui {

namespace {

constexpr int gapLine = 2;  // pixels
constexpr int gapKnob = 4;
constexpr int edgeScroll = 12;  // pixels a move, while a row is dragged beyond an edge

}  // namespace

const TimelineRow* TimelineCanvas::titleAt(QPointF p) const {
  const bool isOnNames = m_scene.trace() && p.x() >= 0 && p.x() < m_titleWidth && p.y() >= headHeight();
  return isOnNames ? m_scene.rowInSight(static_cast<int>(toTracks(p).y())) : nullptr;
}

void TimelineCanvas::pressedTitle(QPointF p, Qt::MouseButton button) {
  const TimelineRow* row = titleAt(p);
  if (row && button == Qt::LeftButton) {
    m_drag = Drag::PendingRow;
    m_rowDrag = {row->id, std::nullopt};
  } else if (row && button == Qt::RightButton) {
    clearHover();
    Q_EMIT rowMenuRequested(row->id, mapToGlobal(p.toPoint()));
  }
}

void TimelineCanvas::draggedTitle(QPointF p) {
  if (m_drag == Drag::PendingRow) {
    if (std::abs(p.y() - m_pressPosition.y()) < QApplication::startDragDistance()) {
      return;
    }
    m_drag = Drag::Row;
    clearHover();
    setCursor(Qt::ClosedHandCursor);
  }
  if (p.y() < headHeight() + m_scene.stuckHeight()) {
    m_scene.setScroll(m_scene.scroll() - edgeScroll);
  } else if (p.y() > height()) {
    m_scene.setScroll(m_scene.scroll() + edgeScroll);
  }
  const int y = m_scene.toLayoutY(std::clamp(static_cast<int>(toTracks(p).y()), 0, m_scene.viewHeight()));
  m_rowDrag.gap = nearestGap(m_scene.layout(), m_rowDrag.row, y);
  update();
}

void TimelineCanvas::releasedTitle(QPointF p, Drag drag) {
  const RowDrag dragged = std::exchange(m_rowDrag, {});
  if (drag == Drag::PendingRow) {
    const TimelineRow* row = titleAt(p);
    if (row && row->id == dragged.row && row->canCollapse) {
      m_scene.toggle(TimelineRow(*row));
    }
  } else if (dragged.gap) {
    Arrangement moved = m_scene.arrangement();
    if (moveRow(m_scene.allRows(), moved, dragged.row, dragged.gap->before)) {
      m_scene.arrange(std::move(moved));
    }
  }
}

/// The row that moves is lit, and a line shows where it goes.
void TimelineCanvas::paintRowDrag(QPainter& painter) const {
  const TimelineRow* row = m_drag == Drag::Row ? m_scene.layout().find(m_rowDrag.row) : nullptr;
  if (!row) {
    return;
  }
  const int origin = tracksRect().top();
  painter.save();
  painter.setClipRect(QRect(0, origin, width(), height() - origin));
  QColor highlight(m_palette->accent);
  highlight.setAlpha(40);
  painter.fillRect(QRect(0, origin + m_scene.toViewY(*row), m_titleWidth, row->height), highlight);
  if (m_rowDrag.gap) {
    const int gapY = m_rowDrag.gap->y;
    const int y =
        origin + (gapY <= m_scene.stuckHeight() && row->top < m_scene.stuckHeight() ? gapY : gapY - m_scene.scroll());
    painter.fillRect(QRect(0, y - gapLine / 2, width(), gapLine), QColor(m_palette->accent));
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(QColor(m_palette->accent));
    painter.drawEllipse(QPointF(gapKnob + 2, y), gapKnob, gapKnob);
  }
  painter.restore();
}

bool TimelineCanvas::isOverCounter() const {
  const bool isInside = m_pointerIsInside && m_drag == Drag::None && tracksRect().contains(m_pointer.toPoint());
  const TimelineRow* row = isInside ? m_scene.rowInSight(static_cast<int>(toTracks(m_pointer).y())) : nullptr;
  return row && row->kind == TimelineRowKind::Counter;
}

void TimelineCanvas::paintCounters(QPainter& painter) const {
  if (m_frame.counters.empty()) {
    return;
  }
  painter.setFont(rowFont());
  const CounterOverlay overlay(*m_scene.trace(), m_frame, m_scene.range(), devicePixelRatioF());
  overlay.paintScales(painter, *m_palette);
  if (isOverCounter()) {
    const QPointF local = toTracks(m_pointer);
    overlay.paintValues(painter, *m_palette, m_scene.axis().timeAt(local.x()),
                        m_scene.rowInSight(static_cast<int>(local.y()))->counter);
  }
}

/// The menu key; a press of the right button was answered already, where the names are.
void TimelineCanvas::contextMenuEvent(QContextMenuEvent* event) {
  const bool hasSelection = m_scene.trace() && m_scene.selection() != SpanId::none;
  if (event->reason() != QContextMenuEvent::Keyboard || !hasSelection) {
    return;
  }
  const RowId row = rowOf(m_scene.trace()->trackOf(m_scene.selection()));
  const TimelineRow* shown = m_scene.layout().find(row);
  const int y = shown ? std::clamp(m_scene.toViewY(*shown), 0, m_scene.viewHeight()) : 0;
  Q_EMIT rowMenuRequested(row, mapToGlobal(QPoint(m_titleWidth / 2, tracksRect().top() + y)));
}

}  // namespace kernline::ui
