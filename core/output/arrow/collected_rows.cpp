// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/arrow/collected_rows.h"

#include "core/output/sql/cell_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <set>

namespace kernline::arrow {

namespace {

using sql::Cell;
using sql::ColumnType;

/// Returns the cell as a value of a column of this type.
Cell converted(const Cell& cell, ColumnType type, std::string& scratch) {
  if (type == ColumnType::Real && cell.type() == Cell::Type::Integer) {
    return Cell::real(static_cast<double>(cell.asInteger()));
  }
  if (type == ColumnType::Text && !cell.isNull() && !cell.isText()) {
    scratch = sql::toText(cell);
    return Cell::passing(scratch);
  }
  return cell;
}

/// Tables have no two columns of one name.
std::vector<std::string> toldApart(const std::vector<std::string>& names) {
  std::set<std::string> known(names.begin(), names.end());
  std::set<std::string> used;
  std::vector<std::string> apart;
  for (const std::string& name : names) {
    std::string own = name;
    for (int number = 2; used.contains(own) || (own != name && known.contains(own)); ++number) {
      own = fmt::format("{}_{}", name, number);
    }
    used.insert(own);
    apart.push_back(std::move(own));
  }
  return apart;
}

}  // namespace

ColumnType CollectedRows::Column::type() const {
  return hasTexts ? ColumnType::Text : hasReals ? ColumnType::Real : ColumnType::Integer;
}

Cell CollectedRows::Column::cell(std::size_t row) const {
  switch (types[row]) {
    case Cell::Type::Integer:
      return Cell::integer(values[row]);
    case Cell::Type::Real:
      return Cell::real(std::bit_cast<double>(values[row]));
    case Cell::Type::Text:
    case Cell::Type::PassingText:
      return Cell::text(texts.texts()[static_cast<std::size_t>(values[row])]);
    case Cell::Type::Null:
      break;
  }
  return {};
}

void CollectedRows::begin(const std::vector<std::string>& columns) {
  m_names = columns;
  m_columns = std::vector<Column>(columns.size());
}

bool CollectedRows::add(std::span<const Cell> row) {
  for (std::size_t i = 0; i < row.size(); ++i) {
    Column& column = m_columns[i];
    column.types.push_back(row[i].type());
    std::int64_t value = 0;
    if (row[i].isText()) {
      value = column.texts.codeOf(row[i].asText(), true);
      column.hasTexts = true;
    } else if (row[i].type() == Cell::Type::Real) {
      value = std::bit_cast<std::int64_t>(row[i].asReal());
      column.hasReals = true;
    } else if (!row[i].isNull()) {
      value = row[i].asInteger();
    }
    column.values.push_back(value);
  }
  return true;
}

ArrowTable CollectedRows::finish() {
  const std::vector<std::string> names = toldApart(m_names);
  ArrowTableBuilder builder(m_columns.empty() ? 0 : m_columns.front().types.size());
  std::string scratch;
  for (std::size_t i = 0; i < m_columns.size(); ++i) {
    const ColumnType type = m_columns[i].type();
    builder.addColumn({names[i], type});
    for (std::size_t piece = 0; piece < builder.pieceCount(); ++piece) {
      const std::size_t first = piece * ArrowTableBuilder::pieceRows;
      parquet::ColumnValues values(type);
      for (std::size_t row = first; row < first + builder.rowsOf(piece); ++row) {
        values.add(converted(m_columns[i].cell(row), type, scratch));
      }
      builder.put(i, piece, values);
    }
    m_columns[i] = {};
  }
  return builder.finish({});
}

}  // namespace kernline::arrow
