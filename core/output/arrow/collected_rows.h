// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/output/arrow/arrow_table.h"
#include "core/output/sql/database.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace kernline::arrow {

/// Keeps the answer to a query, whose columns have no types, until all of it is there.
class CollectedRows final : public sql::RowSink {
 public:
  void begin(const std::vector<std::string>& columns) override;
  bool add(std::span<const sql::Cell> row) override;

  /// A column of whole numbers alone, or of NULL alone, is of integers, one with other numbers of doubles, any other of
  /// texts. If several columns have one name, the later ones have a number after it.
  [[nodiscard]] ArrowTable finish();

 private:
  struct Column {
    std::vector<sql::Cell::Type> types;
    std::vector<std::int64_t> values;  ///< numbers by their bits, texts by their codes
    parquet::TextDictionary texts;
    bool hasReals = false;
    bool hasTexts = false;

    [[nodiscard]] sql::ColumnType type() const;
    [[nodiscard]] sql::Cell cell(std::size_t row) const;
  };

  std::vector<std::string> m_names;
  std::vector<Column> m_columns;
};

}  // namespace kernline::arrow
