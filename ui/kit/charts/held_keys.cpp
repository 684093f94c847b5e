// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/charts/held_keys.h"

#include <algorithm>

namespace kernline::ui {

namespace {

constexpr double stepZoom = 0.3;
constexpr double stepPan = 0.12;
constexpr double zoomPerSecond = 2.6;
constexpr double panPerSecond = 1.1;
constexpr int holdDelay = 180;  // ms from the first step to the even motion
constexpr int tickInterval = 16;
constexpr double maxTickSeconds = 0.1;  // s; a stalled machine must not leap

}  // namespace

HeldKeys::HeldKeys() {
  m_timer.setInterval(tickInterval);
  m_timer.setTimerType(Qt::PreciseTimer);
  connect(&m_timer, &QTimer::timeout, this, &HeldKeys::tick);
}

bool HeldKeys::isMotionKey(int key) {
  return key == Qt::Key_W || key == Qt::Key_A || key == Qt::Key_S || key == Qt::Key_D;
}

HeldKeys::Motion HeldKeys::directionOf(int key) {
  switch (key) {
    case Qt::Key_W:
      return {1, 0};
    case Qt::Key_S:
      return {-1, 0};
    case Qt::Key_A:
      return {0, -1};
    case Qt::Key_D:
      return {0, 1};
    default:
      return {};
  }
}

void HeldKeys::press(int key) {
  m_down.insert(key);
  m_sincePress.start();
  m_lastTick = holdDelay;
  m_timer.start();
  const Motion direction = directionOf(key);
  Q_EMIT moved({direction.zoom * stepZoom, direction.pan * stepPan});
}

void HeldKeys::release(int key) {
  m_down.remove(key);
  if (m_down.isEmpty()) {
    m_timer.stop();
  }
}

void HeldKeys::releaseAll() {
  m_down.clear();
  m_timer.stop();
}

void HeldKeys::tick() {
  const qint64 now = m_sincePress.elapsed();
  const double seconds = std::min(static_cast<double>(now - m_lastTick) / 1000, maxTickSeconds);
  if (seconds <= 0) {
    return;
  }
  m_lastTick = now;
  Motion sum;
  for (const int key : m_down) {
    sum.zoom += directionOf(key).zoom;
    sum.pan += directionOf(key).pan;
  }
  Q_EMIT moved({sum.zoom * zoomPerSecond * seconds, sum.pan * panPerSecond * seconds});
}

}  // namespace kernline::ui
