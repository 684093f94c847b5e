// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/recorder/io/event_intake.h"
#include "app/recorder/io/event_sink.h"

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

namespace kernline::recorder {

/// Writes on a thread of its own, so that the collection of events never waits for a disk. The caller bounds the
/// waiting bytes by isFull() before reading on.
class BoundedOutput final : public EventIntake {
 public:
  static constexpr std::size_t maxWaitingBytes = 32U << 20U;

  using Text = std::shared_ptr<const std::string>;

  explicit BoundedOutput(EventSink& sink, std::size_t maxWaiting = maxWaitingBytes);
  ~BoundedOutput() override;

  void add(std::string events, const RecordCounts& counts) override;
  void add(Text events, const RecordCounts& counts);
  /// Adds what is in memory anyway: it does not count as waiting.
  void addKept(Text events, const RecordCounts& counts);
  [[nodiscard]] bool isFull() override;
  /// Whether the sink took something no more.
  [[nodiscard]] bool hasFailed();
  /// Waits until everything is written. The sink is the caller's again.
  void finish();

 private:
  struct Part {
    Text events;
    RecordCounts counts;
    std::size_t waitingBytes = 0;
  };

  void add(Part part);
  void run();

  EventSink& m_sink;
  std::size_t m_maxWaiting;
  std::mutex m_mutex;
  std::condition_variable m_changed;
  std::deque<Part> m_waiting;
  std::size_t m_waitingBytes = 0;
  bool m_isOver = false;
  bool m_hasFailed = false;
  std::thread m_thread;
};

}  // namespace kernline::recorder
