// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/timeline/row_mouse.h"

#include "ui/views/timeline/row_groups.h"

#include <QApplication>

#include <algorithm>
#include <cmath>
#include <utility>

namespace kernline::ui {

namespace {

constexpr int gapLine = 2;  // pixels
constexpr int gapKnob = 4;
constexpr int edgeScroll = 12;  // pixels a move, while a row is dragged beyond an edge

}  // namespace

const TimelineRow* RowMouse::rowAt(const CanvasAreas& areas, QPointF p) const {
  const bool isOnNames = m_scene.trace() && p.x() >= 0 && !areas.isOverTime(p) && !areas.isInHead(p);
  return isOnNames ? m_scene.rows().rowAt(static_cast<int>(areas.toTracks(p).y())) : nullptr;
}

void RowMouse::press(RowId row, QPointF p) {
  m_drag = {row, std::nullopt};
  m_pressY = p.y();
  m_isDragging = false;
}

void RowMouse::drag(const CanvasAreas& areas, QPointF p) {
  if (!m_isDragging && std::abs(p.y() - m_pressY) < QApplication::startDragDistance()) {
    return;
  }
  m_isDragging = true;
  if (p.y() < areas.headHeight + m_scene.rows().stuckHeight()) {
    m_scene.rows().setScroll(m_scene.rows().scroll() - edgeScroll);
  } else if (p.y() > areas.canvas.height()) {
    m_scene.rows().setScroll(m_scene.rows().scroll() + edgeScroll);
  }
  const int y =
      m_scene.rows().toLayoutY(std::clamp(static_cast<int>(areas.toTracks(p).y()), 0, m_scene.rows().height()));
  m_drag.gap = nearestGap(m_scene.rows().layout(), m_drag.row, y);
}

void RowMouse::release(const CanvasAreas& areas, QPointF p) {
  const RowDrag dragged = std::exchange(m_drag, {});
  if (!std::exchange(m_isDragging, false)) {
    const TimelineRow* row = rowAt(areas, p);
    if (row && row->id == dragged.row && row->canCollapse) {
      m_scene.arranger().toggle(*row);
    }
  } else if (dragged.gap) {
    Arrangement moved = m_scene.arranger().arrangement();
    if (moveRow(m_scene.arranger().allRows(), moved, dragged.row, dragged.gap->before)) {
      m_scene.arranger().arrange(std::move(moved));
    }
  }
}

void RowMouse::paint(QPainter& painter, const CanvasAreas& areas, const TimelinePalette& palette) const {
  const TimelineRow* row = m_isDragging ? m_scene.rows().layout().find(m_drag.row) : nullptr;
  if (!row) {
    return;
  }
  const int origin = areas.headHeight;
  const int width = areas.canvas.width();
  painter.save();
  painter.setClipRect(QRect(0, origin, width, areas.canvas.height() - origin));
  QColor highlight(palette.accent);
  highlight.setAlpha(40);
  painter.fillRect(QRect(0, origin + m_scene.rows().toViewY(*row), areas.titleWidth, row->height), highlight);
  if (m_drag.gap) {
    const int gapY = m_drag.gap->y;
    const int y = origin + (gapY <= m_scene.rows().stuckHeight() && row->top < m_scene.rows().stuckHeight()
                                ? gapY
                                : gapY - m_scene.rows().scroll());
    painter.fillRect(QRect(0, y - gapLine / 2, width, gapLine), QColor(palette.accent));
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(QColor(palette.accent));
    painter.drawEllipse(QPointF(gapKnob + 2, y), gapKnob, gapKnob);
  }
  painter.restore();
}

}  // namespace kernline::ui
