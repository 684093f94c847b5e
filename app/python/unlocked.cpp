// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/python/unlocked.h"

#include "app/python/python_api.h"

#include <chrono>
#include <exception>
#include <future>
#include <new>
#include <thread>

namespace kernline::python {

namespace {

constexpr std::chrono::milliseconds timeBetweenLooks{50};

/// Lets other threads of Python run until its end.
class Unlocked {
 public:
  Unlocked() : m_state(PyEval_SaveThread()) {}
  Unlocked(const Unlocked&) = delete;
  Unlocked& operator=(const Unlocked&) = delete;
  ~Unlocked() { PyEval_RestoreThread(m_state); }

 private:
  PyThreadState* m_state;
};

/// Whether the work has ended within a while.
bool hasEnded(const std::future<void>& end) {
  const Unlocked unlocked;
  return end.wait_for(timeBetweenLooks) == std::future_status::ready;
}

/// Waits for the end of the work; false after Ctrl-C, with its exception set.
bool waitFor(const std::future<void>& end, std::stop_source stop) {
  while (!hasEnded(end)) {
    if (PyErr_CheckSignals() != 0) {
      stop.request_stop();
      const Unlocked unlocked;
      end.wait();
      return false;
    }
  }
  return true;
}

}  // namespace

bool runUnlocked(const std::function<void(const std::stop_token& stop)>& work) {
  try {
    std::stop_source stop;
    std::packaged_task<void()> task([&] { work(stop.get_token()); });
    std::future<void> end = task.get_future();
    const std::jthread thread(std::move(task));
    if (!waitFor(end, stop)) {
      return false;
    }
    end.get();
    return true;
  } catch (const std::bad_alloc&) {
    PyErr_NoMemory();
  } catch (const std::exception& error) {
    PyErr_SetString(PyExc_RuntimeError, error.what());
  }
  return false;
}

}  // namespace kernline::python
