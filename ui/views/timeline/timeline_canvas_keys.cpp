// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/query/lane_spans.h"
#include "ui/views/timeline/timeline_canvas.h"

#include <QKeyEvent>

#include <cmath>

namespace kernline::ui {

namespace {

constexpr double zoomPerPress = 0.8;
constexpr double selectionMargin = 0.6;  // lengths of the selection on both of its sides

}  // namespace

void TimelineCanvas::moveBy(HeldKeys::Motion motion) {
  if (motion.zoom != 0) {
    const double pointerX = m_pointer.x() - m_titleWidth;
    const bool isOver = m_pointerIsInside && pointerX >= 0;
    m_scene.zoomAt(std::exp(-motion.zoom), isOver ? pointerX : m_scene.axis().width() / 2.0);
  }
  if (motion.pan != 0) {
    m_scene.panPixels(motion.pan * m_scene.axis().width());
  }
}

void TimelineCanvas::keyPressEvent(QKeyEvent* event) {
  const bool isPlain = (event->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier)) == 0;
  if (m_scene.trace() && isPlain && (moveByKey(*event) || selectByKey(*event))) {
    return;
  }
  QWidget::keyPressEvent(event);
}

/// Keys that change what is in sight.
bool TimelineCanvas::moveByKey(const QKeyEvent& event) {
  const double middle = m_scene.axis().width() / 2.0;
  switch (event.key()) {
    case Qt::Key_W:
    case Qt::Key_A:
    case Qt::Key_S:
    case Qt::Key_D:
      if (!event.isAutoRepeat()) {
        m_heldKeys.press(event.key());
      }
      return true;
    case Qt::Key_F:
      Q_EMIT fitRequested();
      return true;
    case Qt::Key_0:
      m_scene.fitAll();
      return true;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
      m_scene.zoomAt(zoomPerPress, middle);
      return true;
    case Qt::Key_Minus:
      m_scene.zoomAt(1 / zoomPerPress, middle);
      return true;
    case Qt::Key_PageUp:
      m_scene.setScroll(m_scene.scroll() - m_scene.viewHeight());
      return true;
    case Qt::Key_PageDown:
      m_scene.setScroll(m_scene.scroll() + m_scene.viewHeight());
      return true;
    default:
      return false;
  }
}

/// Keys that mean the selection; none of them does anything without one.
bool TimelineCanvas::selectByKey(const QKeyEvent& event) {
  if (m_scene.selection() == SpanId::none) {
    return false;
  }
  if (event.key() == Qt::Key_Escape) {
    m_scene.setSelection(SpanId::none);
    return true;
  }
  if (event.key() == Qt::Key_Return || event.key() == Qt::Key_Enter) {
    Q_EMIT activated(m_scene.selection());
    return true;
  }
  const SpanId target = walkTarget(event.key(), event.modifiers());
  if (target == SpanId::none) {
    return false;
  }
  walk(target);
  return true;
}

void TimelineCanvas::keyReleaseEvent(QKeyEvent* event) {
  if (HeldKeys::isMotionKey(event->key()) && !event->isAutoRepeat()) {
    m_heldKeys.release(event->key());
    return;
  }
  QWidget::keyReleaseEvent(event);
}

void TimelineCanvas::focusOutEvent(QFocusEvent* event) {
  m_heldKeys.releaseAll();
  QWidget::focusOutEvent(event);
}

SpanId TimelineCanvas::walkTarget(int key, Qt::KeyboardModifiers modifiers) const {
  const SpanId selected = m_scene.selection();
  if (selected == SpanId::none) {
    return SpanId::none;
  }
  const Trace& trace = *m_scene.trace();
  const bool sameName = modifiers.testFlag(Qt::ShiftModifier);
  switch (key) {
    case Qt::Key_Right:
      return sameName ? nextOfSameName(trace, selected) : nextOnLane(trace, selected);
    case Qt::Key_Left:
      return sameName ? previousOfSameName(trace, selected) : previousOnLane(trace, selected);
    case Qt::Key_Tab:
      return nextOnLane(trace, selected);
    case Qt::Key_Backtab:
      return previousOnLane(trace, selected);
    case Qt::Key_Up:
      return trace.parent(selected);
    case Qt::Key_Down:
      return firstChild(trace, selected);
    default:
      return SpanId::none;
  }
}

void TimelineCanvas::walk(SpanId to) {
  m_scene.setSelection(to);
  m_scene.reveal(to);
}

void TimelineCanvas::fitSelection() {
  if (m_scene.trace() && m_scene.selection() != SpanId::none) {
    m_scene.setRange(withMargin(m_scene.trace()->range(m_scene.selection()), selectionMargin));
    m_scene.reveal(m_scene.selection());
  }
}

}  // namespace kernline::ui
