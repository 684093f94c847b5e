// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/ranks/rank_set.h"
#include "core/model/base/time.h"

#include <optional>
#include <stop_token>
#include <vector>

namespace kernline {

/// Returns the median step of each rank without the profiler, in the order of `RankSet::accounts`: of a replay in which
/// the ranks wait for each other. std::nullopt if it is about as recorded, or the rank has no such steps. Empty without
/// a trace of all ranks, if that cannot be replayed, or if stopped. O(n log n).
[[nodiscard]] std::vector<std::optional<Duration>> medianStepsWithoutProfiler(const RankSet& set,
                                                                              const std::stop_token& stop = {});

}  // namespace kernline
