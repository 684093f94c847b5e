// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/tables/table_comparison.h"

namespace kernline {

/// Fills `speedUps` and `reasons`: by device totals, by host totals, by the wall times that were printed under the
/// same subject and parameters as the tables, and as the log itself prints.
void addSpeedUps(TableComparison& comparison);

}  // namespace kernline
