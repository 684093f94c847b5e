// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/loaded_file.h"
#include "app/cli/output.h"
#include "core/analysis/device_activity.h"

#include <vector>

namespace kernline::cli {

/// What a summary says of one file.
struct FileSummary {
  LoadedFile file;
  std::vector<DeviceActivity> devices;
  std::vector<StepActivity> steps;
};

/// One document: the lists of all files one behind the other; with several files each entry has the index of its own.
void writeSummaryJson(Output& output, const std::vector<FileSummary>& files);
/// For people. Long lists are cut unless `complete`.
void writeSummaryText(Output& output, const FileSummary& summary, bool complete);

}  // namespace kernline::cli
