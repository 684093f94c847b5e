// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/sql/table_plan.h"

#include "core/output/sql/virtual_table.h"

#include <algorithm>
#include <optional>
#include <string>

namespace kernline::sql {

namespace {

// A plan is written as pairs of characters: a column and an operation for each constraint, a bar, a column and a
// direction for each term of the order.
constexpr char firstColumn = 'A';
constexpr char bar = '|';
constexpr char ascending = 'a';
constexpr char descending = 'd';

std::optional<Op> operationOf(unsigned char op) {
  switch (op) {
    case SQLITE_INDEX_CONSTRAINT_EQ:
      return Op::Equal;
    case SQLITE_INDEX_CONSTRAINT_LT:
      return Op::Less;
    case SQLITE_INDEX_CONSTRAINT_LE:
      return Op::LessEqual;
    case SQLITE_INDEX_CONSTRAINT_GT:
      return Op::Greater;
    case SQLITE_INDEX_CONSTRAINT_GE:
      return Op::GreaterEqual;
    case SQLITE_INDEX_CONSTRAINT_LIKE:
      return Op::Like;
    case SQLITE_INDEX_CONSTRAINT_GLOB:
      return Op::Glob;
    case SQLITE_INDEX_CONSTRAINT_REGEXP:
      return Op::Regexp;
    default:
      return std::nullopt;
  }
}

bool isPattern(Op op) {
  return op == Op::Like || op == Op::Glob || op == Op::Regexp;
}

/// Whether the table makes use of `column op value`.
bool isUsed(const Column& column, Op op) {
  if (isPattern(op) || column.type == ColumnType::Text) {
    return has(column.use, Use::Match) && (isPattern(op) || op == Op::Equal);
  }
  return has(column.use, Use::Compare) || (op == Op::Equal && has(column.use, Use::Lookup));
}

/// Returns the share of the rows that a constraint leaves, roughly.
double shareOf(const Column& column, Op op, double rows) {
  if (op == Op::Equal && has(column.use, Use::Unique)) {
    return 1 / rows;
  }
  if (op == Op::Equal && has(column.use, Use::Lookup)) {
    return 4 / rows;
  }
  return op == Op::Equal ? 0.02 : 0.3;
}

/// Whether the constraint reduces the rows that are read, not only those returned.
bool reducesScans(const Column& column, Op op) {
  return has(column.use, Use::Compare) || (op == Op::Equal && has(column.use, Use::Lookup));
}

/// Whether the query asks for a column that is fast in the file's order alone.
bool asksForSlow(const TableSchema& schema, const sqlite3_index_info& request) {
  for (std::size_t i = 0; i < schema.columns.size(); ++i) {
    if (has(schema.columns[i].use, Use::Reads) && ((request.colUsed >> i) & 1) != 0) {
      return true;
    }
  }
  return false;
}

bool isOrdered(const TableSchema& schema, const sqlite3_index_info& request) {
  const std::span terms{request.aOrderBy, static_cast<std::size_t>(request.nOrderBy)};
  return !terms.empty() && !asksForSlow(schema, request) && std::ranges::all_of(terms, [&](const auto& term) {
    return term.iColumn >= 0 && has(schema.columns[static_cast<std::size_t>(term.iColumn)].use, Use::Order);
  });
}

void appendPair(std::string& plan, int column, char what) {
  plan += static_cast<char>(firstColumn + column);
  plan += what;
}

}  // namespace

int choosePlan(const TableSchema& schema, std::uint64_t rowCount, sqlite3_index_info* request) {
  std::string plan;
  const double all = std::max(1.0, static_cast<double>(rowCount));
  double rows = all;
  double scannedRows = all;
  int used = 0;
  for (int i = 0; i < request->nConstraint; ++i) {
    const auto& wanted = request->aConstraint[i];
    const std::optional<Op> op = operationOf(wanted.op);
    if (wanted.usable == 0 || wanted.iColumn < 0 || !op) {
      continue;
    }
    const Column& column = schema.columns[static_cast<std::size_t>(wanted.iColumn)];
    const bool isBinary = *op != Op::Equal || sqlite3_stricmp(sqlite3_vtab_collation(request, i), "BINARY") == 0;
    if (!isUsed(column, *op) || !isBinary) {
      continue;
    }
    request->aConstraintUsage[i].argvIndex = ++used;
    request->aConstraintUsage[i].omit = isPattern(*op) ? 1 : 0;
    appendPair(plan, wanted.iColumn, static_cast<char>(*op));
    const double share = shareOf(column, *op, all);
    rows *= share;
    scannedRows *= reducesScans(column, *op) ? share : 1;
  }
  plan += bar;
  if (isOrdered(schema, *request)) {
    request->orderByConsumed = 1;
    for (int i = 0; i < request->nOrderBy; ++i) {
      appendPair(plan, request->aOrderBy[i].iColumn, request->aOrderBy[i].desc != 0 ? descending : ascending);
    }
  }
  request->estimatedRows = std::max<sqlite3_int64>(1, static_cast<sqlite3_int64>(rows));
  request->estimatedCost = std::max(1.0, scannedRows) * 0.1 + std::max(1.0, rows);
  request->idxStr = sqlite3_mprintf("%s", plan.c_str());
  request->needToFreeIdxStr = 1;
  return request->idxStr == nullptr ? SQLITE_NOMEM : SQLITE_OK;
}

Plan readPlan(std::string_view written, std::span<sqlite3_value*> values) {
  Plan plan;
  const std::size_t middle = written.find(bar);
  for (std::size_t i = 0; i + 1 < middle; i += 2) {
    Constraint& constraint = plan.constraints.emplace_back();
    constraint.column = static_cast<std::size_t>(written[i] - firstColumn);
    constraint.op = static_cast<Op>(written[i + 1]);
    sqlite3_value* value = values[i / 2];
    const Cell cell = cellOf(value);
    constraint.type = cell.type();
    constraint.integer = cell.type() == Cell::Type::Integer ? cell.asInteger() : 0;
    constraint.real = cell.type() == Cell::Type::Real ? cell.asReal() : 0;
    if (cell.isText() || (isPattern(constraint.op) && !cell.isNull())) {
      constraint.text = reinterpret_cast<const char*>(sqlite3_value_text(value));
    }
  }
  for (std::size_t i = middle + 1; i + 1 < written.size(); i += 2) {
    plan.order.push_back({static_cast<std::size_t>(written[i] - firstColumn), written[i + 1] == descending});
  }
  return plan;
}

}  // namespace kernline::sql
