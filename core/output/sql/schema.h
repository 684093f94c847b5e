// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace kernline::sql {

enum class ColumnType : std::uint8_t { Integer, Real, Text, Any };

/// Conditions that a table handles faster than SQLite's row-by-row test.
enum class Use : std::uint8_t {
  None = 0,
  Compare = 1,  ///< = < <= > >= with a number
  Match = 2,    ///< = LIKE GLOB REGEXP with a text
  Order = 4,    ///< rows come in its order on request
  Lookup = 8,   ///< = finds few rows without looking at the others
  Unique = 16,  ///< … at most one
  Reads = 32,   ///< is read from the file, so that only the file's order is fast
};

constexpr Use operator|(Use a, Use b) {
  return static_cast<Use>(static_cast<std::uint8_t>(a) | static_cast<std::uint8_t>(b));
}
constexpr bool has(Use set, Use use) {
  return (static_cast<std::uint8_t>(set) & static_cast<std::uint8_t>(use)) != 0;
}

/// A column as the planner, the help and the completion see it.
struct Column {
  std::string_view name;
  ColumnType type = ColumnType::Integer;
  Use use = Use::None;
  std::string_view description;
  /// Read again from the file, row by row; `*` leaves it out.
  bool isSlow = false;
};

struct TableSchema {
  std::string_view name;
  std::string_view description;
  std::vector<Column> columns;
};

/// A function that Kernline adds to those of SQLite.
struct FunctionSchema {
  std::string_view signature;  ///< "short_name(text)"
  std::string_view description;
};

/// Every table of the model, in the order of the help.
[[nodiscard]] const std::vector<TableSchema>& tableSchemas();
[[nodiscard]] std::span<const FunctionSchema> functionSchemas();

}  // namespace kernline::sql
