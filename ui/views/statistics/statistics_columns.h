// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/statistics/statistics_table.h"

#include <QString>

#include <span>

namespace kernline::ui {

/// One column of the statistics: a new one is a new entry of a list in statistics_columns.cpp or operator_columns.cpp.
struct StatisticsColumn {
  const char* title;
  const char* exactTitle;  ///< with the unit of what `exact` gives
  const char* tip;
  double width;  ///< in average characters
  bool isText;   ///< left aligned, sorted by text; else right aligned, sorted by number
  QString (*text)(const StatisticsTable& table, std::size_t row);
  double (*number)(const StatisticsTable& table, std::size_t row);  ///< what to sort by; not for text
  QString (*exact)(const StatisticsTable& table, std::size_t row);  ///< as copied: full names, plain nanoseconds
  double (*share)(const StatisticsTable& table, std::size_t row) = nullptr;   ///< drawn as a bar, 0 to 1
  QString (*tipOf)(const StatisticsTable& table, std::size_t row) = nullptr;  ///< of a cell
};

[[nodiscard]] std::span<const StatisticsColumn> statisticsColumns(StatisticsColumns which = StatisticsColumns::Spans);
[[nodiscard]] std::span<const StatisticsColumn> operatorColumns(bool byShape);
/// The longest first: what a person sees before choosing another order.
[[nodiscard]] int defaultSortColumn(StatisticsColumns which);

inline constexpr int nameColumn = 0;
inline constexpr int totalColumn = 3;
inline constexpr int shareColumn = 9;

}  // namespace kernline::ui
