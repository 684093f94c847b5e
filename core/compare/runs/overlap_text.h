// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/runs/run_comparison.h"

namespace kernline {

[[nodiscard]] Message shownName(StepOverlap overlap);     ///< "other GPU work during the step"
[[nodiscard]] Message definitionOf(StepOverlap overlap);  ///< sentences for people

}  // namespace kernline
