// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/recorder/io/armed_control.h"
#include "app/recorder/io/event_source.h"
#include "app/recorder/io/program_options.h"
#include "app/recorder/io/recorded_program.h"
#include "app/recorder/io/recording_header.h"

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace kernline::recorder {

/// Runs a program that stands by, and records windows of it into a file each: requested by `kernline record fire`,
/// SIGUSR2, or the program's own steps. Between them nothing is recorded.
class ArmedRecording {
 public:
  /// Makes what else is recorded in a window; null if nothing is.
  using MakeCounters = std::function<std::unique_ptr<EventSource>(const RecordingClock&)>;

  ArmedRecording(ProgramOptions options, RecordingHeader header, std::string injected, MakeCounters makeCounters);

  /// The program's own exit code, or ours where it did not begin, as ProgramRecording has them.
  int run();

 private:
  using Clock = std::chrono::steady_clock;
  class Window;

  void wait();
  bool isFired();
  void record();
  [[nodiscard]] bool isArmed() const;

  ProgramOptions m_options;
  RecordingHeader m_header;
  std::string m_injected;
  MakeCounters m_makeCounters;
  ChildProgram m_program;
  ArmedControl m_control;
  Descriptor m_signals;
  std::optional<RecordedProgram::End> m_end;  // the program's
  ArmedControl::Requests m_requests;          // requests that no window has taken
  int m_windows = 0;
};

}  // namespace kernline::recorder
