// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/error.h"
#include "ui/views/statistics/statistics_table.h"

#include <QString>

#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <vector>

namespace kernline::ui {

/// Which rows of a table of statistics are shown, and in what order.
struct StatisticsOrder {
  QString filter;  ///< a part of the name or category, whatever its case; empty: all
  int column = 0;
  Qt::SortOrder direction = Qt::DescendingOrder;

  bool operator==(const StatisticsOrder&) const = default;
};

/// Tables of more rows are ordered by a worker: about 3 µs a row are spent on names.
inline constexpr std::size_t mostRowsAtOnce = 1000;

/// Numbers of rows. Equal ones stay in the table's own order.
[[nodiscard]] Expected<std::vector<std::uint32_t>> orderedRows(const StatisticsTable& table,
                                                               const StatisticsOrder& order,
                                                               const std::stop_token& stop);

}  // namespace kernline::ui
