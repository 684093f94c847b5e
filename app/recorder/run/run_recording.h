// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "app/recorder/cuda/device_facts.h"
#include "app/recorder/cuda/event_timer.h"
#include "app/recorder/cuda/quiet_queue.h"
#include "app/recorder/cupti/loaded_modules.h"
#include "app/recorder/io/recording_clock.h"
#include "app/recorder/io/recording_writer.h"
#include "app/recorder/kernels/kernel.h"
#include "app/recorder/parameters/arguments.h"
#include "app/recorder/parameters/run_options.h"

namespace kernline::recorder {

/// The timeline of a run's kernels: one file for all combinations of a sweep. CUPTI is on only while record() runs, so
/// that it costs the times before it nothing.
class RunRecording {
 public:
  struct Counts {
    std::size_t recorded = 0;
    std::size_t dropped = 0;
  };

  /// Makes the file with its header. Throws Failure where it cannot be written or there is no CUPTI.
  RunRecording(const RunOptions& options, const DeviceFacts& facts, Arguments arguments);
  /// A recording that was not finished says so.
  ~RunRecording();
  RunRecording(const RunRecording&) = delete;
  RunRecording& operator=(const RunRecording&) = delete;

  const std::string& path() const { return m_path; }

  /// Launches as often as fits a fifth of a second, at most 100 times.
  Counts record(PreparedKernel& kernel, double nanosecondsEach);
  /// Throws Failure where the file is not whole.
  void finish();

 private:
  void addSource(std::vector<std::string> notes, const std::string& folder);

  std::string m_path;
  std::unique_ptr<RecordingWriter> m_writer;
  RecordingClock m_clock;
  QuietQueue m_before;
  std::uint32_t m_sourceExponent;
  std::unique_ptr<ModuleWatch> m_modules;  // null: program counters are not sampled
  std::vector<std::string> m_notes;
  std::size_t m_dropped = 0;
  bool m_isFinished = false;
};

}  // namespace kernline::recorder
