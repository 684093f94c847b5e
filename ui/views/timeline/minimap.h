// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/timeline/timeline_scene.h"

#include <QImage>
#include <QWidget>

namespace kernline::ui {

/// The whole trace in one strip: how busy each device is, where search hits lie, and the visible range, to be moved,
/// stretched at its edges, or put elsewhere by a click.
class Minimap : public QWidget {
  Q_OBJECT

 public:
  Minimap(TimelineScene& scene, QWidget* parent);

  void setTitleWidth(int width);
  [[nodiscard]] QSize sizeHint() const override;
  /// The window onto the visible range, at least wide enough to be grabbed.
  [[nodiscard]] QRectF windowRect() const;

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void changeEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  enum class Grip { None, Window, LeftEdge, RightEdge };

  [[nodiscard]] TimeAxis wholeAxis() const;
  [[nodiscard]] QRect mapRect() const;
  [[nodiscard]] Grip gripAt(double x) const;
  void dragTo(double x);
  void paintActivity();
  void paintTitles(QPainter& painter) const;

  TimelineScene& m_scene;
  int m_titleWidth = 0;
  QImage m_activity;  // null until painted anew
  Grip m_grip = Grip::None;
  double m_pressX = 0;
  TimeRange m_pressRange;
};

}  // namespace kernline::ui
