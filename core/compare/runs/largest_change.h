// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/runs/run_comparison.h"
#include "core/model/base/message.h"

namespace kernline {

/// What changes most in a step, in a sentence: one row, or idle time with its main causes. Empty if steps are as long.
[[nodiscard]] Message sentenceOnLargestChange(const RunComparison& comparison, const RunDifference& difference);

}  // namespace kernline
