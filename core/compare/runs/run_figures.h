// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/runs/run_comparison.h"
#include "core/compare/runs/run_name.h"
#include "core/model/log/log.h"

#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace kernline {

/// Work of a run's steps, as far as it is modeled.
struct StepWork {
  std::optional<double> flopsPerSecond;  ///< rate while it ran
  double bytes = 0;                      ///< a step
  std::optional<double> shareOfRoofline;
};

/// Measurements of one run: of its busiest device, in its steps.
struct RunFigures {
  RunName name;
  std::string path;
  double step = 0;                  ///< ns, mean
  double stepError = 0;             ///< ns, standard deviation; NaN of a single step
  double withoutProfiler = 0;       ///< ns a step, an estimate
  bool isSlowedByProfiler = false;  ///< result of `isSlowedByProfiler`
  double busy = 0;                  ///< ns a step: with its activity, whenever that ran
  double idle = 0;                  ///< ns a step: while it lasted, without any activity
  double kernels = 0;               ///< a step
  std::optional<RunMemory> memory;
  std::optional<StepWork> work;  ///< std::nullopt if not requested, or if most of the time is not modeled
  std::string refusal;           ///< reason why there are no figures; empty if there are
};

/// Never fails: the result has the reason if it cannot be measured. `pattern` as in `runName`. `withWork` reads the
/// args of all operators.
[[nodiscard]] RunFigures figuresOf(const RunInput& input, const std::string& step, std::string_view pattern,
                                   bool withWork = false, const std::stop_token& stop = {});

/// Converts figures to a log of printed ones, so that traces and logs are laid out in one cube: a context a run, with
/// its model and parameters, and the metrics "step time", "GPU busy time", "GPU idle time", "kernels", "peak memory",
/// "reserved memory", "FLOP rate", "bytes moved" and "share of roofline". Runs of the same name are distinguished by
/// the folders that they lie in; a run without figures has failed.
[[nodiscard]] std::shared_ptr<const Log> logOfFigures(std::span<const RunFigures> runs);

}  // namespace kernline
