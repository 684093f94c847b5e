// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QEventLoop>

#include <chrono>
#include <thread>

namespace kernline::test {

/// Runs events until `isDone`; false if that takes longer than `timeout`.
template <typename Condition>
[[nodiscard]] bool waitUntil(const Condition& isDone, std::chrono::milliseconds timeout = std::chrono::seconds(10)) {
  QElapsedTimer timer;
  timer.start();
  while (!isDone()) {
    if (timer.elapsed() > timeout.count()) {
      return false;
    }
    QCoreApplication::processEvents(QEventLoop::AllEvents, 10);
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return true;
}

/// Waits until a panel, a page, a window or its data is not busy, and a turn longer, in which charts and layouts show
/// what they were given. False if it is still busy after `timeout`.
template <typename Shown>
[[nodiscard]] bool settles(const Shown& shown, std::chrono::milliseconds timeout = std::chrono::seconds(10)) {
  return waitUntil(
      [&] {
        if (!shown.isBusy()) {
          QCoreApplication::processEvents();
          return !shown.isBusy();
        }
        return false;
      },
      timeout);
}

inline void runEventsFor(std::chrono::milliseconds duration) {
  (void)waitUntil([] { return false; }, duration);
}

}  // namespace kernline::test
