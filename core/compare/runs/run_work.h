// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/work/ceilings.h"
#include "core/analysis/work/work_figures.h"
#include "core/compare/runs/change_split.h"
#include "core/compare/runs/run_comparison.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kernline {

/// Work of a group of device activities in one run.
struct WorkSums {
  WorkFigures figures;      ///< figures against the ceilings of the run's own device
  double rooflineNs = 0;    ///< the roofline's time on the device with which all runs are compared
  Duration rooflineTime{};  ///< part that has a roofline there
  /// The peak of that device with which they are compared: "fp16". For `families` and `steps`.
  std::vector<std::pair<std::string_view, double>> flopsByPeak = {};

  void add(const WorkSums& more);
  void addFlops(std::string_view peak, double flops);
  /// Returns the peak of most of the FLOPs; empty if no type has most of them.
  [[nodiscard]] std::string_view mainPeak() const;
};

/// The work of one run of a comparison.
struct RunWork {
  std::vector<WorkSums> rows;         ///< indexed by row of the comparison; over the whole recording and all devices
  std::vector<WorkSums> rowsOfSteps;  ///< indexed by row; work of the device's steps only
  std::vector<WorkSums> families;     ///< indexed by KernelFamily; same work
  WorkSums steps;                     ///< sum over the same work
};

/// Reason why one thing takes another time in a step: all GPU work, or that of one family.
struct WorkReason {
  std::string family;  ///< empty for all GPU work, whose work is that of a step, whatever the number of calls
  WorkFigures base;    ///< figures of all steps
  WorkFigures other;
  CallSums baseStep;  ///< sums per step
  CallSums otherStep;
  std::optional<double> flopsRatio;  ///< ratio of a call's FLOPs to the base's (for all GPU work: of a step's)
  std::optional<double> bytesRatio;
  std::string_view basePeak;  ///< the peak with which most FLOPs are compared: "fp32"; empty if there is no single type
  std::string_view otherPeak;
  ChangeSplit split;  ///< split per step
};

/// Differences of compared runs that their work explains.
struct ComparedWork {
  /// Ceilings of the first run whose device is in the table; all are compared with it.
  std::optional<Ceilings> ceilings;
  std::vector<RunWork> runs;

  /// Returns true if calls of any run have their work; copies have it without any shapes, and do not count alone.
  [[nodiscard]] bool isKnown() const;
  /// Adds up to `comparison.rows[row].delta(run)`.
  [[nodiscard]] ChangeSplit splitOfRow(const RunComparison& comparison, std::size_t row, std::size_t run) const;
  /// All GPU work, then the families by how much they change; none if its work is unknown.
  [[nodiscard]] std::vector<WorkReason> reasons(const RunComparison& comparison, std::size_t run) const;
};

/// The work of one run in its steps, by its own device's ceilings.
[[nodiscard]] WorkFigures workOfSteps(const ComparedRun& run, const std::stop_token& stop = {});

/// Reads the args of every operator of all runs (`workModel`), one run after the other. Empty if stopped.
[[nodiscard]] ComparedWork compareWork(const RunComparison& comparison, const std::stop_token& stop = {});

}  // namespace kernline
