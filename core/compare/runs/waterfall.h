// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/runs/run_comparison.h"

#include <span>
#include <vector>

namespace kernline {

/// Returns the parts that make a step of some runs, on average, longer or shorter than a step of others, by absolute
/// delta. Parts that are 0 on both sides are left out; the rest adds up to the mean step of either side. Neither is
/// empty.
[[nodiscard]] std::vector<WaterfallPart> waterfallBetween(const RunComparison& comparison,
                                                          std::span<const ComparedRun> base,
                                                          std::span<const ComparedRun> other);

}  // namespace kernline
