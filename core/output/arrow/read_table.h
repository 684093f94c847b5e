// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/output/arrow/arrow_table.h"
#include "core/output/parquet/timed_table.h"

#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace kernline::arrow {

/// All rows of these columns, read on all cores. On a request to stop it ends early, and what it returns is not whole.
[[nodiscard]] ArrowTable readTable(const parquet::TimedTable& from, const std::vector<std::size_t>& columns,
                                   std::vector<std::pair<std::string, std::string>> metadata,
                                   const std::stop_token& stop);

}  // namespace kernline::arrow
