// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/runs/run_comparison.h"
#include "core/model/base/message.h"

namespace kernline {

/// Returns a sentence on the largest change in a step: one row, or idle time with its main causes. Empty if steps are
/// as long.
[[nodiscard]] Message sentenceOnLargestChange(const RunComparison& comparison, const RunDifference& difference);

}  // namespace kernline
