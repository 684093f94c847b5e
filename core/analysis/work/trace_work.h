// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/counters/measured_work.h"
#include "core/analysis/ncu/ncu_work.h"
#include "core/analysis/statistics/input_shapes.h"
#include "core/analysis/statistics/span_key.h"
#include "core/analysis/work/work_figures.h"
#include "core/analysis/work/work_model.h"
#include "core/model/base/message.h"
#include "core/model/trace/trace.h"

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace kernline {

/// Calls, or device activities, that go together.
struct WorkRow {
  std::string name;               ///< name of the operator, the kernel, the family, …; empty for work that has none
  InputShapes::Shape shape = {};  ///< shape of rows by shape
  std::vector<StringId> kernels;  ///< names of what ran, by time
  WorkFigures figures;
  MeasuredWork measured;           ///< counters of its device activities
  NcuWork ncu;                     ///< figures of Nsight Compute, where the query has reports
  SpanId longest = SpanId::none;   ///< longest of its device activities
  const WorkRule* rule = nullptr;  ///< rule of most of its time
  Message reason;                  ///< reason why (a part of) it has no model
};

struct TraceWork {
  WorkFigures all;
  bool isMeasured = false;    ///< whether there are counters of what devices did
  std::vector<WorkRow> rows;  ///< sorted by kernel time, longest first
};

struct WorkQuery {
  enum class By : std::uint8_t {
    Shape,  ///< calls of one operator with the same arguments
    Op,     ///< calls of one operator
    Work,   ///< device activities, by `key`
  };
  By by = By::Shape;
  SpanKeyPtr key = {};  ///< key for By::Work: kernels' names, families, modules, …
  /// Only device activity that starts in it; of a call cut by it, its share by time.
  std::optional<TimeRange> range = {};
  std::shared_ptr<const std::vector<SpanId>> among = nullptr;  ///< ascending: only these; nullptr for all
  std::shared_ptr<const MeasuredKernels> measured = nullptr;   ///< its measurements by reports of Nsight Compute
};

/// FLOPs by the model of a byte of DRAM by the counters; std::nullopt if a part of the row is not modeled, or none
/// sampled.
[[nodiscard]] std::optional<double> measuredIntensity(const WorkRow& row);

/// The work of a trace in rows. Empty if stopped.
[[nodiscard]] TraceWork traceWork(const Trace& trace, const WorkModel& model, const WorkMeter& meter,
                                  const WorkQuery& query, const std::stop_token& stop = {});

}  // namespace kernline
