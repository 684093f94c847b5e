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
  std::string limit;  // limit in the words of CountedUse
  std::size_t first = 0;
  std::size_t last = 0;
};

/// Returns the stretches of each limit for runs in the order of a sweep, in which only `parameter` changes from one to
/// the next. Runs without counts are in none.
std::vector<LimitStretch> limitStretches(std::span<const MeasuredRun> runs, const std::string& parameter);

nlohmann::json limitsJson(std::span<const LimitStretch> stretches);
/// A line a run with its counts, and a line an interval; empty without any counts.
std::string limitsText(std::span<const MeasuredRun> runs, const std::string& parameter);

}  // namespace kernline::recorder
