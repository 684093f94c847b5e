// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/tables/column_uses.h"
#include "core/compare/tables/measurements_builder.h"
#include "core/model/log/log.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace kernline {

/// Finds the rows of tables of results that failures are of, so that both have the same place.
class FailedRows {
 public:
  FailedRows(const Log& log, const ColumnWishes& wishes);

  /// nullopt if it is no table's.
  [[nodiscard]] std::optional<Place> placeOf(MeasurementsBuilder& builder, const LogFailure& failure);

 private:
  using Row = std::pair<std::size_t, std::size_t>;  // Table and row.

  [[nodiscard]] bool isOf(const LogFailure& failure, const Row& row) const;

  const Log& m_log;
  const ColumnWishes& m_wishes;
  std::multimap<std::uint32_t, Row> m_rows;              // keyed by line
  std::map<std::size_t, std::vector<ColumnUse>> m_uses;  // keyed by table
};

}  // namespace kernline
