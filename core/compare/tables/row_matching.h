// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/tables/table_comparison.h"

#include <vector>

namespace kernline {

/// The rows of all tables, those that are the same joined, in order of appearance. Operators are joined with operators
/// and kernels with kernels only.
[[nodiscard]] std::vector<ComparedRow> matchRows(const std::vector<TableRef>& tables, RowTime rowTime);

}  // namespace kernline
