// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/jobs/workers.h"

#include <condition_variable>
#include <mutex>
#include <thread>
#include <utility>

namespace kernline::ui {
namespace {

struct Census {
  std::mutex mutex;
  std::condition_variable changed;
  int running = 0;
};

Census& census() {
  // Never destroyed: a worker that outlives `waitForWorkers` still signs off here.
  static auto* const instance = new Census;
  return *instance;
}

void signOff() {
  const std::scoped_lock lock(census().mutex);
  --census().running;
  census().changed.notify_all();
}

}  // namespace

void startWorker(std::move_only_function<void()> work) {
  {
    const std::scoped_lock lock(census().mutex);
    ++census().running;
  }
  std::thread([task = std::move(work)]() mutable {
    task();
    task = nullptr;  // destroys what the task owns before it counts as ended
    signOff();
  }).detach();
}

bool waitForWorkers(std::chrono::milliseconds timeout) {
  std::unique_lock lock(census().mutex);
  return census().changed.wait_for(lock, timeout, [] { return census().running == 0; });
}

void disposeInBackground(std::shared_ptr<const void> value) {
  if (value && value.use_count() == 1) {
    startWorker([owned = std::move(value)]() mutable { owned.reset(); });
  }
}

}  // namespace kernline::ui
