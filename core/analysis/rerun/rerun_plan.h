// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/rerun/rerun_calls.h"
#include "core/analysis/statistics/input_shapes.h"
#include "core/analysis/steps/activities_of_steps.h"
#include "core/analysis/work/work_figures.h"
#include "core/analysis/work/work_model.h"
#include "core/model/base/message.h"
#include "core/model/trace/trace.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace kernline {

/// Calls of an operator with the same inputs: one line of the script.
struct RerunCase {
  std::string id;    ///< id of the operator and its inputs, the same in every profile
  std::string name;  ///< name of the operator; of activity without one, its own
  InputShapes::Shape shape;
  std::string strides;                ///< "[[8, 1], []]"; empty if not recorded
  std::string values;                 ///< values of arguments that are no tensors: "["", "1"]"; empty if not recorded
  std::string inputs;                 ///< inputs in the script's format
  std::optional<bool> usesTf32 = {};  ///< whether its float products did, where its kernels say so
  Message reason;                     ///< reason why it cannot run alone; empty if it can
  std::vector<Duration> times;        ///< device time of each call
  std::uint64_t calls = 0;            ///< number of requested calls
  Duration time;                      ///< time of these calls
  std::uint64_t callsInStep = 0;      ///< calls in the query's step
  std::vector<StringId> kernels;      ///< names of the activity of its first call
  const Trace* trace = nullptr;       ///< trace that has `op`
  SpanId op = SpanId::none;           ///< operator of its first call; none if no operator made the activity
  std::vector<SpanId> activities;     ///< device activities of its first call
};

struct RerunQuery {
  RerunScope scope = {};
  bool hasLibraries = false;      ///< whether modules are imported that register operators of their own
  ActivityList among = nullptr;   ///< calls whose activity is in it are requested; nullptr for all
  ActivityList within = nullptr;  ///< the times of those calls are kept; nullptr for all
  ActivityList step = nullptr;    ///< activities of the step in which calls are counted; nullptr for none
};

/// Returns the requested cases, by their time, longest first. Empty if stopped.
[[nodiscard]] std::vector<RerunCase> rerunPlan(const Trace& trace, const WorkModel& model, const RerunQuery& query,
                                               const std::stop_token& stop = {});

/// Returns the figures of one call of a case.
[[nodiscard]] WorkFigures figuresOfCase(const RerunCase& one, const WorkModel& model, const WorkMeter& meter);

/// The least time of one call by the roofline; std::nullopt if a part of it has none.
[[nodiscard]] std::optional<double> rooflineNsOf(const WorkFigures& figures);

/// The median of durations and their quartiles.
struct TimeSpread {
  Duration median;
  Duration low;
  Duration high;
};
/// Returns std::nullopt for no times.
[[nodiscard]] std::optional<TimeSpread> spreadOf(const std::vector<Duration>& times);

}  // namespace kernline
