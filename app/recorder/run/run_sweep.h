// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <vector>

#include "app/recorder/run/measured_run.h"

namespace kernline::recorder {

/// Neighbours of a sweep, from `first` to `last` of its runs, that the same unit limits.
struct LimitStretch {
  std::string limit;  // as CountedUse has it
  std::size_t first = 0;
  std::size_t last = 0;
};

/// Of runs in the order of a sweep, in which `parameter` changes from one to the next while nothing else does: where
/// which limit takes over. Runs that were not counted are in none.
std::vector<LimitStretch> limitStretches(std::span<const MeasuredRun> runs, const std::string& parameter);

nlohmann::json limitsJson(std::span<const LimitStretch> stretches);
/// A line a run with what was counted, and a line a stretch; empty where nothing was counted.
std::string limitsText(std::span<const MeasuredRun> runs, const std::string& parameter);

}  // namespace kernline::recorder
