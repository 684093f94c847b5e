// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QSet>
#include <QTimer>

namespace kernline::ui {

/// The property of a widget that W, A, S and D move itself.
constexpr auto ownMotionKeys = "ownMotionKeys";

/// W, A, S and D while they are down: one step at once, then, if held, an even motion until they are let go.
class HeldKeys : public QObject {
  Q_OBJECT

 public:
  /// A zoom in powers of e (positive: in) and a way in widths of the view (positive: to later times).
  struct Motion {
    double zoom = 0;
    double pan = 0;
  };

  HeldKeys();

  [[nodiscard]] static bool isMotionKey(int key);
  void press(int key);
  void release(int key);
  void releaseAll();

 Q_SIGNALS:
  void moved(kernline::ui::HeldKeys::Motion motion);

 private:
  [[nodiscard]] static Motion directionOf(int key);
  void tick();

  QSet<int> m_down;
  QTimer m_timer;
  QElapsedTimer m_sincePress;
  qint64 m_lastTick = 0;  // ms since the press
};

}  // namespace kernline::ui
