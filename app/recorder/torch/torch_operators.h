// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/recorder/io/event_lines.h"
#include "app/recorder/io/event_sink.h"
#include "app/recorder/io/recording_clock.h"
#include "app/recorder/io/torch_choice.h"
#include "app/recorder/torch/operator_records.h"

#include <condition_variable>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace kernline::recorder {

/// Records the operators of PyTorch in this process, once it is there: from start to stop, into a sink that is called
/// by a thread of its own. One at a time in a process.
class TorchOperators {
 public:
  using Attached = void (*)();

  /// `sink` must outlive it. `attached` is called when PyTorch has our callbacks: whatever ends the recording with the
  /// program must run before PyTorch forgets them.
  TorchOperators(EventSink& sink, ProcessIdentity process, RecordingClock clock, TorchChoice choice, Attached attached);
  TorchOperators(const TorchOperators&) = delete;
  TorchOperators& operator=(const TorchOperators&) = delete;
  ~TorchOperators();

  /// Ends the recording; all is in the sink. Returns the number of operators that were lost.
  std::uint64_t stop();
  /// Passes on what is there.
  void passOn();
  /// Detaches in a forked child, which lacks the thread.
  void abandon();
  /// Whether operators are to be recorded, but are not yet.
  [[nodiscard]] bool isWaiting();
  /// Time that recording an operator takes, in ns; 0 if none was recorded.
  [[nodiscard]] std::uint64_t cost() const { return m_written > 0 ? m_cost : 0; }
  /// Returns sentences for the person who records, after the end.
  [[nodiscard]] const std::vector<std::string>& notes() const { return m_notes; }

 private:
  enum class State : std::uint8_t { Waiting, Asked, Attached, Impossible };

  static int attachCall(void* unused);
  void attach();
  void askToAttach();
  void work();
  void drain();
  void flush();

  EventSink& m_sink;
  RecordingClock m_clock;
  TorchChoice m_choice;
  Attached m_attached;
  std::mutex m_mutex;  // guards what follows, and reading the rings
  State m_state = State::Waiting;
  bool m_isEnding = false;
  EventLines m_lines;
  std::map<std::uint32_t, OperatorReader> m_readers;
  std::uint64_t m_lost = 0;
  std::uint64_t m_written = 0;
  std::uint64_t m_cost = 0;  // cost of recording an operator, ns
  std::vector<std::string> m_notes;
  std::condition_variable m_changed;
  std::thread m_worker;
};

}  // namespace kernline::recorder
