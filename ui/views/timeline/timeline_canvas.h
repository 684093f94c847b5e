// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/kit/charts/hover_card.h"
#include "ui/kit/charts/timeline_palette.h"
#include "ui/views/timeline/canvas_areas.h"
#include "ui/views/timeline/canvas_head.h"
#include "ui/views/timeline/canvas_keys.h"
#include "ui/views/timeline/canvas_look.h"
#include "ui/views/timeline/range_drag.h"
#include "ui/views/timeline/row_mouse.h"
#include "ui/views/timeline/step_mouse.h"
#include "ui/views/timeline/timeline_scene.h"
#include "ui/views/timeline/title_image.h"
#include "ui/views/timeline/track_frame.h"
#include "ui/views/timeline/zoom_drag.h"

#include <QWidget>

#include <cstddef>
#include <optional>

namespace kernline::ui {

/// The head, the names of the rows and the rows themselves, each painted by a part of its own; and the mouse on them.
class TimelineCanvas : public QWidget {
  Q_OBJECT

 public:
  TimelineCanvas(TimelineScene& scene, QWidget* parent);

  [[nodiscard]] int titleWidth() const { return m_titleWidth; }
  /// Sets the width of row names, in pixels, as far as there is room.
  void setTitleWidth(int width);
  /// The area of the tracks, right of the names and below the ruler.
  [[nodiscard]] QRect tracksRect() const { return areas().tracks(); }
  [[nodiscard]] const HoverCard& hoverCard() const { return m_card; }
  /// Leaves room for something else below the tracks. Logical pixels.
  void setFoot(int height);
  /// Draws a line at a moment that is pointed at elsewhere.
  void showMoment(std::optional<Time> moment);

 Q_SIGNALS:
  void hoverTimeChanged(std::optional<kernline::Time> time);
  void titleWidthChanged(int width);
  void markActivated(std::size_t at);
  void activated(kernline::SpanId span);
  /// An action on a row is requested; `at` is on the screen.
  void rowMenuRequested(kernline::ui::RowId row, QPoint at);
  void spanMenuRequested(QPoint at);  ///< asks for the menu of the selected span
  void stepsMenuRequested(QPoint at);

 protected:
  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;

 private:
  enum class Drag { None, Pending, Pan, Zoom, Choose, Steps, TitleWidth, Row };

  [[nodiscard]] CanvasAreas areas() const;
  [[nodiscard]] CanvasLook look() const;
  void sceneChanged();
  void updateTracksViewport();
  void paintCounters(QPainter& painter, const CanvasLook& look) const;
  void paintOverlay(QPainter& painter, const CanvasLook& look);

  void pressed(QPointF p, Qt::MouseButton button, Qt::KeyboardModifiers modifiers);
  void clickedWhileChoosing(QPointF p, Qt::KeyboardModifiers modifiers);
  bool pressedSteps(const CanvasAreas& places, QPointF p, Qt::MouseButton button);
  void openMenu(QPointF p);
  [[nodiscard]] SpanId spanAt(QPointF p) const;
  [[nodiscard]] const TimelineRow* counterUnderPointer() const;
  [[nodiscard]] HoverCard describe(QPointF p) const;
  void hoverAt(QPointF p);
  void clearHover();
  void updateCursor(QPointF p);

  TimelineScene& m_scene;
  const TimelinePalette* m_palette;
  int m_titleWidth = 220;
  int m_foot = 0;

  CanvasHead m_head;
  TitleImage m_titles;
  TrackFrame m_frame;
  CanvasKeys m_keys;
  RowMouse m_rowMouse;
  RangeDrag m_rangeDrag;
  ZoomDrag m_zoomDrag;
  StepMouse m_stepMouse;

  Drag m_drag = Drag::None;
  QPointF m_pressPosition;
  TimeRange m_pressRange;
  int m_pressScroll = 0;
  double m_wheelRest = 0;
  QPointF m_pointer;
  bool m_pointerIsInside = false;
  std::optional<Time> m_moment;  // pointed at elsewhere
  HoverCard m_card;
  TimeRange m_cardRange;  // visible range when it was made
  int m_cardScroll = 0;
  bool m_showsValues = false;  // whether values of counters are shown at the pointer
};

}  // namespace kernline::ui
