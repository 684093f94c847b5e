// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/output/parquet/column_values.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kernline::arrow {

/// A column as Arrow has it: 64-bit integers, doubles, or codes of texts in a dictionary. A value that is NULL is 0.
class ArrowColumn {
 public:
  ArrowColumn(parquet::ColumnSchema schema, std::size_t rows);

  [[nodiscard]] const parquet::ColumnSchema& schema() const { return m_schema; }
  [[nodiscard]] std::size_t nullCount() const { return m_nulls; }
  /// A bit for each value, 1 where it is there, the lowest bit first; nullptr: all are.
  [[nodiscard]] const std::uint64_t* validity() const { return m_nulls == 0 ? nullptr : m_validity.get(); }
  [[nodiscard]] bool isNull(std::size_t row) const {
    return m_nulls > 0 && (m_validity[row / bitsOfWord] >> (row % bitsOfWord) & 1U) == 0;
  }
  // By the column's type.
  [[nodiscard]] const std::int64_t* integers() const { return m_integers.get(); }
  [[nodiscard]] const double* reals() const { return m_reals.get(); }
  [[nodiscard]] const std::int32_t* codes() const { return m_codes.get(); }

  // The dictionary.
  [[nodiscard]] std::size_t textCount() const { return m_offsets.size() - 1; }
  [[nodiscard]] std::string_view text(std::size_t code) const;
  [[nodiscard]] const std::vector<std::int64_t>& textOffsets() const { return m_offsets; }
  [[nodiscard]] const std::string& textBytes() const { return m_bytes; }

 private:
  friend class ArrowTableBuilder;
  static constexpr std::size_t bitsOfWord = 64;

  parquet::ColumnSchema m_schema;
  std::size_t m_nulls = 0;
  std::unique_ptr<std::uint64_t[]> m_validity;
  std::unique_ptr<std::int64_t[]> m_integers;
  std::unique_ptr<double[]> m_reals;
  std::unique_ptr<std::int32_t[]> m_codes;
  std::vector<std::int64_t> m_offsets{0};
  std::string m_bytes;
};

/// A table in memory; never changes.
struct ArrowTable {
  std::size_t rows = 0;
  std::vector<ArrowColumn> columns;
  std::vector<std::pair<std::string, std::string>> metadata;  ///< keys and values
};

/// Puts a table together of pieces of its columns.
class ArrowTableBuilder {
 public:
  /// The rows of a piece, but for the last one. Each has texts of its own first, so small ones cost more.
  static constexpr std::size_t pieceRows = std::size_t{1} << 17U;

  ArrowTableBuilder(const std::vector<parquet::ColumnSchema>& columns, std::size_t rows);

  [[nodiscard]] std::size_t pieceCount() const { return (m_table.rows + pieceRows - 1) / pieceRows; }
  /// Once for each piece and column. Pieces may be put by several threads at once.
  void put(std::size_t column, std::size_t piece, const parquet::ColumnValues& values);
  /// The other way for a column of texts, none of them NULL: numbers of texts, in room for those of a piece. After all
  /// pieces, `texts` says what code each of them has.
  [[nodiscard]] std::int32_t* numbers(std::size_t column, std::size_t piece) {
    return m_table.columns[column].m_codes.get() + piece * pieceRows;
  }
  void setTexts(std::size_t column, const std::vector<std::int32_t>& codeOfNumber,
                const std::vector<std::string_view>& texts);
  /// Texts are numbered in the order in which the rows have them.
  [[nodiscard]] ArrowTable finish(std::vector<std::pair<std::string, std::string>> metadata);

 private:
  /// What else is known of a piece of a column.
  struct Piece {
    std::size_t nulls = 0;
    std::vector<std::string> texts;
  };
  void joinTexts(std::size_t column);
  void addText(ArrowColumn& to, std::string_view text);

  ArrowTable m_table;
  std::vector<std::vector<Piece>> m_pieces;  // by column
};

}  // namespace kernline::arrow
