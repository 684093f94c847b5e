// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/output/parquet/column_values.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kernline::parquet {

/// The place of a column of a row group in its file.
struct PlacedChunk {
  std::uint64_t begin = 0;
  std::uint64_t size = 0;
  std::int64_t codec = 0;
  bool hasDictionary = false;
  std::optional<std::pair<std::int64_t, std::int64_t>> integers = {};  ///< least and greatest, if in the footer
};

struct PlacedRows {
  std::size_t rows = 0;
  std::size_t firstRow = 0;          ///< index among all rows of the table
  std::vector<PlacedChunk> columns;  ///< one for each column of the table
};

/// Footer of a table, as far as Kernline's own tables need it.
struct TableFooter {
  std::vector<ColumnSchema> columns;
  std::vector<PlacedRows> groups;
  std::map<std::string, std::string, std::less<>> metadata;
  std::size_t rows = 0;

  [[nodiscard]] std::optional<std::size_t> columnOf(std::string_view name, sql::ColumnType type) const;
  [[nodiscard]] std::string_view fact(std::string_view key) const;
};

/// Reads the footer of a whole file. std::nullopt if it is truncated or damaged, or claims more rows than a file of its
/// size can hold.
[[nodiscard]] std::optional<TableFooter> readFooter(std::string_view file);

}  // namespace kernline::parquet
