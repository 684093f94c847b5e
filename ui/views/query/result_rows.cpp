// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/query/result_rows.h"

#include "core/output/sql/cell_text.h"
#include "ui/kit/language/qt_text.h"

#include <algorithm>
#include <numeric>

namespace kernline::ui {
namespace {

using sql::Cell;

bool containsText(const QueryResult& result, std::size_t row, const QString& text) {
  for (std::size_t column = 0; column < result.columnCount(); ++column) {
    if (qt(sql::toText(result.cell(row, column))).contains(text, Qt::CaseInsensitive)) {
      return true;
    }
  }
  return false;
}

int rankOf(const Cell& cell) {
  return cell.isNull() ? 0 : cell.isText() ? 2 : 1;
}

double numberOf(const Cell& cell) {
  return cell.type() == Cell::Type::Integer ? static_cast<double>(cell.asInteger()) : cell.asReal();
}

bool isLess(const Cell& a, const Cell& b) {
  if (rankOf(a) != rankOf(b)) {
    return rankOf(a) < rankOf(b);
  }
  if (a.isText()) {
    return a.asText() < b.asText();
  }
  if (a.type() == Cell::Type::Integer && b.type() == Cell::Type::Integer) {
    return a.asInteger() < b.asInteger();
  }
  return !a.isNull() && numberOf(a) < numberOf(b);
}

}  // namespace

std::vector<std::uint32_t> arrangeRows(const QueryResult& result, const RowArrangement& arrangement,
                                       const std::stop_token& stop) {
  constexpr std::uint32_t looks = 1 << 14;
  std::vector<std::uint32_t> rows;
  for (std::uint32_t row = 0; row < result.rowCount(); ++row) {
    if (row % looks == 0 && stop.stop_requested()) {
      return {};
    }
    if (arrangement.filter.isEmpty() || containsText(result, row, arrangement.filter)) {
      rows.push_back(row);
    }
  }
  if (arrangement.sortColumn) {
    const auto cellOf = [&](std::uint32_t row) { return result.cell(row, *arrangement.sortColumn); };
    std::ranges::stable_sort(rows, [&](std::uint32_t a, std::uint32_t b) {
      return arrangement.isDescending ? isLess(cellOf(b), cellOf(a)) : isLess(cellOf(a), cellOf(b));
    });
  }
  return rows;
}

}  // namespace kernline::ui
