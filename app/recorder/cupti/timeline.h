// SPDX-License-Identifier: Apache-2.0
// This folder turns CUPTI's records, counters and program counters into events.
#pragma once

#include "app/recorder/cupti/launch_watcher.h"
#include "app/recorder/cupti/source_sampler.h"
#include "app/recorder/io/event_lines.h"
#include "app/recorder/io/event_sink.h"
#include "app/recorder/io/recorded_calls.h"
#include "app/recorder/io/recording_clock.h"

#include <chrono>
#include <cstdint>
#include <expected>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace kernline::recorder {

struct TimelineOptions {
  RecordingClock clock{};              ///< the header's
  ProcessIdentity process{};           ///< thisProcess() where there is one process
  std::vector<std::string> devices{};  ///< uuids in the recording's order; empty for this process's own order
  RecordedCalls calls = RecordedCalls::All;
  SourceOptions source{};  ///< source sampling; without an exponent program counters are not sampled
  std::chrono::milliseconds flushPeriod{100};
  std::function<void(const KernelEvent&)> kernels{};  ///< called with each, by a thread of the timeline until stop()
  LaunchWatcher* watcher = nullptr;  ///< sees every launch; outlives the process or all that it launches
  /// Called with the name of each call that returns that memory is exhausted, in the thread that called it.
  void (*outOfMemory)(std::string_view call) = nullptr;
};

/// Records what CUDA does in this process, from start to stop, into a sink: events reach it from a thread of the
/// timeline, at most a flushPeriod and what the formatting takes behind. One at a time in a process. Usage:
///
///     auto writer = RecordingWriter::create(path);       // io/recording_writer.h
///     auto header = describeRecording(command);          // cupti/describe_recording.h
///     (*writer)->begin(*header);
///     auto timeline = Timeline::start(**writer, {.clock = header->clock, .process = thisProcess()});
///     … launch …; cudaDeviceSynchronize();
///     const std::uint64_t dropped = (*timeline)->stop();
///     (*writer)->finish({.dropped = dropped, .ended = "the kernel was recorded", .status = 0});
///
/// start() may be called again after stop(): CUPTI is off in between and free then.
class Timeline {
 public:
  /// The error is a sentence: what is missing or in the way, and what to do. `sink` must outlive the timeline.
  static std::expected<std::unique_ptr<Timeline>, std::string> start(EventSink& sink, TimelineOptions options);
  Timeline(const Timeline&) = delete;
  Timeline& operator=(const Timeline&) = delete;
  ~Timeline();

  /// Puts what was recorded so far into the sink; waits for what the GPUs have not finished, at most `patience`.
  /// Returns whether all is there. With `atOnce`, what is not finished then is given up, and counts as in flight.
  bool flush(std::chrono::milliseconds patience, bool atOnce);
  /// Ends the recording; what the GPUs finish within `patience` is in the sink. The number of records that were lost
  /// for want of room or because the sink took no more.
  std::uint64_t stop(std::chrono::milliseconds patience = {});
  /// The number of activities that had not ended when flush() or stop() gave them up.
  [[nodiscard]] std::uint64_t inFlight() const;
  /// Lost so far.
  [[nodiscard]] std::uint64_t dropped() const;
  /// Returns sentences for the person who records, after the end.
  [[nodiscard]] std::vector<std::string> notes() const;
  /// Whether the sink still takes events.
  [[nodiscard]] bool isTaken() const;

 private:
  struct State;
  explicit Timeline(std::unique_ptr<State> state);
  std::unique_ptr<State> m_state;
};

/// This process, alone in its recording.
ProcessIdentity thisProcess();

}  // namespace kernline::recorder
