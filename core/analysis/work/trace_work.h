// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/statistics/input_shapes.h"
#include "core/analysis/work/ceilings.h"
#include "core/analysis/work/work_rules.h"
#include "core/model/base/message.h"
#include "core/model/names/kernel_name.h"
#include "core/model/trace/trace.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace kernline {

/// What a row of work is about.
enum class WorkKey : std::uint8_t { Shape, Op, Kernel, Family };

/// What keeps it from being faster.
enum class WorkBound : std::uint8_t { Unknown, Compute, Memory, Latency, Communication };
[[nodiscard]] std::string_view toText(WorkBound bound);

/// Calls that do the same. Where they differ (by operator, say), figures of one call are means.
struct WorkRow {
  std::string name;               ///< of the operator, the kernel or the family
  InputShapes::Shape shape = {};  ///< of rows by shape
  std::vector<StringId> kernels;  ///< names of what ran, by time
  std::uint64_t count = 0;        ///< calls
  Duration kernelTime;            ///< sum of all its device work
  Duration modelled;              ///< of `kernelTime`, of calls that a rule models
  double flops = 0;               ///< of all modelled calls
  double bytes = 0;               ///< of all modelled calls
  double rooflineNs = 0;          ///< of all calls that have one: modelled, with ceilings for their type
  std::uint64_t modelledCount = 0;
  std::uint64_t rooflineCount = 0;       ///< these calls
  Duration rooflineTime;                 ///< measured, of these calls
  double recoverableNs = 0;              ///< of all calls: measured less roofline, of kernels above the launch floor
  WorkBound bound = WorkBound::Unknown;  ///< of most of its time
  const WorkRule* rule = nullptr;        ///< of most of its time
  Message reason;                        ///< why (a part of) it has no model

  [[nodiscard]] std::optional<double> shareOfRoofline() const;
};

struct TraceWork {
  std::string deviceName;            ///< of the device that the ceilings are of
  std::optional<Ceilings> ceilings;  ///< nothing: the device is in no table
  Duration kernelTime;               ///< of all device work
  Duration modelled;
  std::vector<WorkRow> rows;  ///< by kernel time, longest first
};

struct TraceWorkOptions {
  WorkKey by = WorkKey::Shape;
  std::optional<TimeRange> range = {};  ///< only device work that starts in it
  std::string device = {};              ///< a name to take ceilings of; empty: as the trace says
};

/// The work of a trace's operators, from the shapes they were called with. A kernel's work is that of the innermost
/// operator around its launch that a rule models; of an operator made of modelled ones only those count. An operator's
/// work is divided over its device work by time. Reads the args of every operator that launched something: some
/// microseconds each, in parallel. Empty if stopped.
[[nodiscard]] TraceWork traceWork(const Trace& trace, const TraceWorkOptions& options, unsigned threads,
                                  const std::stop_token& stop = {});

}  // namespace kernline
