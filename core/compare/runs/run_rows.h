// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/runs/run_comparison.h"

#include <string>
#include <utility>
#include <vector>

namespace kernline {

/// Makes the rows of a comparison: every key of any run once, in order of appearance, and tells each run which row its
/// work belongs to. What `pairs` calls the same falls into one row, named as the base names it.
void makeRows(RunComparison& comparison, const std::vector<std::pair<std::string, std::string>>& pairs);

}  // namespace kernline
