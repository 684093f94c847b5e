// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/recorder/io/bounded_output.h"
#include "app/recorder/io/collector.h"
#include "app/recorder/io/event_source.h"
#include "app/recorder/io/program_options.h"
#include "app/recorder/io/recorded_program.h"
#include "app/recorder/io/recording_header.h"
#include "app/recorder/io/recording_writer.h"
#include "app/recorder/io/source_events.h"
#include "app/recorder/io/unix_socket.h"

#include <csignal>
#include <expected>
#include <memory>
#include <optional>
#include <string>

namespace kernline::recorder {

/// Records a program and its children from start to end, or the program that started the recorder until its request.
///
/// Signals to the recorder: SIGUSR1 ends the recording, and the program goes on. SIGINT, SIGTERM and SIGHUP go to the
/// program that it started (a terminal's ^C has reached it already), and the recording ends when the program does.
/// SIGKILL leaves a recording without its end, and the program goes on unrecorded.
class ProgramRecording {
 public:
  /// `injected` is the path of libkernline-inject.so. `counters` may be null. Without `program` the one of the options
  /// is recorded.
  ProgramRecording(ProgramOptions options, RecordingHeader header, std::string injected,
                   std::unique_ptr<EventSource> counters = nullptr, std::unique_ptr<RecordedProgram> program = nullptr);

  /// Signals that a recorder takes.
  static sigset_t heldSignals();
  /// Blocks them in this thread and those that it makes; run() takes them.
  static void holdSignals();

  /// The program's own exit code as a shell has it, or ours where it did not begin: 1 the output cannot be written.
  int run();

 private:
  using Clock = std::chrono::steady_clock;

  bool openOutput();
  std::expected<void, LaunchFailure> startProgram(const std::string& socketName);
  void wait();
  void takeSignals();
  void takeSignal(int number, bool isFromTerminal);
  void takeEnd();
  void checkTimes();
  void takeCounters();
  void endCounters(RecordingFooter& footer);
  void addSource(RecordingFooter& footer);
  void beginEnding(std::string reason);
  void finish();

  ProgramOptions m_options;
  RecordingHeader m_header;
  std::string m_injected;
  std::unique_ptr<EventSource> m_counters;
  bool m_areCountersBegun = false;
  std::unique_ptr<SourceFolder> m_source;  // null if program counters are not sampled
  std::string m_shownOutput;
  std::unique_ptr<RecordingWriter> m_writer;
  std::unique_ptr<BoundedOutput> m_output;
  std::unique_ptr<Collector> m_collector;
  Descriptor m_signals;
  Clock::time_point m_started;
  std::unique_ptr<RecordedProgram> m_program;
  std::optional<RecordedProgram::End> m_end;  // the program's, once it has ended
  std::string m_ending;                       // reason why the recording ends; empty if it goes on
  bool m_isFinished = false;
};

}  // namespace kernline::recorder
