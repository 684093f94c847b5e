// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "app/recorder/blocks/block_records.h"
#include "app/recorder/ceilings/measured_ceilings.h"
#include "app/recorder/kernels/kernel.h"
#include "app/recorder/run/run_recording.h"
#include "app/recorder/statistics/samples.h"

namespace kernline::recorder {

/// The lowest and highest clock seen while sampling, and what held it down.
struct ClockRange {
  unsigned int min = 0;  // MHz
  unsigned int max = 0;
  std::string throttle = "none";
};

/// One run of one kernel with one set of values: all of its answer.
struct MeasuredRun {
  std::string kernel;
  std::optional<Values> values;
  DeviceFacts device;
  Samples samples;
  bool converged = false;
  bool flushedL2 = true;
  Work work;
  Ceilings ceilings;
  std::optional<Comparison> comparison;  // nullopt for a user's own kernel: it has no reference
  std::optional<ClockRange> clocks;
  std::size_t recordedRecords = 0;
  std::size_t droppedRecords = 0;
  std::optional<BlockCounts> blocks;  // blocks of one launch, if requested
  std::string out;
  std::optional<RunRecording::Profile> profile;  // nullopt if not requested

  double bytesPerSecond() const;
  double flopsPerSecond() const;
  double shareOfMemory() const;  // share of the measured copy's rate
  double shareOfMatmul() const;
};

nlohmann::json parametersJson(const Values& values);
/// Returns the run and the work that its algorithm needs, for readers of the recording (FORMAT.md).
nlohmann::json algorithmJson(const MeasuredRun& run);
nlohmann::json toJson(const MeasuredRun& run);
std::string toText(const MeasuredRun& run);

}  // namespace kernline::recorder
