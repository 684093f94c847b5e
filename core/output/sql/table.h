// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/cell.h"
#include "core/output/sql/schema.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

namespace kernline::sql {

enum class Op : char {
  Equal = '=',
  Less = '<',
  LessEqual = 'l',
  Greater = '>',
  GreaterEqual = 'g',
  Like = 'L',
  Glob = 'G',
  Regexp = 'R',
};

/// `column op value`, which each row of a cursor must fulfil.
struct Constraint {
  std::size_t column = 0;
  Op op = Op::Equal;
  Cell::Type type = Cell::Type::Null;
  std::int64_t integer = 0;
  double real = 0;
  std::string text;
};

struct OrderTerm {
  std::size_t column = 0;
  bool isDescending = false;
};

/// SQLite's request for one walk over a table.
struct Plan {
  std::vector<Constraint> constraints;
  std::vector<OrderTerm> order;
};

/// A walk over a table's rows.
class Cursor {
 public:
  Cursor() = default;
  Cursor(const Cursor&) = delete;
  Cursor& operator=(const Cursor&) = delete;
  virtual ~Cursor() = default;

  /// Begins anew. May give rows that break a constraint other than Like, Glob and Regexp: SQLite looks again.
  /// Returns what is wrong with the plan's values, if anything.
  [[nodiscard]] virtual std::optional<std::string> start(const Plan& plan) = 0;
  [[nodiscard]] virtual bool isAtEnd() const = 0;
  virtual void next() = 0;
  [[nodiscard]] virtual std::int64_t rowId() const = 0;
  [[nodiscard]] virtual Cell cell(std::size_t column) = 0;
};

/// A table of the model as SQLite sees it. Used by one thread at a time.
class Table {
 public:
  Table() = default;
  Table(const Table&) = delete;
  Table& operator=(const Table&) = delete;
  virtual ~Table() = default;

  [[nodiscard]] virtual const TableSchema& schema() const = 0;
  [[nodiscard]] virtual std::uint64_t rowCount() const = 0;  ///< approximate number, for plans
  [[nodiscard]] virtual std::unique_ptr<Cursor> open() = 0;
};

}  // namespace kernline::sql
