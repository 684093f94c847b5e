// SPDX-License-Identifier: Apache-2.0
// This folder holds the library that CUDA and NVTX load into a recorded program.
#pragma once

#include "app/recorder/cupti/launch_watcher.h"
#include "app/recorder/cupti/timeline.h"
#include "app/recorder/io/event_sink.h"
#include "app/recorder/io/frames.h"
#include "app/recorder/io/torch_choice.h"
#include "app/recorder/io/unix_socket.h"
#include "app/recorder/python/stack_sampler.h"
#include "app/recorder/torch/torch_operators.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

namespace kernline::recorder {

/// The recording of the process that this library was loaded into. The process must not notice it: no signal handlers,
/// no output, and failures end only the recording.
class Session final : public EventSink {
 public:
  /// Called after CUPTI has begun in this process, and before the program's end would be too late for it.
  using AtStart = void (*)();

  /// Environment variables by name (recorded_environment.h).
  using Variables = std::map<std::string, std::string>;

  /// The variables of this process.
  static Variables environment();
  /// Connects to the recorder that the variables name; null if there is none that answers.
  static std::unique_ptr<Session> connect(const Variables& variables);
  ~Session() override;

  /// Begins, at once or after the requested delay.
  void begin(AtStart atStart);
  /// Has CUDA calls that find no memory reported, from begin() on; see TimelineOptions.
  void reportOutOfMemory(void (*report)(std::string_view call)) { m_options.outOfMemory = report; }
  /// Sends what there is, for which GPUs have `patience`; see Timeline::flush(). Returns whether that was all. Nothing
  /// happens while a recording begins or ends.
  bool flush(std::chrono::milliseconds patience, bool atOnce);
  /// Whether all that is chosen is being recorded, or cannot be.
  [[nodiscard]] bool isRecording();
  /// Whether it ended, by the recorder's wish or by end().
  [[nodiscard]] bool isOver();
  /// Returns the reason why it could not begin; empty if there is no problem so far.
  [[nodiscard]] const std::string& problem() const { return m_problem; }
  /// Sends what there is and says good-bye. Once.
  void end();
  /// Lets go of the parent's recording, in a forked child.
  void abandon();

  bool write(std::string_view events, const RecordCounts& counts) override;

 private:
  explicit Session(Descriptor socket);
  bool handshake(const Variables& variables);
  void startTimeline();
  void listen();
  bool send(FrameKind kind, std::string_view body, const RecordCounts& counts = {});
  void obey(const Frame& frame);
  void stopTimeline();
  void sendLosses(std::uint64_t dropped, std::uint64_t inFlight);

  Descriptor m_socket;
  AtStart m_atStart = nullptr;
  std::int32_t m_pid;
  std::unique_ptr<LaunchWatcher> m_profiler;  // null if counting is off
  TimelineOptions m_options;
  TorchChoice m_torch;
  std::int64_t m_startAfter = 0;  // ns since the beginning of the recording
  std::mutex m_sendMutex;
  std::atomic<bool> m_isGone{false};  // the recorder
  std::mutex m_timelineMutex;
  std::unique_ptr<Timeline> m_timeline;
  std::unique_ptr<TorchOperators> m_operators;  // nullptr if none are recorded
  std::unique_ptr<StackSampler> m_stacks;       // nullptr if stacks are not sampled
  bool m_isOver = false;
  std::uint64_t m_sentDropped = 0;
  std::uint64_t m_sentInFlight = 0;
  std::string m_problem;
  std::atomic<bool> m_isEnding{false};
  Descriptor m_wakeRead;
  Descriptor m_wakeWrite;
  std::thread m_listener;
};

}  // namespace kernline::recorder
