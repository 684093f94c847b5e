// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/record/run_result.h"

#include <QString>

#include <vector>

namespace kernline::ui {

/// "2.10 % less time than the last run; the best so far": the median of a run against earlier ones of the same kernel
/// with the same parameters, on the same device, from the same state of the L2 cache. A difference within the noise of
/// both counts as none. Empty if there are none. `earlier` in any order.
/// If it took more time than the last run, the changes in the counters are added.
[[nodiscard]] QString standingText(const RunFigures& run, const std::vector<KeptRun>& earlier);

/// Returns changes in counters from one run to another, if their times differ by more than the noise of both: "DRAM
/// traffic 1.900 GiB → 3.400 GiB, limit: DRAM (was tensor pipe)". Empty if they do not, or neither has counters.
[[nodiscard]] QString changedCountersText(const RunFigures& base, const RunFigures& run);

}  // namespace kernline::ui
