// SPDX-License-Identifier: GPL-3.0-or-later
// This folder holds outputs of the commands as text, JSON and CSV, one file per command.
#pragma once

#include "app/cli/answers/memory_answer.h"
#include "app/cli/answers/tables_answer.h"
#include "app/cli/kit/joined_graphs.h"
#include "app/cli/kit/loaded_file.h"
#include "app/cli/kit/output.h"
#include "core/analysis/activity/device_activity.h"
#include "core/analysis/activity/idle_causes.h"
#include "core/analysis/activity/queue_depth.h"
#include "core/analysis/activity/time_breakdown.h"
#include "core/analysis/activity/undisturbed.h"
#include "core/analysis/compile/compiled_origins.h"
#include "core/analysis/counters/unrecorded_activity.h"
#include "core/analysis/quality/data_quality.h"
#include "core/analysis/statistics/kernel_summary.h"
#include "core/analysis/statistics/launch_shapes.h"
#include "core/analysis/steps/found_steps.h"
#include "core/analysis/steps/step_stats.h"

#include <cstddef>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace kernline::cli {

/// Figures on how well the kernels of a device fill it.
struct DeviceUse {
  DeviceTracks rows;
  KernelSummary work;
  SmUse sm;
  QueueFigures queue;
};

struct FileSummary {
  LoadedFile file;
  std::vector<DeviceActivity> devices;
  FoundSteps found;
  std::vector<StepStats> steps;  ///< steps of `kernline steps`
  TimeBreakdown breakdown;
  std::vector<StepParts> stepParts;  ///< parts of the same steps: wall time, including activity launched elsewhere
  std::vector<DeviceIdle> idle;
  std::vector<UnrecordedActivity> unrecorded;
  std::vector<DeviceUse> use;
  JoinedGraphs graphs;
  CompiledFigures compiled;
  std::vector<std::string> compiledGraphs;  ///< graphs whose files are next to the trace
  DataQuality quality;
  /// A step as recorded and without the profiler, where devices wait for a host that recording slows down and the run
  /// can be replayed.
  std::optional<StepWithoutProfiler> withoutProfiler = {};
  /// Idle causes of the devices then, in the order of `idle`; empty where the step does not differ.
  std::vector<DeviceIdle> idleWithoutProfiler = {};

  /// Returns the idle causes of a device without the profiler, where they differ from the recorded ones; else nullptr.
  [[nodiscard]] const DeviceIdle* idleWithoutProfilerOf(std::size_t device) const;
};

/// Answers every question of a summary; graphs are joined to captures in other files, too. Incomplete if stopped.
[[nodiscard]] FileSummary summarize(LoadedFile file, const std::vector<LoadedFile>& captures = {},
                                    const std::stop_token& stop = {});

/// Number of calls shown per device of those that it waited for, unless all are.
inline constexpr std::size_t usualHostCauses = 5;

/// One document: the lists of all traces one after the other; with several of them each entry has the index of its own.
/// Logs have a list to themselves. Host calls are cut unless `complete`.
void writeSummaryJson(Output& output, const std::vector<FileSummary>& files, const std::vector<LoadedLog>& logs,
                      const std::vector<MemoryAnswer>& memory, bool complete);
/// Writes text for people. Cuts long lists unless `complete`.
void writeSummaryText(Output& output, const FileSummary& summary, bool complete);

}  // namespace kernline::cli
