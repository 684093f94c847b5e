// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/kit/output.h"
#include "core/compare/ranks/heat_map.h"
#include "core/compare/ranks/rank_set.h"
#include "core/model/base/time.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace kernline::cli {

/// The median steps of the ranks without the profiler, as `medianStepsWithoutProfiler` has them.
using MediansWithoutProfiler = std::vector<std::optional<Duration>>;

void writeRanksJson(Output& output, const RankSet& set, const MediansWithoutProfiler& medians);
/// A line a rank in one collective.
void writeRanksCsv(Output& output, const RankSet& set);
/// A line a rank: where it belongs, then each step; nanoseconds, bytes, or bytes a second. Empty if unknown.
void writeHeatMapCsv(Output& output, const RankSet& set, const HeatSubject& subject);
/// A row a rank, the most unusual first.
void writeHeatMapJson(Output& output, const RankSet& set, const HeatSubject& subject);
/// Writes at most `limit` lines a list; 0 for all.
void writeRanksText(Output& output, const RankSet& set, const MediansWithoutProfiler& medians, std::size_t limit);

}  // namespace kernline::cli
