// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/output/sql/table.h"

#include <sqlite3.h>

#include <string_view>

namespace kernline::sql {

/// xBestIndex: picks the constraints and the order that the table makes use of, and estimates the cost of the walk.
[[nodiscard]] int choosePlan(const TableSchema& schema, std::uint64_t rowCount, sqlite3_index_info* request);

/// The plan that `choosePlan` wrote down, with the values it is run with.
[[nodiscard]] Plan readPlan(std::string_view written, std::span<sqlite3_value*> values);

}  // namespace kernline::sql
