// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/kit/charts/held_keys.h"
#include "ui/views/memory/memory_plot.h"

#include <QAbstractScrollArea>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QObject>
#include <QPointF>
#include <QWheelEvent>
#include <QWidget>

#include <optional>
#include <utility>

namespace kernline::ui {

/// Mouse and keys on a MemoryChart: as on the timeline, except that the wheel zooms, since there is no scrolling. It
/// does not move the chart itself, but emits requests.
class MemoryInput : public QObject {
  Q_OBJECT

 public:
  /// Sees the events of a view before it does, and keeps those that it understands.
  explicit MemoryInput(QAbstractScrollArea& view);

  /// Sets the plot, and the time of the recording; without one there are no requests.
  void setPlot(const MemoryPlot& plot, std::optional<TimeRange> recording);
  /// Asks for a range, or what of it is near the recording.
  void request(TimeRange range);

  /// The place of the pointer, if it is in the widget.
  [[nodiscard]] std::optional<QPointF> pointer() const;
  /// Returns left and right end of the box being dragged to zoom.
  [[nodiscard]] std::optional<std::pair<double, double>> box() const;
  [[nodiscard]] bool isPressed() const { return m_drag != Drag::None; }
  /// Keys brought the focus here, so it must be visible.
  [[nodiscard]] bool showsFocus() const { return m_showsFocus; }

  bool eventFilter(QObject* watched, QEvent* event) override;

 Q_SIGNALS:
  void rangeRequested(kernline::TimeRange range);
  /// The pointer is at a time, or at none any more.
  void pointed(std::optional<kernline::Time> time);
  /// Reports a click at a place of the widget within the width of the plot.
  void clicked(QPointF place);
  /// An arrow key: to the change after or before.
  void stepped(bool forward);

 private:
  enum class Drag { None, Pending, Pan, Zoom };

  bool onViewport(QEvent& event);
  bool onView(QEvent& event);
  void press(QMouseEvent& event);
  void move(const QMouseEvent& event);
  void release(const QMouseEvent& event);
  void turnWheel(QWheelEvent& event);
  bool pressKey(const QKeyEvent& event);
  void zoomAt(double factor, double x);
  void panBy(double widths);
  void moveBy(HeldKeys::Motion motion);

  QWidget& m_viewport;
  MemoryPlot m_plot;
  std::optional<TimeRange> m_recording;

  Drag m_drag = Drag::None;
  QPointF m_press;
  QPointF m_pointer;
  bool m_pointerIsInside = false;
  bool m_showsFocus = false;
  TimeRange m_pressRange;
  HeldKeys m_heldKeys;
};

}  // namespace kernline::ui
