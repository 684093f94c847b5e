// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/query/query_result.h"

#include <QString>

#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

namespace kernline::ui {

/// Which rows of a result are shown, and in what order.
struct RowArrangement {
  std::optional<std::size_t> sortColumn;  ///< none: as the query gave them
  bool isDescending = false;
  QString filter;  ///< rows with a cell that contains it, whatever its case; empty: all

  bool operator==(const RowArrangement&) const = default;
};

/// NULL comes first, numbers before texts. For workers: a million rows take about a second. Empty if stopped.
[[nodiscard]] std::vector<std::uint32_t> arrangeRows(const QueryResult& result, const RowArrangement& arrangement,
                                                     const std::stop_token& stop);

}  // namespace kernline::ui
