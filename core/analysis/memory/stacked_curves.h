// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/memory/memory_history.h"

#include <span>
#include <vector>

namespace kernline {

/// The upper edges of categories stacked on each other: the sum of the first, of the first two, …; the last is the sum
/// of all. One curve a category. Before its first value a category counts as 0.
[[nodiscard]] std::vector<MemoryCurve> stackedCurves(std::span<const MemoryCategory> categories);

}  // namespace kernline
