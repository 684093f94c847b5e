// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/output/parquet/column_values.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kernline::arrow {

/// A column as Arrow has it: 64-bit integers, doubles, or codes of texts in a dictionary. A value that is NULL is 0.
class ArrowColumn {
 public:
  static constexpr std::size_t bitsOfWord = 64;  ///< bits per word of `validity`
  [[nodiscard]] static constexpr std::size_t wordsFor(std::size_t values) {
    return (values + bitsOfWord - 1) / bitsOfWord;
  }

  explicit ArrowColumn(parquet::ColumnSchema schema) : m_schema(std::move(schema)) {}

  [[nodiscard]] const parquet::ColumnSchema& schema() const { return m_schema; }
  [[nodiscard]] std::size_t nullCount() const { return m_nulls; }
  /// A bit for each value, 1 where it is there, the lowest bit first; nullptr if all are.
  [[nodiscard]] const std::uint64_t* validity() const { return m_nulls == 0 ? nullptr : m_validity.get(); }
  [[nodiscard]] bool isNull(std::size_t row) const {
    return m_nulls > 0 && (m_validity[row / bitsOfWord] >> (row % bitsOfWord) & 1U) == 0;
  }
  // Values of the column's type; nullptr for other types.
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

  parquet::ColumnSchema m_schema;
  std::size_t m_nulls = 0;
  std::shared_ptr<std::uint64_t[]> m_validity;
  std::shared_ptr<const std::int64_t[]> m_integers;
  std::shared_ptr<double[]> m_reals;
  std::shared_ptr<std::int32_t[]> m_codes;
  std::vector<std::int64_t> m_offsets{0};
  std::string m_bytes;
};

/// A table in memory; never changes.
struct ArrowTable {
  std::size_t rows = 0;
  std::vector<ArrowColumn> columns;
  std::vector<std::pair<std::string, std::string>> metadata;  ///< keys and values
};

/// Puts a table together of pieces of its columns. Several threads may put pieces at once, each of them others.
class ArrowTableBuilder {
 public:
  /// The rows of a piece, but for the last one. Each has texts of its own first, so small ones cost more; and a large
  /// page of memory is filled by one thread.
  static constexpr std::size_t pieceRows = std::size_t{1} << 18U;

  explicit ArrowTableBuilder(std::size_t rows) { m_table.rows = rows; }
  void addColumn(const parquet::ColumnSchema& schema);
  /// All of whose integers are there already, none of them NULL.
  void addStored(const parquet::ColumnSchema& schema, std::shared_ptr<const std::int64_t[]> integers);

  [[nodiscard]] std::size_t pieceCount() const { return (m_table.rows + pieceRows - 1) / pieceRows; }
  [[nodiscard]] std::size_t rowsOf(std::size_t piece) const {
    return std::min(pieceRows, m_table.rows - piece * pieceRows);
  }

  /// Values of any kind.
  void put(std::size_t column, std::size_t piece, const parquet::ColumnValues& values);

  /// The other way for integers: they are written where they belong. `putLevels` gives 1 for each of `count` rows that
  /// is not NULL, else 0; `count` is a multiple of 64 but for the last rows. Without it none is NULL.
  [[nodiscard]] std::int64_t* integers(std::size_t column) { return m_columns[column].integers.get(); }
  void putLevels(std::size_t column, std::size_t first, std::size_t count, std::span<const std::uint32_t> areThere);

  /// The other way for texts: numbers of them are written where the codes belong. Then `codes` has the code of each
  /// number, with `null` for NULL like `sql::noKey`, and `texts` the texts of the codes.
  static constexpr std::int32_t null = -1;
  [[nodiscard]] std::uint32_t* numbers(std::size_t column) {
    return reinterpret_cast<std::uint32_t*>(m_table.columns[column].m_codes.get());
  }
  void putCodes(std::size_t column, std::size_t piece, std::span<const std::int32_t> codes, bool canBeNull);
  void setTexts(std::size_t column, std::span<const std::string_view> texts);

  /// Texts are numbered in the order in which the rows have them.
  [[nodiscard]] ArrowTable finish(std::vector<std::pair<std::string, std::string>> metadata);

 private:
  /// Additional data of a piece of a column.
  struct Piece {
    std::size_t nulls = 0;
    std::vector<std::string> texts;
  };
  struct Column {
    std::shared_ptr<std::int64_t[]> integers;
    std::vector<Piece> pieces;
  };
  [[nodiscard]] std::uint64_t* bits(std::size_t column, std::size_t first) {
    return m_table.columns[column].m_validity.get() + first / ArrowColumn::bitsOfWord;
  }
  void joinTexts(std::size_t column);
  void addText(ArrowColumn& to, std::string_view text);

  ArrowTable m_table;
  std::vector<Column> m_columns;
};

}  // namespace kernline::arrow
