// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/charts/wheel_zoom.h"
#include "ui/views/timeline/device_note_rows.h"
#include "ui/views/timeline/timeline_canvas.h"
#include "ui/views/timeline/title_column.h"

#include <QApplication>
#include <QKeyEvent>
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
constexpr double minBoxWidth = 4;  // pixels

}  // namespace

bool TimelineCanvas::isOnTitleEdge(QPointF p) const {
  return std::abs(p.x() - m_titleWidth) <= titleEdgeSlack;
}

void TimelineCanvas::mousePressEvent(QMouseEvent* event) {
  setFocus(Qt::MouseFocusReason);
  if (m_scene.trace() && m_drag == Drag::None) {
    pressed(event->position(), event->button(), event->modifiers());
  }
}

void TimelineCanvas::pressed(QPointF p, Qt::MouseButton button, Qt::KeyboardModifiers modifiers) {
  m_pressPosition = p;
  m_pressRange = m_scene.range();
  m_pressScroll = m_scene.scroll();
  m_pointer = p;
  if (button == Qt::LeftButton && isOnTitleEdge(p)) {
    m_drag = Drag::TitleWidth;
    return;
  }
  if (p.x() < m_titleWidth) {
    pressedTitle(p, button);
    return;
  }
  const bool isOnRuler = p.y() < headHeight();
  if (button == Qt::RightButton) {
    m_drag = Drag::Zoom;
  } else if (button == Qt::LeftButton && (isOnRuler || modifiers.testFlag(Qt::ShiftModifier))) {
    beginChoosing(p);
  } else if (button == Qt::LeftButton || button == Qt::MiddleButton) {
    m_drag = Drag::Pending;
  }
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
      const Duration by{std::llround(-moved.x() * m_scene.axis().nsPerPixel())};
      m_scene.showWithinBounds(shifted(m_pressRange, by));
      m_scene.setScroll(m_pressScroll - static_cast<int>(std::lround(moved.y())));
      break;
    }
    case Drag::Zoom:
      update();
      break;
    case Drag::Choose:
      chooseUpTo(p, event->modifiers());
      break;
    case Drag::PendingRow:
    case Drag::Row:
      draggedTitle(p);
      break;
    case Drag::TitleWidth:
      m_titleWidth = std::clamp(static_cast<int>(p.x()), minTitleWidth, std::max(minTitleWidth, width() / 2));
      updateTracksViewport();
      Q_EMIT titleWidthChanged(m_titleWidth);
      break;
    case Drag::None:
      hoverAt(p);
      updateCursor(p);
      break;
  }
}

void TimelineCanvas::mouseReleaseEvent(QMouseEvent* event) {
  const Drag drag = std::exchange(m_drag, Drag::None);
  m_pointer = event->position();
  const bool hasMoved = (event->position() - m_pressPosition).manhattanLength() >= QApplication::startDragDistance();
  if (drag == Drag::Pending) {
    clicked(event->position());
  } else if (drag == Drag::Zoom) {
    finishZoom();
  } else if (drag == Drag::Choose && !hasMoved) {
    clickedWhileChoosing(event->position(), event->modifiers());
  } else if (drag == Drag::PendingRow || drag == Drag::Row) {
    releasedTitle(event->position(), drag);
  }
  updateCursor(event->position());
  update();
}

void TimelineCanvas::mouseDoubleClickEvent(QMouseEvent* event) {
  const SpanId span =
      tracksRect().contains(event->position().toPoint()) ? m_scene.spanAt(toTracks(event->position())) : SpanId::none;
  if (event->button() == Qt::LeftButton && span != SpanId::none) {
    m_scene.setSelection(span);
    fitSelection();
    Q_EMIT activated(span);
  } else {
    mousePressEvent(event);
  }
}

void TimelineCanvas::clicked(QPointF p) {
  const SpanId span = spanAt(p);
  m_scene.setSelection(span != SpanId::none ? span : blamedAt(m_scene, toTracks(p)));
}

/// What lies under the header that stays above is not pointed at.
SpanId TimelineCanvas::spanAt(QPointF p) const {
  const QPoint local = toTracks(p).toPoint();
  const TimelineRow* row = m_scene.trace() ? m_scene.rowInSight(local.y()) : nullptr;
  const bool isFree = row && row->kind == TimelineRowKind::Track && tracksRect().contains(p.toPoint());
  return isFree ? m_scene.spanAt(toTracks(p)) : SpanId::none;
}

void TimelineCanvas::finishZoom() {
  const QRect tracks = tracksRect();
  const double first = std::clamp(m_pressPosition.x() - tracks.left(), 0.0, static_cast<double>(tracks.width()));
  const double last = std::clamp(m_pointer.x() - tracks.left(), 0.0, static_cast<double>(tracks.width()));
  if (std::abs(last - first) >= minBoxWidth) {
    const TimeAxis axis = m_scene.axis();
    m_scene.showWithinBounds(withMargin({axis.timeAt(std::min(first, last)), axis.timeAt(std::max(first, last))}, 0));
  }
}

void TimelineCanvas::hoverAt(QPointF p) {
  m_pointerIsInside = true;
  if (!m_scene.trace()) {
    return;
  }
  const bool isOverTime = p.x() >= m_titleWidth;
  Q_EMIT hoverTimeChanged(isOverTime ? std::optional(m_scene.axis().timeAt(toTracks(p).x())) : std::nullopt);
  const QRect before = m_card.isEmpty() ? QRect() : cardRect();
  m_scene.setHovered(spanAt(p));
  m_card = describe(p);
  // Values of counters are drawn on all of them; a card alone leaves the rest as it is.
  if (std::exchange(m_showsValues, isOverCounter()) || m_showsValues) {
    update();
    return;
  }
  for (const QRect card : {before, m_card.isEmpty() ? QRect() : cardRect()}) {
    if (!card.isEmpty()) {
      update(card.adjusted(-2, -2, 2, 2));
    }
  }
}

HoverCard TimelineCanvas::describe(QPointF p) const {
  const Trace& trace = *m_scene.trace();
  const QPointF local = toTracks(p);
  const Time time = m_scene.axis().timeAt(local.x());
  if (p.x() < m_titleWidth) {
    const TimelineRow* row = titleAt(p);
    const QString title = row ? TitleColumn(trace, m_scene.layout(), *m_palette, font()).titleOf(*row) : QString();
    return {fontMetrics().horizontalAdvance(title) > m_titleWidth - 50 ? title : QString(), {}};
  }
  if (p.y() < headHeight()) {
    const Step* step = stepAt(p);
    return step == nullptr ? HoverCard{} : describeStep(trace, *step);
  }
  if (m_scene.hovered() != SpanId::none) {
    return describeSpan(trace, m_scene.hovered());
  }
  const TimelineRow* row = m_scene.rowInSight(static_cast<int>(std::floor(local.y())));
  if (row && row->kind == TimelineRowKind::Counter) {
    return describeCounter(trace, row->counter, time);
  }
  if (row && (row->kind == TimelineRowKind::Idle || row->kind == TimelineRowKind::Queue)) {
    return describeNote(m_scene, *row, local.x());
  }
  if (row && row->kind == TimelineRowKind::Track && m_scene.index()) {
    const TimeRange near = m_scene.axis().around(local.x(), 4);
    const std::span<const std::uint32_t> instants = m_scene.index()->instantsOf(row->track);
    const auto at =
        std::ranges::lower_bound(instants, near.begin, {}, [&](std::uint32_t i) { return trace.instants()[i].time; });
    if (at != instants.end() && trace.instants()[*at].time < near.end) {
      return describeInstant(trace, trace.instants()[*at]);
    }
  }
  return {};
}

void TimelineCanvas::clearHover() {
  m_card = {};
  m_scene.setHovered(SpanId::none);
  update();
}

void TimelineCanvas::showMoment(std::optional<Time> moment) {
  if (moment != m_moment) {
    m_moment = moment;
    update();
  }
}

void TimelineCanvas::leaveEvent(QEvent*) {
  m_pointerIsInside = false;
  Q_EMIT hoverTimeChanged(std::nullopt);
  clearHover();
}

void TimelineCanvas::updateCursor(QPointF p) {
  const bool onRuler = p.y() < headHeight() && p.x() > m_titleWidth;
  setCursor(isOnTitleEdge(p) || isOnChosenEdge(p) ? Qt::SplitHCursor : (onRuler ? Qt::IBeamCursor : Qt::ArrowCursor));
}

void TimelineCanvas::wheelEvent(QWheelEvent* event) {
  if (!m_scene.trace()) {
    return;
  }
  const QPoint pixels = event->pixelDelta();
  const QPoint angle = event->angleDelta();
  const QPointF local = toTracks(event->position());
  const bool isSideways = event->modifiers().testFlag(Qt::ShiftModifier) || std::abs(angle.x()) > std::abs(angle.y());
  // Alt turns the wheel sideways on some platforms before Qt sees it; the longer axis is what was meant.
  const int along = std::abs(angle.x()) > std::abs(angle.y()) ? angle.x() : angle.y();
  if (event->modifiers().testFlag(Qt::ControlModifier)) {
    m_scene.zoomAt(std::pow(zoomPerNotch, along / wheelNotch), std::max(local.x(), 0.0));
  } else if (!pixels.isNull()) {
    m_scene.panPixels(isSideways && pixels.x() == 0 ? -pixels.y() : -pixels.x());
    m_scene.setScroll(m_scene.scroll() - (event->modifiers().testFlag(Qt::ShiftModifier) ? 0 : pixels.y()));
  } else if (isSideways) {
    m_scene.panPixels(-along / wheelNotch * panPerNotch * m_scene.axis().width());
  } else {
    m_wheelRest += angle.y() / wheelNotch * scrollPerNotch;
    const int whole = static_cast<int>(m_wheelRest);
    m_wheelRest -= whole;
    m_scene.setScroll(m_scene.scroll() - whole);
  }
  hoverAt(event->position());
  event->accept();
}

bool TimelineCanvas::event(QEvent* event) {
  if (event->type() == QEvent::NativeGesture) {
    pinch(*static_cast<QNativeGestureEvent*>(event));
    return true;
  }
  // Tab walks spans while there is one to walk from; otherwise it leaves the timeline as everywhere else.
  if (event->type() == QEvent::KeyPress && m_scene.selection() != SpanId::none) {
    auto* const key = static_cast<QKeyEvent*>(event);
    if (key->key() == Qt::Key_Tab || key->key() == Qt::Key_Backtab) {
      const SpanId target = walkTarget(key->key(), key->modifiers());
      if (target != SpanId::none) {
        walk(target);
        return true;
      }
    }
  }
  return QWidget::event(event);
}

void TimelineCanvas::pinch(const QNativeGestureEvent& gesture) {
  if (gesture.gestureType() == Qt::ZoomNativeGesture && m_scene.trace()) {
    m_scene.zoomAt(1 / std::max(0.1, 1 + gesture.value()), std::max(toTracks(gesture.position()).x(), 0.0));
  }
}

}  // namespace kernline::ui
