// SPDX-License-Identifier: GPL-3.0-or-later
// Hands and keys on a MemoryChart: as on the timeline, but that there is nothing to scroll, so the wheel zooms.
#include "core/model/format/quantity.h"
#include "ui/kit/charts/wheel_zoom.h"
#include "ui/kit/language/qt_text.h"
#include "ui/views/memory/memory_chart.h"

#include <QAccessible>
#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <utility>

namespace kernline::ui {
namespace {

constexpr double panPerNotch = 0.1;  // widths of the view
constexpr double minBoxWidth = 4;    // pixels

}  // namespace

void MemoryChart::request(TimeRange range) {
  if (m_curves) {
    Q_EMIT rangeRequested(keptWithin(range, m_curves->history->bounds.unitedWith(m_range)));
  }
}

void MemoryChart::zoomAt(double factor, double x) {
  request(zoomed(m_range, factor, axis().timeAt(x)));
}

void MemoryChart::moveBy(HeldKeys::Motion motion) {
  const double x = m_pointerIsInside ? m_pointer.x() - plotRect().left() : plotRect().width() / 2;
  if (motion.zoom != 0) {
    zoomAt(std::exp(-motion.zoom), std::clamp(x, 0.0, plotRect().width()));
  }
  if (motion.pan != 0) {
    request(shifted(m_range, {std::llround(motion.pan * static_cast<double>(m_range.length().ns))}));
  }
}

void MemoryChart::choose(Time moment) {
  setMoment(moment);
  Q_EMIT momentChosen(moment);
}

void MemoryChart::mousePressEvent(QMouseEvent* event) {
  event->accept();  // the scene's items would hold on to the mouse
  m_press = event->position();
  m_pointer = m_press;
  m_pressRange = m_range;
  if (m_curves && m_drag == Drag::None) {
    m_drag = event->button() == Qt::RightButton ? Drag::Zoom : Drag::Pending;
  }
}

void MemoryChart::mouseMoveEvent(QMouseEvent* event) {
  m_pointer = event->position();
  m_pointerIsInside = true;
  if (!m_curves) {
    return;
  }
  if (m_drag == Drag::Pending && (m_pointer - m_press).manhattanLength() >= QApplication::startDragDistance()) {
    m_drag = Drag::Pan;
    viewport()->setCursor(Qt::ClosedHandCursor);
  }
  if (m_drag == Drag::Pan) {
    request(shifted(m_pressRange, {std::llround((m_press.x() - m_pointer.x()) * axis().nsPerPixel())}));
  } else if (m_drag == Drag::None) {
    const QRectF plot = plotRect();
    const bool isOver = m_pointer.x() >= plot.left() && m_pointer.x() <= plot.right();
    const std::optional<Time> time = isOver ? std::optional(axis().timeAt(m_pointer.x() - plot.left())) : std::nullopt;
    setPointed(time);
    Q_EMIT hoverTimeChanged(time);
  }
  viewport()->update();
}

void MemoryChart::mouseReleaseEvent(QMouseEvent* event) {
  const Drag drag = std::exchange(m_drag, Drag::None);
  m_pointer = event->position();
  viewport()->unsetCursor();
  if (!m_curves) {
    return;
  }
  if (drag == Drag::Pending && event->button() == Qt::LeftButton) {
    const QRectF plot = plotRect();
    if (m_pointer.x() >= plot.left() && m_pointer.x() <= plot.right()) {
      choose(momentAt(m_pointer.x()));
      if (const std::optional<std::uint32_t> block = blockAt(m_pointer)) {
        setChosenBlock(block);
        Q_EMIT blockChosen(*block);
      }
    }
  } else if (drag == Drag::Zoom && std::abs(m_pointer.x() - m_press.x()) >= minBoxWidth) {
    const double left = plotRect().left();
    const double first = std::min(m_press.x(), m_pointer.x()) - left;
    const double last = std::max(m_press.x(), m_pointer.x()) - left;
    const TimeAxis time = axis();
    request(withMargin({time.timeAt(first), time.timeAt(last)}, 0));
  }
  viewport()->update();
}

void MemoryChart::mouseDoubleClickEvent(QMouseEvent* event) {
  mousePressEvent(event);
}

void MemoryChart::wheelEvent(QWheelEvent* event) {
  event->accept();
  if (!m_curves) {
    return;
  }
  const QPoint angle = event->angleDelta();
  const bool isSideways = event->modifiers().testFlag(Qt::ShiftModifier) || std::abs(angle.x()) > std::abs(angle.y());
  const int along = std::abs(angle.x()) > std::abs(angle.y()) ? angle.x() : angle.y();
  if (isSideways) {
    const double widths = -along / wheelNotch * panPerNotch;
    request(shifted(m_range, {std::llround(widths * static_cast<double>(m_range.length().ns))}));
  } else {
    const double x = std::clamp(event->position().x() - plotRect().left(), 0.0, plotRect().width());
    zoomAt(std::pow(zoomPerNotch, along / wheelNotch), x);
  }
}

void MemoryChart::leaveEvent(QEvent* event) {
  QChartView::leaveEvent(event);
  m_pointerIsInside = false;
  setPointed(std::nullopt);
  Q_EMIT hoverTimeChanged(std::nullopt);
}

/// Keys that change what is in sight.
bool MemoryChart::moveByKey(const QKeyEvent& event) {
  const double middle = plotRect().width() / 2;
  switch (event.key()) {
    case Qt::Key_Plus:
    case Qt::Key_Equal:
      zoomAt(zoomPerNotch, middle);
      return true;
    case Qt::Key_Minus:
      zoomAt(1 / zoomPerNotch, middle);
      return true;
    case Qt::Key_0:
      request(withMargin(m_curves->history->bounds, 0));
      return true;
    default:
      break;
  }
  if (HeldKeys::isMotionKey(event.key())) {
    if (!event.isAutoRepeat()) {
      m_heldKeys.press(event.key());
    }
    return true;
  }
  return false;
}

/// To the change of the allocated curve before or after the moment.
void MemoryChart::stepMoment(bool forward) {
  const std::vector<Time>& times = m_curves->of().allocated.times;
  if (times.empty()) {
    return;
  }
  const Time from = m_moment.value_or(m_range.begin);
  if (forward) {
    const auto next = std::ranges::upper_bound(times, from);
    choose(next == times.end() ? times.back() : *next);
  } else {
    const auto next = std::ranges::lower_bound(times, from);
    choose(next == times.begin() ? times.front() : *(next - 1));
  }
  if (!m_range.contains(*m_moment)) {
    const Duration half{m_range.length().ns / 2};
    request({*m_moment - half, *m_moment + half});
  }
}

void MemoryChart::keyPressEvent(QKeyEvent* event) {
  const bool isPlain = (event->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier)) == 0;
  if (!m_curves || !isPlain) {
    QWidget::keyPressEvent(event);  // not QChartView's, which scrolls
    return;
  }
  if (moveByKey(*event)) {
    return;
  }
  if (event->key() == Qt::Key_Left || event->key() == Qt::Key_Right) {
    stepMoment(event->key() == Qt::Key_Right);
    return;
  }
  event->ignore();
}

void MemoryChart::keyReleaseEvent(QKeyEvent* event) {
  if (HeldKeys::isMotionKey(event->key()) && !event->isAutoRepeat()) {
    m_heldKeys.release(event->key());
  }
}

void MemoryChart::focusInEvent(QFocusEvent* event) {
  QChartView::focusInEvent(event);
  m_showsFocus = event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason;
  viewport()->update();
}

void MemoryChart::focusOutEvent(QFocusEvent* event) {
  m_heldKeys.releaseAll();
  m_showsFocus = false;
  QChartView::focusOutEvent(event);
  viewport()->update();
}

/// A screen reader hears the chosen moment as the chart's description.
void MemoryChart::describeForReaders() {
  const QString text = m_curves && m_moment ? cardAt(*m_moment).text() : tr("No time selected.");
  if (text != accessibleDescription()) {
    setAccessibleDescription(text);
    QAccessibleEvent changed(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&changed);
  }
}

}  // namespace kernline::ui
