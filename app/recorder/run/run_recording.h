// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/recorder/cuda/device_facts.h"
#include "app/recorder/cuda/event_timer.h"
#include "app/recorder/cuda/quiet_queue.h"
#include "app/recorder/cupti/loaded_modules.h"
#include "app/recorder/cupti/timeline.h"
#include "app/recorder/io/counted_use.h"
#include "app/recorder/io/counter_options.h"
#include "app/recorder/io/device_properties.h"
#include "app/recorder/io/event_source.h"
#include "app/recorder/io/recording_clock.h"
#include "app/recorder/io/recording_writer.h"
#include "app/recorder/kernels/kernel.h"
#include "app/recorder/parameters/arguments.h"
#include "app/recorder/parameters/run_options.h"
#include "app/recorder/run/block_recording.h"

namespace kernline::recorder {

/// The timeline of a run's kernels: one file for all combinations of a sweep. CUPTI is on only while record() runs, so
/// that it does not change the times before it.
class RunRecording {
 public:
  struct Counts {
    std::size_t recorded = 0;
    std::size_t dropped = 0;
  };

  /// Makes the file with its header. Throws Failure where it cannot be written or there is no CUPTI.
  RunRecording(const RunOptions& options, const DeviceFacts& facts, Arguments arguments);
  /// Marks a recording that was not finished.
  ~RunRecording();
  RunRecording(const RunRecording&) = delete;
  RunRecording& operator=(const RunRecording&) = delete;

  const std::string& path() const { return m_path; }

  /// Launches as often as fits a fifth of a second, at most 100 times.
  Counts record(PreparedKernel& kernel, double nanosecondsEach);
  /// Launches once more, with the blocks of its kernels on `device`, whose phases have these names. Throws Failure
  /// where they cannot be recorded.
  BlockCounts recordBlocks(PreparedKernel& kernel, int device, const PhaseNames& phases);
  /// Counts of a launch, all its kernels together.
  struct Profile {
    std::size_t passes = 0;
    std::optional<double> flops;      // executed
    std::optional<double> dramBytes;  // read and written
    CountedUse use;
    std::string problem;  // a sentence, if there are no counts
  };
  /// Launches as often as it takes to count all metrics; `announce` gets the number before it begins. `run` describes
  /// the kernel as a JSON object in the recording.
  Profile profile(PreparedKernel& kernel, const std::string& run,
                  const std::function<void(std::size_t passes)>& announce);
  /// Launches as often as record() did while program counters are sampled. These launches are slower, so that the
  /// recording has what was sampled of them and not their times. Before the others: as the last of them it got no
  /// samples (CUPTI 13.0).
  void recordSource(PreparedKernel& kernel, double nanosecondsEach);
  /// Throws Failure where the file is not whole.
  void finish();

 private:
  class WatchPause;

  std::unique_ptr<EventSource> beginCounters() const;
  std::size_t keepCounters(EventSource& counters);
  /// Starts a timeline with the clock and process of this recording.
  std::unique_ptr<Timeline> startTimeline(TimelineOptions options, EventSink& sink);
  void launchOften(PreparedKernel& kernel, double nanosecondsEach);

  std::string m_path;
  std::unique_ptr<RecordingWriter> m_writer;
  RecordingClock m_clock;
  QuietQueue m_before;
  int m_ordinal;  // the GPU that is used
  CounterOptions m_counters;
  std::vector<DeviceProperties> m_device;  // its properties
  std::uint32_t m_sourceExponent;
  std::unique_ptr<ModuleWatch> m_modules;  // null if program counters are not sampled
  std::vector<std::string> m_notes;
  std::size_t m_dropped = 0;
  bool m_isFinished = false;
};

}  // namespace kernline::recorder
