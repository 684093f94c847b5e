// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/steps/launched_activities.h"
#include "core/analysis/steps/span_series.h"
#include "core/model/trace/trace.h"

#include <vector>

namespace kernline {

/// Steps of a training loop that annotates its phases but not its steps:
/// - from the beginning of a forward annotation to the end of the last backward or optimizer annotation before the next
///   one, so that gradients may be gathered over several; two such steps at least, for their names identify them;
/// - else from the end of one `Optimizer.step#…` to that of the next, the first from the first launch on; three at
///   least. With several optimizers the last one ends a step.
/// Measured; both may be there, or none.
[[nodiscard]] std::vector<SpanSeries> trainingCycles(const Trace& trace, const LaunchedActivities& activities);

}  // namespace kernline
