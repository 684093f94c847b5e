// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/kit/charts/held_keys.h"
#include "ui/kit/charts/hover_card.h"
#include "ui/kit/charts/timeline_palette.h"
#include "ui/views/timeline/frame_geometry.h"
#include "ui/views/timeline/glyph_labels.h"
#include "ui/views/timeline/row_drag.h"
#include "ui/views/timeline/step_rows.h"
#include "ui/views/timeline/timeline_scene.h"

#include <QImage>
#include <QWidget>

#include <memory>
#include <optional>

class QKeyEvent;
class QNativeGestureEvent;

namespace kernline::ui {

/// The ruler, the steps, the names of the rows and the rows themselves, painted; and the hands and keys on them.
class TimelineCanvas : public QWidget {
  Q_OBJECT

 public:
  TimelineCanvas(TimelineScene& scene, QWidget* parent);
  ~TimelineCanvas() override;

  [[nodiscard]] int titleWidth() const { return m_titleWidth; }
  /// Where the tracks are, right of the names and below the ruler.
  [[nodiscard]] QRect tracksRect() const;
  [[nodiscard]] const HoverCard& hoverCard() const { return m_card; }
  void fitSelection();
  /// Leaves room for something else below the tracks. Logical pixels.
  void setFoot(int height);
  /// Draws a line at a moment that is pointed at elsewhere.
  void showMoment(std::optional<Time> moment);

 Q_SIGNALS:
  void hoverTimeChanged(std::optional<kernline::Time> time);
  void titleWidthChanged(int width);
  void fitRequested();
  void markActivated(std::size_t at);
  void activated(kernline::SpanId span);
  /// Somebody wants to do something to a row; `at` is on the screen.
  void rowMenuRequested(kernline::ui::RowId row, QPoint at);

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
  void keyPressEvent(QKeyEvent* event) override;
  void keyReleaseEvent(QKeyEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;

 private:
  enum class LabeledBars { All, Hits, Misses };
  enum class Drag { None, Pending, Pan, Zoom, Choose, TitleWidth, PendingRow, Row };

  // Painting
  void renderTracks();
  void addLabels(QPainter& painter);
  void paintAsShapes(QPainter& painter);
  void addLabelsOf(LabeledBars which);
  void paintCounters(QPainter& painter) const;
  void paintHead(QPainter& painter);
  void paintStickyHeader(QPainter& painter) const;
  void paintTitles(QPainter& painter);
  void drawTitles(QPainter& painter, QRect area) const;
  void paintOverlay(QPainter& painter);
  void paintRowDrag(QPainter& painter) const;
  void paintEmpty(QPainter& painter) const;
  void sceneChanged();
  void updateTracksViewport();

  // Places
  [[nodiscard]] QFont rowFont() const;
  [[nodiscard]] int headHeight() const;
  [[nodiscard]] const Step* stepAt(QPointF p) const;
  [[nodiscard]] bool isOnTitleEdge(QPointF p) const;
  [[nodiscard]] QPointF toTracks(QPointF p) const { return p - QPointF(tracksRect().topLeft()); }

  // Hands
  void pressed(QPointF p, Qt::MouseButton button, Qt::KeyboardModifiers modifiers);
  void clicked(QPointF p);
  [[nodiscard]] SpanId spanAt(QPointF p) const;

  // Names of rows
  void pressedTitle(QPointF p, Qt::MouseButton button);
  void draggedTitle(QPointF p);
  void releasedTitle(QPointF p, Drag drag);
  [[nodiscard]] const TimelineRow* titleAt(QPointF p) const;
  [[nodiscard]] bool isOverCounter() const;
  void finishZoom();
  void hoverAt(QPointF p);
  void clearHover();
  [[nodiscard]] HoverCard describe(QPointF p) const;
  [[nodiscard]] QRect cardRect() const;
  void updateCursor(QPointF p);
  void pinch(const QNativeGestureEvent& gesture);

  // The chosen range
  void beginChoosing(QPointF p);
  void chooseUpTo(QPointF p, Qt::KeyboardModifiers modifiers);
  void clickedWhileChoosing(QPointF p, Qt::KeyboardModifiers modifiers);
  [[nodiscard]] Time snapped(QPointF p) const;
  [[nodiscard]] bool isOnChosenEdge(QPointF p) const;
  void paintChosenInHead(QPainter& painter) const;
  void paintMarksInHead(QPainter& painter) const;

  [[nodiscard]] std::optional<std::size_t> markAt(QPointF p) const;

  // Keys
  bool moveByKey(const QKeyEvent& event);
  bool selectByKey(const QKeyEvent& event);
  void walk(SpanId to);
  [[nodiscard]] SpanId walkTarget(int key, Qt::KeyboardModifiers modifiers) const;
  void moveBy(HeldKeys::Motion motion);

  TimelineScene& m_scene;
  const TimelinePalette* m_palette;
  int m_titleWidth = 220;
  int m_foot = 0;

  FrameGeometry m_frame;
  QImage m_tracks;
  QImage m_titles;
  bool m_tracksAreStale = true;
  bool m_titlesAreStale = true;
  StepRows m_steps;
  std::unique_ptr<GlyphLabels> m_labels;
  double m_labelsRatio = 0;

  Drag m_drag = Drag::None;
  QPointF m_pressPosition;
  TimeRange m_pressRange;
  int m_pressScroll = 0;
  Time m_anchor;  // the end of the range being chosen that stays
  RowDrag m_rowDrag;
  double m_wheelRest = 0;
  QPointF m_pointer;
  bool m_pointerIsInside = false;
  std::optional<Time> m_moment;  // pointed at elsewhere
  HoverCard m_card;
  bool m_showsValues = false;  // of counters, where the pointer is
  HeldKeys m_heldKeys;
};

}  // namespace kernline::ui
