// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/kit/jobs/job.h"
#include "ui/kit/language/core_text.h"

#include <QString>

#include <functional>
#include <utility>

namespace kernline::ui {

/// A job that is shown at work: one line has its activity while it runs and the reason if it fails. Its result goes to
/// its starter. Like a Job, destroying it stops it.
template <typename T>
class ShownJob {
 public:
  using Say = std::function<void(const QString&)>;
  using Done = std::move_only_function<void(T)>;

  explicit ShownJob(Say say) : m_say(std::move(say)) {}

  /// Starts at once, in place of the one before.
  void start(const QString& doing, typename Job<T>::Work work, Done done) {
    m_say(doing);
    m_job = Job<T>(std::move(work), [this, done = std::move(done)](Expected<T> made) mutable {
      if (made) {
        done(std::move(*made));
      } else {
        m_say(coreText(made.error().message));
      }
    });
  }
  /// Its result is no longer needed.
  void drop() { m_job = {}; }
  /// Requests it to end early; its result then is most likely that it was stopped.
  void requestStop() { m_job.requestStop(); }
  [[nodiscard]] bool isRunning() const { return m_job.isRunning(); }

 private:
  Say m_say;
  Job<T> m_job;
};

}  // namespace kernline::ui
