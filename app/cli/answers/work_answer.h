// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/kit/device_option.h"
#include "app/cli/kit/loaded_file.h"
#include "app/cli/kit/output.h"
#include "core/analysis/work/trace_work.h"
#include "core/analysis/work/work_utilization.h"
#include "core/model/trace/trace.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace kernline::cli {

/// Utilization of the work that a step launched.
struct StepUse {
  std::size_t index = 0;  ///< index among the steps of its process
  Step step;
  WorkUtilization use;
};

struct FileWork {
  LoadedFile file;
  std::optional<TimeRange> range;
  std::string by = "shape";
  ReferenceDevice device;
  TraceWork work;
  /// Kernels measured in reports; nullptr if there are none.
  std::shared_ptr<const MeasuredKernels> measured = nullptr;
  std::vector<DeviceUtilization> devices = {};
  std::vector<StepUse> steps = {};
  std::size_t limit = 0;  ///< rows; 0 for all
};

void writeWorkJson(Output& output, const FileWork& answer);
void writeWorkCsv(Output& output, const FileWork& answer);
void writeWorkText(Output& output, const FileWork& answer);

}  // namespace kernline::cli
