// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/log/log.h"

#include <string>
#include <string_view>
#include <vector>

namespace kernline::cli {

/// `number` of `quantity` for people; `unit` where the quantity has no base unit. Empty if it is none.
[[nodiscard]] std::string shownNumber(double number, Quantity quantity, std::string_view unit);

/// Returns the title of a column without a unit that its cells have: "Memory (MB)" of cells such as "4.380 GiB" is
/// "Memory", "Total MFLOPs" is "Total FLOPs".
[[nodiscard]] std::string shownTitle(std::string_view name, Quantity quantity);

/// Joins the parts of a headline with " · ", without those whose words an earlier part has already, one after the
/// other: "[Softmax] seq_len=256" has "Softmax" and "seq_len=256".
[[nodiscard]] std::string joinedParts(const std::vector<std::string>& parts);

/// Reads the cells of a table that has a unit and a value in each row, as Nsight Compute prints metrics.
class RowUnits {
 public:
  RowUnits(const Log& log, const LogTable& table);

  /// Returns the quantity of a row's value; Quantity::Text if it has no unit that is known, or the table is another.
  [[nodiscard]] Quantity of(std::size_t row) const;
  [[nodiscard]] bool isUnit(std::size_t column) const { return column == m_unit; }
  [[nodiscard]] bool isValue(std::size_t column) const { return column == m_value; }

 private:
  const Log& m_log;
  const LogTable& m_table;
  std::size_t m_unit;   ///< a column; the number of columns if there is none
  std::size_t m_value;  ///< likewise
};

}  // namespace kernline::cli
