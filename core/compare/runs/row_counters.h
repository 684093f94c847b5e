// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/runs/run_comparison.h"
#include "core/model/base/message.h"

#include <cstddef>

namespace kernline {

/// Adds for each run the changes against the base in the counters of rows whose launches take longer or shorter by more
/// than noise: `RunDifference::counters`, in the order of the rows. After `addMeasured`, for counted values come before
/// sampled ones. A row with one launch in a run is left out, for its noise is unknown. No effect without counters.
void explainByCounters(RunComparison& comparison);

/// "gemm: 126.2 us → 340.1 us a launch: DRAM traffic 1.900 GiB → 3.400 GiB, limit: DRAM (was tensor pipe)".
[[nodiscard]] Message sentenceOn(const RunComparison& comparison, std::size_t run, const RowCounters& counters);

}  // namespace kernline
