// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/recorder/io/armed_control.h"
#include "app/recorder/io/collector.h"
#include "app/recorder/io/event_source.h"
#include "app/recorder/io/gpu_use.h"
#include "app/recorder/io/kept_events.h"
#include "app/recorder/io/kept_window.h"
#include "app/recorder/io/program_options.h"
#include "app/recorder/io/recorded_program.h"
#include "app/recorder/io/recording_header.h"
#include "app/recorder/io/trigger.h"
#include "app/recorder/io/unix_socket.h"

#include <chrono>
#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <set>
#include <string>

namespace kernline::recorder {

/// Runs a program and records it all the time, into memory. What is there becomes the beginning of a file when
/// `kernline record fire`, SIGUSR2 or a condition requests it, and what follows the rest.
class KeptRecording final : public EventIntake {
 public:
  /// `options.keep` has limits. `counters` may be null.
  KeptRecording(ProgramOptions options, RecordingHeader header, std::string injected,
                std::unique_ptr<EventSource> counters = nullptr);

  /// The program's own exit code, or ours where it did not begin, as ProgramRecording has them.
  int run();

  void add(std::string events, const RecordCounts& counts) override;
  [[nodiscard]] bool isFull() override;

 private:
  using Clock = std::chrono::steady_clock;
  enum class Stage : std::uint8_t { Growing, Flushing, FlushingAgain, FlushingAtOnce };

  [[nodiscard]] std::expected<void, LaunchFailure> start();
  void wait();
  void takeSignals();
  void takeRequests();
  void takeCounters();
  void takeEnd();
  void watchEnd();
  void watchIdle();
  [[nodiscard]] std::string idleText(const GpuUse::Idle& idle) const;
  [[nodiscard]] bool isWanted(Trigger::Kind kind) const;
  void trigger(const Trigger& trigger, std::optional<std::chrono::nanoseconds> duration);
  void beginWindow(const Trigger& trigger, std::chrono::nanoseconds duration);
  void advanceWindow();
  void flushWindow(Stage stage);
  void finishWindow(std::string ended);
  void sayArmed() const;

  ProgramOptions m_options;
  RecordingHeader m_header;
  std::string m_injected;
  std::unique_ptr<EventSource> m_counters;
  ChildProgram m_program;
  ArmedControl m_control;
  Descriptor m_signals;
  std::unique_ptr<Collector> m_collector;
  KeptEvents m_kept;
  GpuUse m_use;
  Clock::time_point m_started = Clock::now();
  Clock::time_point m_lastActivity = m_started;  // arrival of the last activity of a GPU
  Clock::time_point m_nextLook = m_started;      // next check of how idle the GPUs are
  std::optional<std::int64_t> m_flushedForIdle;  // time of the request, on the recording's clock
  std::optional<RecordedProgram::End> m_end;     // the program's
  std::set<Trigger::Kind> m_seen;                // kinds that have begun a recording
  int m_windows = 0;

  std::unique_ptr<KeptWindow> m_window;  // null while nothing is written
  RecordingFooter m_footer;              // footer of the window so far; losses are those before it
  Stage m_stage = Stage::Growing;
  Clock::time_point m_due;  // its end, or that of waiting for the processes
};

}  // namespace kernline::recorder
