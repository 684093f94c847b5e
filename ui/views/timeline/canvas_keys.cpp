// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/timeline/canvas_keys.h"

#include "core/analysis/query/lane_spans.h"
#include "ui/views/timeline/reveal.h"

#include <cmath>
#include <utility>

namespace kernline::ui {

namespace {

constexpr double zoomPerPress = 0.8;

bool isTab(const QKeyEvent& event) {
  return event.key() == Qt::Key_Tab || event.key() == Qt::Key_Backtab;
}

}  // namespace

CanvasKeys::CanvasKeys(TimelineScene& scene, std::function<std::optional<double>()> zoomPlace)
    : m_scene(scene), m_zoomPlace(std::move(zoomPlace)) {
  connect(&m_heldKeys, &HeldKeys::moved, this, &CanvasKeys::glide);
}

bool CanvasKeys::eventFilter(QObject* /*watched*/, QEvent* event) {
  if (event->type() == QEvent::FocusOut) {
    m_heldKeys.releaseAll();
  } else if (event->type() == QEvent::KeyPress) {
    return press(*static_cast<QKeyEvent*>(event));
  } else if (event->type() == QEvent::KeyRelease) {
    const auto& key = *static_cast<QKeyEvent*>(event);
    if (HeldKeys::isMotionKey(key.key()) && !key.isAutoRepeat()) {
      m_heldKeys.release(key.key());
      return true;
    }
  }
  return false;
}

/// Whether the key has a function here.
bool CanvasKeys::press(const QKeyEvent& event) {
  // Tab walks spans while there is one to walk from; otherwise it leaves the timeline as everywhere else.
  if (isTab(event)) {
    return walkBy(event);
  }
  const bool isPlain = (event.modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier)) == 0;
  return m_scene.trace() && isPlain && (moveBy(event) || selectBy(event));
}

/// Keys that change what is in sight.
bool CanvasKeys::moveBy(const QKeyEvent& event) {
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
      fitSelection(m_scene);
      return true;
    case Qt::Key_0:
      m_scene.time().fitAll();
      return true;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
      m_scene.time().zoom(zoomPerPress);
      return true;
    case Qt::Key_Minus:
      m_scene.time().zoom(1 / zoomPerPress);
      return true;
    case Qt::Key_PageUp:
      m_scene.rows().setScroll(m_scene.rows().scroll() - m_scene.rows().height());
      return true;
    case Qt::Key_PageDown:
      m_scene.rows().setScroll(m_scene.rows().scroll() + m_scene.rows().height());
      return true;
    default:
      return false;
  }
}

void CanvasKeys::glide(HeldKeys::Motion motion) {
  if (motion.zoom != 0) {
    m_scene.time().zoomAt(std::exp(-motion.zoom), m_zoomPlace().value_or(m_scene.time().axis().width() / 2.0));
  }
  if (motion.pan != 0) {
    m_scene.time().pan(motion.pan * m_scene.time().axis().width());
  }
}

/// Keys that mean the selection; none of them does anything without one.
bool CanvasKeys::selectBy(const QKeyEvent& event) {
  if (m_scene.selection().span() == SpanId::none) {
    return m_scene.selection().step() && walkStepsBy(event.key());
  }
  if (event.key() == Qt::Key_Escape) {
    m_scene.selection().select(SpanId::none);
    return true;
  }
  if (event.key() == Qt::Key_Return || event.key() == Qt::Key_Enter) {
    Q_EMIT activated(m_scene.selection().span());
    return true;
  }
  return walkBy(event);
}

/// Handles keys on a step without a span.
bool CanvasKeys::walkStepsBy(int key) {
  if (key == Qt::Key_Left || key == Qt::Key_Right) {
    walkSteps(m_scene, key == Qt::Key_Right);
    return true;
  }
  if (key == Qt::Key_Escape) {
    m_scene.selection().select(SpanId::none);
  }
  return key == Qt::Key_Escape;
}

bool CanvasKeys::walkBy(const QKeyEvent& event) {
  const SpanId target = walkTarget(event.key(), event.modifiers());
  if (target == SpanId::none) {
    return false;
  }
  m_scene.selection().select(target);
  reveal(m_scene, target);
  return true;
}

SpanId CanvasKeys::walkTarget(int key, Qt::KeyboardModifiers modifiers) const {
  const SpanId selected = m_scene.selection().span();
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

}  // namespace kernline::ui
