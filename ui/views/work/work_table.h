// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/trace_analysis.h"
#include "core/analysis/steps/activities_of_steps.h"
#include "core/analysis/work/trace_work.h"
#include "core/analysis/work/work_utilization.h"
#include "core/model/base/error.h"
#include "core/model/names/kernel_name.h"
#include "core/model/trace/trace.h"
#include "ui/views/work/work_device.h"

#include <QString>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

namespace kernline::ui {

/// The key that groups rows of work.
enum class WorkBy : std::uint8_t { Shape, Op, Kernel, Family, Module, Phase };

/// The user's request.
struct WorkRequest {
  WorkBy by = WorkBy::Shape;
  std::optional<TimeRange> range;  ///< range; if it is steps, what was launched in them; else what starts in it
  QString filter;                  ///< "phase:backward": only work of that key; empty for all
  QString device;                  ///< name from `WorkDevice`

  bool operator==(const WorkRequest&) const = default;
};

/// The work of a trace in rows, and the ceilings it is compared with. Made by a worker, then immutable.
struct WorkTable {
  std::shared_ptr<const Trace> trace;
  std::shared_ptr<TraceAnalysis> causes;  ///< analysis of the trace, cached for the next table
  std::shared_ptr<const WorkModel> model;
  WorkRequest request;
  ActivityList launched;  ///< activities of the steps that the range is; nullptr for any other range
  ReferenceDevice device;
  std::shared_ptr<const MeasuredKernels> measured;  ///< kernels measured by Nsight Compute; nullptr if none are joined
  TraceWork work;
  std::optional<WorkUtilization> utilization;  ///< nullopt with a filter: its time would not be its own
  std::vector<QString> names;                  ///< name of each row: kernels in the style of `ShownNames` at the time
  std::vector<KernelFamily> families;          ///< family of each row: that of the kernel that took most of its time
  std::set<std::string> peaks;                 ///< ceilings in `flopsPerSecond` that the arithmetic can reach

  [[nodiscard]] const WorkRow& row(std::size_t number) const { return work.rows[number]; }
  [[nodiscard]] const WorkFigures& figures(std::size_t number) const { return work.rows[number].figures; }
  /// Returns the share of all device time.
  [[nodiscard]] double share(std::size_t number) const;
  [[nodiscard]] double modeledShare() const;
};

[[nodiscard]] Expected<std::shared_ptr<const WorkTable>> makeWorkTable(std::shared_ptr<const Trace> trace,
                                                                       const WorkRequest& request,
                                                                       const std::stop_token& stop);

}  // namespace kernline::ui
