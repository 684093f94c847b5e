// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/memory/memory_input.h"

#include "ui/kit/charts/wheel_zoom.h"

#include <QApplication>
#include <QFocusEvent>

#include <algorithm>
#include <cmath>
#include <utility>

namespace kernline::ui {
namespace {

constexpr double panPerNotch = 0.1;  // widths of the view
constexpr double minBoxWidth = 4;    // pixels

}  // namespace

MemoryInput::MemoryInput(QAbstractScrollArea& view) : m_viewport(*view.viewport()) {
  view.setProperty(ownMotionKeys, true);
  view.installEventFilter(this);
  m_viewport.installEventFilter(this);
  connect(&m_heldKeys, &HeldKeys::moved, this, &MemoryInput::moveBy);
}

void MemoryInput::setPlot(const MemoryPlot& plot, std::optional<TimeRange> recording) {
  m_plot = plot;
  m_recording = recording;
}

void MemoryInput::request(TimeRange range) {
  if (m_recording) {
    Q_EMIT rangeRequested(keptWithin(range, m_recording->unitedWith(m_plot.range())));
  }
}

std::optional<QPointF> MemoryInput::pointer() const {
  return m_pointerIsInside ? std::optional(m_pointer) : std::nullopt;
}

std::optional<std::pair<double, double>> MemoryInput::box() const {
  if (m_drag != Drag::Zoom) {
    return std::nullopt;
  }
  return std::pair(std::min(m_press.x(), m_pointer.x()), std::max(m_press.x(), m_pointer.x()));
}

bool MemoryInput::eventFilter(QObject* watched, QEvent* event) {
  return watched == &m_viewport ? onViewport(*event) : onView(*event);
}

bool MemoryInput::onViewport(QEvent& event) {
  switch (event.type()) {
    case QEvent::MouseButtonPress:
    case QEvent::MouseButtonDblClick:
      press(static_cast<QMouseEvent&>(event));
      return true;
    case QEvent::MouseMove:
      move(static_cast<QMouseEvent&>(event));
      return true;
    case QEvent::MouseButtonRelease:
      release(static_cast<QMouseEvent&>(event));
      return true;
    case QEvent::Wheel:
      turnWheel(static_cast<QWheelEvent&>(event));
      return true;
    default:
      return false;
  }
}

bool MemoryInput::onView(QEvent& event) {
  switch (event.type()) {
    case QEvent::KeyPress:
      return pressKey(static_cast<QKeyEvent&>(event));
    case QEvent::KeyRelease: {
      const auto& key = static_cast<QKeyEvent&>(event);
      if (HeldKeys::isMotionKey(key.key()) && !key.isAutoRepeat()) {
        m_heldKeys.release(key.key());
      }
      return true;
    }
    case QEvent::FocusIn: {
      const Qt::FocusReason reason = static_cast<QFocusEvent&>(event).reason();
      m_showsFocus = reason == Qt::TabFocusReason || reason == Qt::BacktabFocusReason;
      m_viewport.update();
      return false;
    }
    case QEvent::FocusOut:
      m_heldKeys.releaseAll();
      m_showsFocus = false;
      m_viewport.update();
      return false;
    case QEvent::Leave:
      m_pointerIsInside = false;
      Q_EMIT pointed(std::nullopt);
      return false;
    default:
      return false;
  }
}

void MemoryInput::press(QMouseEvent& event) {
  event.accept();  // the scene's items would hold on to the mouse
  m_press = event.position();
  m_pointer = m_press;
  m_pressRange = m_plot.range();
  if (m_recording && m_drag == Drag::None) {
    m_drag = event.button() == Qt::RightButton ? Drag::Zoom : Drag::Pending;
  }
}

void MemoryInput::move(const QMouseEvent& event) {
  m_pointer = event.position();
  m_pointerIsInside = true;
  if (!m_recording) {
    return;
  }
  if (m_drag == Drag::Pending && (m_pointer - m_press).manhattanLength() >= QApplication::startDragDistance()) {
    m_drag = Drag::Pan;
    m_viewport.setCursor(Qt::ClosedHandCursor);
  }
  if (m_drag == Drag::Pan) {
    request(shifted(m_pressRange, {std::llround((m_press.x() - m_pointer.x()) * m_plot.axis().nsPerPixel())}));
  } else if (m_drag == Drag::None) {
    Q_EMIT pointed(m_plot.spans(m_pointer.x()) ? std::optional(m_plot.timeAt(m_pointer.x())) : std::nullopt);
  }
  m_viewport.update();
}

void MemoryInput::release(const QMouseEvent& event) {
  m_pointer = event.position();
  const std::optional<std::pair<double, double>> dragged = box();
  const Drag drag = std::exchange(m_drag, Drag::None);
  m_viewport.unsetCursor();
  if (!m_recording) {
    return;
  }
  if (drag == Drag::Pending && event.button() == Qt::LeftButton) {
    if (m_plot.spans(m_pointer.x())) {
      Q_EMIT clicked(m_pointer);
    }
  } else if (dragged && dragged->second - dragged->first >= minBoxWidth) {
    request(withMargin({m_plot.timeAt(dragged->first), m_plot.timeAt(dragged->second)}, 0));
  }
  m_viewport.update();
}

void MemoryInput::turnWheel(QWheelEvent& event) {
  event.accept();
  if (!m_recording) {
    return;
  }
  const QPoint angle = event.angleDelta();
  const bool isSideways = event.modifiers().testFlag(Qt::ShiftModifier) || std::abs(angle.x()) > std::abs(angle.y());
  const int along = std::abs(angle.x()) > std::abs(angle.y()) ? angle.x() : angle.y();
  if (isSideways) {
    panBy(-along / wheelNotch * panPerNotch);
  } else {
    zoomAt(std::pow(zoomPerNotch, along / wheelNotch), event.position().x());
  }
}

/// Other keys are left to the view.
bool MemoryInput::pressKey(const QKeyEvent& event) {
  const bool isPlain = (event.modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier)) == 0;
  if (!m_recording || !isPlain) {
    return false;
  }
  const double middle = m_plot.rect().center().x();
  switch (event.key()) {
    case Qt::Key_Plus:
    case Qt::Key_Equal:
      zoomAt(zoomPerNotch, middle);
      return true;
    case Qt::Key_Minus:
      zoomAt(1 / zoomPerNotch, middle);
      return true;
    case Qt::Key_0:
      request(withMargin(*m_recording, 0));
      return true;
    case Qt::Key_Left:
    case Qt::Key_Right:
      Q_EMIT stepped(event.key() == Qt::Key_Right);
      return true;
    default:
      break;
  }
  if (!HeldKeys::isMotionKey(event.key())) {
    return false;
  }
  if (!event.isAutoRepeat()) {
    m_heldKeys.press(event.key());
  }
  return true;
}

/// Zooms around a place of the widget, or the nearest in the plot.
void MemoryInput::zoomAt(double factor, double x) {
  const double within = std::clamp(x - m_plot.rect().left(), 0.0, m_plot.rect().width());
  request(zoomed(m_plot.range(), factor, m_plot.axis().timeAt(within)));
}

void MemoryInput::panBy(double widths) {
  const TimeRange range = m_plot.range();
  request(shifted(range, {std::llround(widths * static_cast<double>(range.length().ns))}));
}

void MemoryInput::moveBy(HeldKeys::Motion motion) {
  if (motion.zoom != 0) {
    zoomAt(std::exp(-motion.zoom), m_pointerIsInside ? m_pointer.x() : m_plot.rect().center().x());
  }
  if (motion.pan != 0) {
    panBy(motion.pan);
  }
}

}  // namespace kernline::ui
