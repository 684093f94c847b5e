// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/kit/loaded_file.h"
#include "app/cli/kit/output.h"
#include "core/analysis/activity/undisturbed.h"
#include "core/analysis/counters/step_counters.h"
#include "core/analysis/steps/found_steps.h"
#include "core/analysis/steps/step_stats.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace kernline::cli {

struct FileSteps {
  LoadedFile file;
  FoundSteps found;
  std::vector<StepStats> figures;
  /// Device activity that no step launched: with that of all steps the busy time of the devices.
  Duration outside = {};
  std::optional<StepWithoutProfiler> withoutProfiler = {};  ///< step without the profiler, where it differs
  std::vector<TimeRange> undisturbed = {};  ///< range of each step without the profiler; empty if not replayed
  std::vector<std::vector<StepCounter>> counters = {};  ///< counters from `countersOfSteps`
  std::vector<FoundSteps> candidates;                   ///< all that may be the steps
  std::optional<std::size_t> limit;                     ///< steps in the answer; 0 for all
};

/// A line if the host runs ahead of the device, so that its steps are shorter than those of the device; else empty.
[[nodiscard]] std::string hostAheadText(std::span<const StepStats> steps);

void writeStepsJson(Output& output, const FileSteps& answer);
/// One line a step.
void writeStepsCsv(Output& output, const FileSteps& answer);
/// Steps, phases, of an inference engine iterations by the size of their batch and the slowest ones, sampled counters,
/// and candidates.
void writeStepsText(Output& output, const FileSteps& answer);

}  // namespace kernline::cli
