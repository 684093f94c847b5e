// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/recorder/io/recording_writer.h"

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <string>
#include <thread>

namespace kernline::recorder {

/// Writes on a thread of its own, so that the collection of events never waits for a disk. The caller bounds the
/// waiting bytes by isFull() before reading on.
class BoundedOutput {
 public:
  static constexpr std::size_t maxWaitingBytes = 32U << 20U;

  explicit BoundedOutput(RecordingWriter& writer);
  ~BoundedOutput();
  BoundedOutput(const BoundedOutput&) = delete;
  BoundedOutput& operator=(const BoundedOutput&) = delete;
  BoundedOutput(BoundedOutput&&) = delete;
  BoundedOutput& operator=(BoundedOutput&&) = delete;

  void add(std::string events, const RecordCounts& counts);
  [[nodiscard]] bool isFull();
  /// Whether the writer took something no more.
  [[nodiscard]] bool hasFailed();
  /// Waits until everything is written. The writer is the caller's again.
  void finish();

 private:
  struct Part {
    std::string events;
    RecordCounts counts;
  };

  void run();

  RecordingWriter& m_writer;
  std::mutex m_mutex;
  std::condition_variable m_changed;
  std::deque<Part> m_waiting;
  std::size_t m_waitingBytes = 0;
  bool m_isOver = false;
  bool m_hasFailed = false;
  std::thread m_thread;
};

}  // namespace kernline::recorder
