// SPDX-License-Identifier: GPL-3.0-or-later
// Mouse, wheel and keys of the heat map.
#include "ui/kit/charts/wheel_zoom.h"
#include "ui/views/compare/ranks/heat_view.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace kernline::ui {
namespace {

constexpr double keyZoom = 1.6;

}  // namespace

void HeatView::zoomRows(double factor, int around) {
  const int scroll = m_rows.zoomBy(factor, around);
  updateScrollBars();
  verticalScrollBar()->setValue(scroll);
}

void HeatView::zoomColumns(double factor, int around) {
  const int scroll = m_columns.zoomBy(factor, around);
  updateScrollBars();
  horizontalScrollBar()->setValue(scroll);
}

void HeatView::showAll() {
  m_rows.showAll();
  m_columns.showAll();
  updateScrollBars();
}

void HeatView::scrollContentsBy(int /*dx*/, int /*dy*/) {
  m_rows.setScroll(verticalScrollBar()->value());
  m_columns.setScroll(horizontalScrollBar()->value());
  m_image = QImage();
  viewport()->update();
}

void HeatView::resizeEvent(QResizeEvent* event) {
  QAbstractScrollArea::resizeEvent(event);
  updateScrollBars();
}

void HeatView::changeEvent(QEvent* event) {
  QAbstractScrollArea::changeEvent(event);
  if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
    updateScrollBars();
  }
}

void HeatView::mouseMoveEvent(QMouseEvent* event) {
  if (m_pressed && event->buttons().testFlag(Qt::LeftButton)) {
    const QPoint by = event->position().toPoint() - *m_pressed;
    m_isDragged = m_isDragged || by.manhattanLength() >= QApplication::startDragDistance();
    if (m_isDragged) {
      verticalScrollBar()->setValue(verticalScrollBar()->value() - by.y());
      horizontalScrollBar()->setValue(horizontalScrollBar()->value() - by.x());
      m_pressed = event->position().toPoint();
    }
    return;
  }
  const auto cell = cellAt(event->position());
  viewport()->setCursor(cell ? Qt::PointingHandCursor : Qt::ArrowCursor);
  cell ? QToolTip::showText(event->globalPosition().toPoint(), textOf(*cell), this) : QToolTip::hideText();
}

void HeatView::mousePressEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton) {
    m_pressed = event->position().toPoint();
    m_isDragged = false;
  }
}

void HeatView::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton || !m_pressed) {
    return;
  }
  m_pressed.reset();
  const auto cell = m_isDragged ? std::nullopt : cellAt(event->position());
  if (cell) {
    setCurrent(cell);
    Q_EMIT cellActivated(*cell);
  }
}

/// Zooms one axis: a run may have few steps and many ranks, or the other way round.
void HeatView::wheelEvent(QWheelEvent* event) {
  if (!event->modifiers().testFlag(Qt::ControlModifier)) {
    QAbstractScrollArea::wheelEvent(event);
    return;
  }
  const QPoint delta = event->angleDelta();
  const double notches = (delta.y() != 0 ? delta.y() : delta.x()) / wheelNotch;
  const double factor = std::pow(1 / zoomPerNotch, notches);
  const QPoint at = event->position().toPoint() - grid().topLeft();
  event->modifiers().testFlag(Qt::ShiftModifier) ? zoomColumns(factor, at.x()) : zoomRows(factor, at.y());
  event->accept();
}

std::optional<HeatCell> HeatView::neighbor(int key, Qt::KeyboardModifiers modifiers) const {
  const auto rows = static_cast<std::ptrdiff_t>(m_rows.count());
  const auto columns = static_cast<std::ptrdiff_t>(m_columns.count());
  auto row = m_current ? static_cast<std::ptrdiff_t>(m_rowOf[m_current->place]) : 0;
  auto column = m_current ? static_cast<std::ptrdiff_t>(m_current->step) : 0;
  const auto page = std::max<std::ptrdiff_t>(1, static_cast<std::ptrdiff_t>(m_rows.extent() / m_rows.length()) - 1);
  const std::ptrdiff_t one = m_current ? 1 : 0;  // the first key shows where one is
  const bool isFar = modifiers.testFlag(Qt::ControlModifier);
  switch (key) {
    case Qt::Key_Up:
      row -= one;
      break;
    case Qt::Key_Down:
      row += one;
      break;
    case Qt::Key_Left:
      column -= one;
      break;
    case Qt::Key_Right:
      column += one;
      break;
    case Qt::Key_PageUp:
      row -= page;
      break;
    case Qt::Key_PageDown:
      row += page;
      break;
    case Qt::Key_Home:
      column = 0;
      row = isFar ? 0 : row;
      break;
    case Qt::Key_End:
      column = columns - 1;
      row = isFar ? rows - 1 : row;
      break;
    default:
      return std::nullopt;
  }
  return HeatCell{m_heat.layout.places[static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(row, 0, rows - 1))],
                  static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(column, 0, columns - 1))};
}

void HeatView::keyPressEvent(QKeyEvent* event) {
  if (isEmpty()) {
    QAbstractScrollArea::keyPressEvent(event);
    return;
  }
  const int middle = m_current ? static_cast<int>(m_rows.begin(m_rowOf[m_current->place])) : 0;
  if (const auto cell = neighbor(event->key(), event->modifiers())) {
    setCurrent(cell);
  } else if (event->key() == Qt::Key_Plus || event->key() == Qt::Key_Equal) {
    zoomRows(keyZoom, middle);
  } else if (event->key() == Qt::Key_Minus) {
    zoomRows(1 / keyZoom, middle);
  } else if (event->key() == Qt::Key_0) {
    showAll();
  } else if (m_current && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)) {
    Q_EMIT cellActivated(*m_current);
  } else {
    QAbstractScrollArea::keyPressEvent(event);
  }
}

}  // namespace kernline::ui
