// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <system_error>
#include <thread>
#include <vector>

namespace kernline {

/// Runs what it is given on threads of its own while there are any to be had. The first exception of one of them is
/// rethrown where they are waited for.
class Helpers {
 public:
  Helpers() = default;
  Helpers(const Helpers&) = delete;
  Helpers& operator=(const Helpers&) = delete;
  ~Helpers() = default;

  /// False where no thread can be had: then it does not run. `work` must outlive `wait`.
  template <typename Work>
  [[nodiscard]] bool start(const Work& work) {
    try {
      m_threads.emplace_back([this, &work] { attempt(work); });
    } catch (const std::system_error&) {
      return false;
    }
    return true;
  }

  /// Runs it here, as the others do.
  template <typename Work>
  void attempt(const Work& work) {
    try {
      work();
    } catch (...) {
      if (!m_hasFailed.exchange(true)) {
        m_failure = std::current_exception();
      }
    }
  }

  [[nodiscard]] bool hasFailed() const { return m_hasFailed; }

  void wait() {
    m_threads.clear();
    if (m_failure) {
      std::rethrow_exception(m_failure);
    }
  }

 private:
  std::atomic<bool> m_hasFailed{false};
  std::exception_ptr m_failure;  // exception of the thread that set m_hasFailed
  std::vector<std::jthread> m_threads;
};

/// Calls `work(i)` for each i in [0, count), on up to `threads` threads, the caller's included. Items are taken in
/// order, so put the largest first. If `work` throws, no more items are begun, and the caller gets the exception.
template <typename Work>
void parallelFor(unsigned threads, std::size_t count, const Work& work) {
  std::atomic<std::size_t> next{0};
  Helpers others;
  const auto drain = [&] {
    for (std::size_t i = next.fetch_add(1); i < count && !others.hasFailed(); i = next.fetch_add(1)) {
      work(i);
    }
  };
  const std::size_t wanted = std::min<std::size_t>(std::max(threads, 1U), count);
  for (std::size_t i = 1; i < wanted && others.start(drain); ++i) {
  }
  others.attempt(drain);
  others.wait();
}

/// Calls both, at the same time where a thread can be had.
template <typename First, typename Second>
void inParallel(const First& first, const Second& second) {
  Helpers others;
  const bool isStarted = others.start(second);
  others.attempt(first);
  if (!isStarted) {
    others.attempt(second);
  }
  others.wait();
}

/// Number of spans after which a loop over all of them checks whether it has been stopped: every few hundred
/// microseconds.
inline constexpr std::uint32_t spansBetweenStops = 1U << 16U;

/// Returns the default number of workers of a job.
inline unsigned defaultThreads() {
  return std::max(1U, std::thread::hardware_concurrency());
}

}  // namespace kernline
