// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/recorder/io/event_lines.h"
#include "app/recorder/io/event_sink.h"
#include "app/recorder/io/record_ring.h"
#include "app/recorder/io/recording_clock.h"
#include "app/recorder/python/nesting_times.h"
#include "app/recorder/python/python_frames.h"
#include "app/recorder/python/stack_spans.h"

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace kernline::recorder {

/// Samples the Python stacks of this process a thousand times a second, from start to stop. The interpreter itself does
/// it, in its main thread between two instructions; while that thread is in native code, the sample waits. One at a
/// time in a process.
class StackSampler {
 public:
  /// Returns the exactly recorded spans of a thread; nullptr if none.
  using NestingOf = NestingTimes* (*)(std::uint32_t thread);

  StackSampler(EventSink& sink, ProcessIdentity process, RecordingClock clock, NestingOf nestingOf);
  StackSampler(const StackSampler&) = delete;
  StackSampler& operator=(const StackSampler&) = delete;
  ~StackSampler();

  /// Ends it; all is in the sink. Returns the number of frames that were lost.
  std::uint64_t stop();
  /// Returns a sentence on why there are no stacks, for the person who records; empty if there are, or the process has
  /// no Python.
  [[nodiscard]] const std::string& problem() const { return m_problem; }
  /// Ends all frames here, begins them anew, and passes on what there is: soon, or when the main thread next is in
  /// Python.
  void cut();
  /// Detaches in a forked child, which lacks the thread.
  void abandon() { m_worker.detach(); }

 private:
  struct Thread {
    explicit Thread(std::uint32_t number) : spans(number) {}

    StackSpans spans;
    NestingTimes own;  // nesting of a thread that records nothing exactly
    bool isThere = true;
  };

  static int sampleCall(void* unused);
  void sample();
  void sample(std::uint32_t number, Thread& thread, std::int64_t asked, std::int64_t now,
              std::span<const std::uint32_t> places);
  void work();
  void drain();

  EventSink& m_sink;
  RecordingClock m_clock;
  NestingOf m_nestingOf;
  std::atomic<std::int64_t> m_asked{0};  // time of the pending request; 0 if none
  std::atomic<bool> m_isCutWanted{false};
  std::atomic<bool> m_isDrainWanted{false};
  RecordRing m_ring;

  // Used only in the interpreter's main thread.
  std::unique_ptr<PythonFrames> m_frames;
  std::map<std::uint32_t, Thread> m_threads;

  std::mutex m_mutex;
  bool m_isEnding = false;
  std::vector<std::string> m_newNames;
  std::string m_problem;
  std::condition_variable m_changed;

  // Used only in the worker.
  std::vector<std::string> m_names;
  EventLines m_lines;
  std::uint64_t m_lost = 0;
  std::thread m_worker;
};

}  // namespace kernline::recorder
