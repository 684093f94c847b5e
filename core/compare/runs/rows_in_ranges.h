// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/runs/run_comparison.h"
#include "core/model/base/time.h"

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace kernline {

/// Returns the side of a run for each of `rowCount` rows. In a range: the activity that lies in it, whole or in part,
/// and only the time within, as in statistics of a range; where the range is that of steps, their activity
/// (`stepOfActivities`).
[[nodiscard]] std::vector<RunSide> sidesOf(const ComparedRun& run, std::size_t rowCount,
                                           std::optional<TimeRange> range = {});

/// The rows of a comparison, each run counted within its own range (`ranges`: one a run, the base first). Same numbers
/// as `comparison.rows`; a row without any activity there has a count of 0 in all runs.
[[nodiscard]] std::vector<RunRow> rowsWithin(const RunComparison& comparison, std::span<const TimeRange> ranges);

}  // namespace kernline
