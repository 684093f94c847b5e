// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/loaded_file.h"
#include "app/cli/output.h"
#include "app/cli/tables_answer.h"
#include "core/analysis/device_activity.h"
#include "core/analysis/idle_causes.h"
#include "core/analysis/kernel_work.h"
#include "core/analysis/launch_shapes.h"
#include "core/analysis/queue_depth.h"
#include "core/analysis/time_breakdown.h"
#include "core/analysis/trust.h"

#include <vector>

namespace kernline::cli {

/// How well the kernels of a device fill it.
struct DeviceUse {
  DeviceRows rows;
  KernelWork work;
  SmUse sm;
  QueueFigures queue;
};

/// What a summary says of one file.
struct FileSummary {
  LoadedFile file;
  std::vector<DeviceActivity> devices;
  std::vector<StepActivity> steps;
  TimeBreakdown breakdown;
  std::vector<StepParts> stepParts;
  std::vector<DeviceIdle> idle;
  std::vector<DeviceUse> use;
  Trust trust;
};

/// Answers every question of a summary.
[[nodiscard]] FileSummary summarise(LoadedFile file);

/// One document: the lists of all traces one behind the other; with several of them each entry has the index of its
/// own. Logs have a list to themselves.
void writeSummaryJson(Output& output, const std::vector<FileSummary>& files, const std::vector<LoadedLog>& logs);
/// For people. Long lists are cut unless `complete`.
void writeSummaryText(Output& output, const FileSummary& summary, bool complete);

}  // namespace kernline::cli
