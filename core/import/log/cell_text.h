// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/log/column_plan.h"
#include "core/model/log/log.h"

#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kernline::logs {

/// A cell, with the text next to its number.
struct ReadCell {
  double number = std::numeric_limits<double>::quiet_NaN();
  Quantity quantity = Quantity::Text;
  std::string_view unit = {};  ///< unit printed in the cell
  std::string_view note = {};
  bool isBad = false;  ///< text where the column has numbers, or a number of another unit
};

/// Reads `text` as its column has it. "--", "-", "NaN", "N/A" and empty cells are absent numbers, and not bad.
[[nodiscard]] ReadCell readCell(const ColumnPlan& plan, std::string_view text);

/// The number in nvprof's "Low (1)", "Max (10)": how busy a unit is, from 0 to 10.
[[nodiscard]] std::optional<double> utilizationLevel(std::string_view text);

/// Returns true if the cell has no value.
[[nodiscard]] bool isAbsent(std::string_view text);
/// "OOM", "FAILED", "RuntimeError": why there is no number.
[[nodiscard]] bool isFailure(std::string_view text);
/// Returns true for texts in place of a number: absent, failed, "inf", ">100".
[[nodiscard]] bool isNoValue(std::string_view text);

/// "str", "i64", "f64": the types of columns, as polars and DuckDB print them below their names.
[[nodiscard]] bool isRowOfTypes(const std::vector<std::string>& cells);

}  // namespace kernline::logs
