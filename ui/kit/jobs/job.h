// SPDX-License-Identifier: GPL-3.0-or-later
// This folder holds work off the GUI thread.
#pragma once

#include "core/model/base/error.h"
#include "core/model/base/progress.h"
#include "ui/kit/jobs/gui_queue.h"
#include "ui/kit/jobs/workers.h"

#include <functional>
#include <memory>
#include <new>
#include <stop_token>
#include <utility>

namespace kernline::ui {

/// A piece of work on a thread of its own, held by the GUI thread. The work gets values, a stop token and a progress
/// sink, never one of our QObjects. Destroying a Job requests the work to stop, never waits for it, and guarantees that
/// its callback does not run any more.
template <typename T>
class Job {
 public:
  using Work = std::move_only_function<Expected<T>(std::stop_token, Progress&)>;
  using Done = std::move_only_function<void(Expected<T>)>;

  Job() = default;

  /// Starts at once. `done` runs on the GUI thread.
  Job(Work work, Done done) : m_state(std::make_shared<State>()) {
    m_state->done = std::move(done);
    startWorker([state = m_state, task = std::move(work)]() mutable {
      auto result = std::make_shared<Expected<T>>(attempt(task, *state));
      task = nullptr;
      GuiQueue::post(
          [state = std::move(state), result = std::move(result)]() mutable { deliver(*state, std::move(result)); });
    });
  }

  Job(Job&& other) noexcept = default;
  Job& operator=(Job&& other) noexcept {
    if (this != &other) {
      abandon();
      m_state = std::move(other.m_state);
    }
    return *this;
  }
  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;
  ~Job() { abandon(); }

  /// Asks the work to end early; its result, most likely Error::Kind::Canceled, still arrives.
  void requestStop() {
    if (m_state) {
      m_state->stop.request_stop();
    }
  }

  /// True until the callback has run.
  [[nodiscard]] bool isRunning() const { return m_state && !m_state->isDelivered; }
  /// Only of a Job that was started.
  [[nodiscard]] const Progress& progress() const { return m_state->progress; }

 private:
  struct State {
    std::stop_source stop;
    Progress progress;
    Done done;                 // GUI thread only
    bool isDelivered = false;  // GUI thread only
  };

  static Expected<T> attempt(Work& work, State& state) {
    try {
      return work(state.stop.get_token(), state.progress);
    } catch (const std::bad_alloc&) {
      return std::unexpected(Error{Error::Kind::OutOfMemory,
                                   Phrase::tr("Not enough memory. Close other files or programs and try again.")});
    }
  }

  static void deliver(State& state, std::shared_ptr<Expected<T>> result) {
    state.isDelivered = true;
    if (Done done = std::exchange(state.done, nullptr)) {
      done(std::move(*result));
    } else {
      disposeInBackground(std::move(result));
    }
  }

  void abandon() {
    if (m_state) {
      m_state->done = nullptr;
      m_state->stop.request_stop();
      m_state.reset();
    }
  }

  std::shared_ptr<State> m_state;
};

}  // namespace kernline::ui
