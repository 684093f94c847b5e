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

inline void runEventsFor(std::chrono::milliseconds duration) {
  (void)waitUntil([] { return false; }, duration);
}

}  // namespace kernline::test
