// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QToolButton>

namespace kernline::ui {

class TimelineCanvas;
class TimelineScene;

/// Says below the tracks how many rows are out of sight on purpose; a click brings them back.
class RowsHint : public QToolButton {
  Q_OBJECT

 public:
  RowsHint(TimelineScene& scene, TimelineCanvas& canvas);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  void updateText();
  void place();

  TimelineScene& m_scene;
  TimelineCanvas& m_canvas;
};

}  // namespace kernline::ui
