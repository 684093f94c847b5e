// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/runs/run_comparison.h"

#include <string>
#include <utility>
#include <vector>

namespace kernline {

/// Makes the rows of a comparison: every key of any run once, in order of appearance, and assigns the activity of each
/// run to a row. Names that are a pair in `pairs` share one row, with the base's name.
void makeRows(RunComparison& comparison, const std::vector<std::pair<std::string, std::string>>& pairs);

}  // namespace kernline
