// SPDX-License-Identifier: GPL-3.0-or-later
// The mouse on the canvas.
#include "ui/kit/charts/wheel_zoom.h"
#include "ui/views/timeline/canvas_card.h"
#include "ui/views/timeline/device_note_rows.h"
#include "ui/views/timeline/reveal.h"
#include "ui/views/timeline/span_places.h"
#include "ui/views/timeline/timeline_canvas.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QMouseEvent>
#include <QNativeGestureEvent>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <utility>

namespace kernline::ui {

namespace {

constexpr int scrollPerNotch = 3 * TimelineLayout::laneHeight;
constexpr double panPerNotch = 0.1;  // widths of the view
constexpr int titleEdgeSlack = 4;
constexpr int minTitleWidth = 90;

bool isOnTitleEdge(const CanvasAreas& areas, QPointF p) {
  return std::abs(p.x() - areas.titleWidth) <= titleEdgeSlack;
}

}  // namespace

void TimelineCanvas::mousePressEvent(QMouseEvent* event) {
  setFocus(Qt::MouseFocusReason);
  clearHover();
  if (m_scene.trace() && m_drag == Drag::None) {
    pressed(event->position(), event->button(), event->modifiers());
  }
}

void TimelineCanvas::pressed(QPointF p, Qt::MouseButton button, Qt::KeyboardModifiers modifiers) {
  m_pressPosition = p;
  m_pressRange = m_scene.time().range();
  m_pressScroll = m_scene.rows().scroll();
  m_pointer = p;
  const CanvasAreas places = areas();
  if (button == Qt::LeftButton && isOnTitleEdge(places, p)) {
    m_drag = Drag::TitleWidth;
  } else if (m_head.isOnSteps(places, p) && pressedSteps(places, p, button)) {
    return;
  } else if (!places.isOverTime(p)) {
    const TimelineRow* row = m_rowMouse.rowAt(places, p);
    if (row && button == Qt::LeftButton) {
      m_drag = Drag::Row;
      m_rowMouse.press(row->id, p);
    } else if (row && button == Qt::RightButton) {
      Q_EMIT rowMenuRequested(row->id, mapToGlobal(p.toPoint()));
    }
  } else if (button == Qt::RightButton) {
    m_drag = Drag::Zoom;
    m_zoomDrag.begin(p);
  } else if (button == Qt::LeftButton && (places.isInHead(p) || modifiers.testFlag(Qt::ShiftModifier))) {
    m_drag = Drag::Choose;
    m_rangeDrag.begin(places, p, m_head.oppositeOfEdgeAt(places, p));
  } else if (button == Qt::LeftButton || button == Qt::MiddleButton) {
    m_drag = Drag::Pending;
  }
}

/// Whether the steps, or the names of their rows, handle the press.
bool TimelineCanvas::pressedSteps(const CanvasAreas& places, QPointF p, Qt::MouseButton button) {
  if (!places.isOverTime(p)) {
    Q_EMIT stepsMenuRequested(mapToGlobal(p.toPoint()));
    return true;
  }
  if (button != Qt::LeftButton || !m_stepMouse.press(places, p)) {
    return false;
  }
  m_drag = Drag::Steps;
  return true;
}

void TimelineCanvas::mouseMoveEvent(QMouseEvent* event) {
  const QPointF p = event->position();
  m_pointer = p;
  switch (m_drag) {
    case Drag::Pending:
      if ((p - m_pressPosition).manhattanLength() < QApplication::startDragDistance()) {
        return;
      }
      m_drag = Drag::Pan;
      setCursor(Qt::ClosedHandCursor);
      [[fallthrough]];
    case Drag::Pan: {
      const QPointF moved = p - m_pressPosition;
      const Duration by{std::llround(-moved.x() * m_scene.time().axis().nsPerPixel())};
      m_scene.time().showWithinBounds(shifted(m_pressRange, by));
      m_scene.rows().setScroll(m_pressScroll - static_cast<int>(std::lround(moved.y())));
      break;
    }
    case Drag::Zoom:
      m_zoomDrag.moveTo(p);
      update();
      break;
    case Drag::Choose:
      m_rangeDrag.moveTo(areas(), p, event->modifiers().testFlag(Qt::ControlModifier));
      update();
      break;
    case Drag::Steps:
      m_stepMouse.drag(areas(), p);
      update();
      break;
    case Drag::Row: {
      const bool wasDragging = m_rowMouse.isDragging();
      m_rowMouse.drag(areas(), p);
      if (m_rowMouse.isDragging() && !wasDragging) {
        clearHover();
        setCursor(Qt::ClosedHandCursor);
      }
      update();
      break;
    }
    case Drag::TitleWidth:
      setTitleWidth(std::min(static_cast<int>(p.x()), width() / 2));
      break;
    case Drag::None:
      hoverAt(p);
      updateCursor(p);
      break;
  }
}

void TimelineCanvas::setTitleWidth(int width) {
  m_titleWidth = std::max(width, minTitleWidth);
  updateTracksViewport();
  Q_EMIT titleWidthChanged(m_titleWidth);
}

void TimelineCanvas::mouseReleaseEvent(QMouseEvent* event) {
  const Drag drag = std::exchange(m_drag, Drag::None);
  m_pointer = event->position();
  const bool hasMoved = (event->position() - m_pressPosition).manhattanLength() >= QApplication::startDragDistance();
  if (drag == Drag::Pending) {
    const SpanId span = spanAt(event->position());
    m_scene.selection().select(span != SpanId::none ? span
                                                    : spanOfNoteAt(m_scene, areas().toTracks(event->position())));
  } else if (drag == Drag::Zoom && hasMoved) {
    m_zoomDrag.moveTo(event->position());
    m_zoomDrag.release(areas());
  } else if (drag == Drag::Zoom) {
    openMenu(event->position());
  } else if (drag == Drag::Choose && !hasMoved) {
    clickedWhileChoosing(event->position(), event->modifiers());
  } else if (drag == Drag::Steps) {
    m_stepMouse.release(event->modifiers().testFlag(Qt::ShiftModifier));
  } else if (drag == Drag::Row) {
    m_rowMouse.release(areas(), event->position());
  }
  updateCursor(event->position());
  update();
}

void TimelineCanvas::mouseDoubleClickEvent(QMouseEvent* event) {
  const std::optional<std::size_t> step = m_head.stepAt(areas(), event->position());
  if (event->button() == Qt::LeftButton && step) {
    m_scene.selection().selectStep(*step);
    fitStep(m_scene, *step);
    return;
  }
  const SpanId span = tracksRect().contains(event->position().toPoint())
                          ? ui::spanAt(m_scene, areas().toTracks(event->position()))
                          : SpanId::none;
  if (event->button() == Qt::LeftButton && span != SpanId::none) {
    m_scene.selection().select(span);
    fitSpan(m_scene, span);
    Q_EMIT activated(span);
  } else {
    mousePressEvent(event);
  }
}

/// A click on the ruler lets go of the range; one with Shift on a span measures from the selection to there.
void TimelineCanvas::clickedWhileChoosing(QPointF p, Qt::KeyboardModifiers modifiers) {
  const CanvasAreas places = areas();
  if (places.isInHead(p)) {
    if (const std::optional<std::size_t> mark = m_head.markAt(places, look().rowFont, p)) {
      Q_EMIT markActivated(*mark);
    } else if (!m_head.oppositeOfEdgeAt(places, p)) {
      m_scene.chosen().choose(std::nullopt);
    }
    return;
  }
  const SpanId span = spanAt(p);
  if (!modifiers.testFlag(Qt::ShiftModifier) || span == SpanId::none) {
    return;
  }
  if (m_scene.selection().span() == SpanId::none) {
    m_scene.selection().select(span);
  } else if (m_scene.selection().span() != span) {
    m_scene.chosen().measure(m_scene.selection().span(), span);
  }
}

/// A span below the fixed header is not under the pointer.
SpanId TimelineCanvas::spanAt(QPointF p) const {
  const QPointF local = areas().toTracks(p);
  const TimelineRow* row = m_scene.trace() ? m_scene.rows().rowAt(local.toPoint().y()) : nullptr;
  const bool isFree = row && row->kind == TimelineRowKind::Track && tracksRect().contains(p.toPoint());
  return isFree ? ui::spanAt(m_scene, local) : SpanId::none;
}

/// The row of the counter that is pointed at.
const TimelineRow* TimelineCanvas::counterUnderPointer() const {
  const bool isInside = m_pointerIsInside && m_drag == Drag::None && tracksRect().contains(m_pointer.toPoint());
  const int y = static_cast<int>(areas().toTracks(m_pointer).y());
  const TimelineRow* row = isInside ? m_scene.rows().rowAt(y) : nullptr;
  return row && row->kind == TimelineRowKind::Counter ? row : nullptr;
}

void TimelineCanvas::openMenu(QPointF p) {
  if (m_head.isOnSteps(areas(), p)) {
    Q_EMIT stepsMenuRequested(mapToGlobal(p.toPoint()));
  } else if (const SpanId span = spanAt(p); span != SpanId::none) {
    m_scene.selection().select(span);
    Q_EMIT spanMenuRequested(mapToGlobal(p.toPoint()));
  }
}

void TimelineCanvas::hoverAt(QPointF p) {
  m_pointerIsInside = true;
  if (!m_scene.trace()) {
    return;
  }
  const CanvasAreas places = areas();
  Q_EMIT hoverTimeChanged(places.isOverTime(p) ? std::optional(m_scene.time().axis().timeAt(places.toTracks(p).x()))
                                               : std::nullopt);
  const QFont rowFont = look().rowFont;
  const auto place = [&] {
    return m_card.isEmpty() ? QRect() : m_card.rectBeside(m_pointer.toPoint(), size(), rowFont);
  };
  const QRect before = place();
  m_scene.selection().hover(spanAt(p));
  m_card = describe(p);
  m_cardRange = m_scene.time().range();
  m_cardScroll = m_scene.rows().scroll();
  // Values of counters are drawn on all of them; a card alone leaves the rest as it is.
  if (std::exchange(m_showsValues, counterUnderPointer() != nullptr) || m_showsValues) {
    update();
    return;
  }
  for (const QRect card : {before, place()}) {
    if (!card.isEmpty()) {
      update(card.adjusted(-2, -2, 2, 2));
    }
  }
}

HoverCard TimelineCanvas::describe(QPointF p) const {
  const CanvasAreas places = areas();
  if (!places.isOverTime(p)) {
    if (m_head.isOnSteps(places, p)) {
      return cardOfSteps(m_scene);
    }
    const TimelineRow* row = m_rowMouse.rowAt(places, p);
    return row ? cardOfTitle(m_scene, *row, m_titleWidth, look()) : HoverCard{};
  }
  if (places.isInHead(p)) {
    const std::optional<std::size_t> step = m_head.stepAt(places, p);
    return step ? cardOfStep(m_scene, *step) : HoverCard{};
  }
  return cardOfTracks(m_scene, places.toTracks(p));
}

void TimelineCanvas::clearHover() {
  m_card = {};
  m_scene.selection().hover(SpanId::none);
  update();
}

void TimelineCanvas::leaveEvent(QEvent*) {
  m_pointerIsInside = false;
  Q_EMIT hoverTimeChanged(std::nullopt);
  clearHover();
}

void TimelineCanvas::updateCursor(QPointF p) {
  const CanvasAreas places = areas();
  const bool onRuler = places.isInHead(p) && p.x() > m_titleWidth && !m_head.stepAt(places, p);
  const bool onEdge = isOnTitleEdge(places, p) || m_head.oppositeOfEdgeAt(places, p);
  setCursor(onEdge ? Qt::SplitHCursor : (onRuler ? Qt::IBeamCursor : Qt::ArrowCursor));
}

void TimelineCanvas::wheelEvent(QWheelEvent* event) {
  if (!m_scene.trace()) {
    return;
  }
  const QPoint pixels = event->pixelDelta();
  const QPoint angle = event->angleDelta();
  const QPointF local = areas().toTracks(event->position());
  const bool isSideways = event->modifiers().testFlag(Qt::ShiftModifier) || std::abs(angle.x()) > std::abs(angle.y());
  // Alt turns the wheel sideways on some platforms before Qt sees it; the longer axis is what was meant.
  const int along = std::abs(angle.x()) > std::abs(angle.y()) ? angle.x() : angle.y();
  if (event->modifiers().testFlag(Qt::ControlModifier)) {
    m_scene.time().zoomAt(std::pow(zoomPerNotch, along / wheelNotch), std::max(local.x(), 0.0));
  } else if (!pixels.isNull()) {
    m_scene.time().pan(isSideways && pixels.x() == 0 ? -pixels.y() : -pixels.x());
    m_scene.rows().setScroll(m_scene.rows().scroll() -
                             (event->modifiers().testFlag(Qt::ShiftModifier) ? 0 : pixels.y()));
  } else if (isSideways) {
    m_scene.time().pan(-along / wheelNotch * panPerNotch * m_scene.time().axis().width());
  } else {
    m_wheelRest += angle.y() / wheelNotch * scrollPerNotch;
    const int whole = static_cast<int>(m_wheelRest);
    m_wheelRest -= whole;
    m_scene.rows().setScroll(m_scene.rows().scroll() - whole);
  }
  hoverAt(event->position());
  event->accept();
}

bool TimelineCanvas::event(QEvent* event) {
  if (event->type() != QEvent::NativeGesture) {
    return QWidget::event(event);
  }
  const auto& pinch = *static_cast<QNativeGestureEvent*>(event);
  if (pinch.gestureType() == Qt::ZoomNativeGesture && m_scene.trace()) {
    const double x = areas().toTracks(pinch.position()).x();
    m_scene.time().zoomAt(1 / std::max(0.1, 1 + pinch.value()), std::max(x, 0.0));
  }
  return true;
}

/// The menu key; a press of the right button was answered already, where the names are.
void TimelineCanvas::contextMenuEvent(QContextMenuEvent* event) {
  const bool hasSelection = m_scene.trace() && m_scene.selection().span() != SpanId::none;
  if (event->reason() != QContextMenuEvent::Keyboard || !hasSelection) {
    return;
  }
  const RowId row = rowOf(m_scene.trace()->trackOf(m_scene.selection().span()));
  const TimelineRow* shown = m_scene.rows().layout().find(row);
  const int y = shown ? std::clamp(m_scene.rows().toViewY(*shown), 0, m_scene.rows().height()) : 0;
  Q_EMIT rowMenuRequested(row, mapToGlobal(QPoint(m_titleWidth / 2, tracksRect().top() + y)));
}

}  // namespace kernline::ui
