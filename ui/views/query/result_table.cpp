// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/query/result_table.h"

#include "core/model/format/quantity.h"
#include "core/output/sql/cell_text.h"
#include "ui/kit/language/qt_text.h"

namespace kernline::ui {
namespace {

using sql::Cell;
using ResultPtr = std::shared_ptr<const QueryResult>;

constexpr std::size_t maxShownCharacters = 400;  // characters of a cell; the tool tip has more

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

QString shownText(const Cell& cell) {
  if (cell.isNull()) {
    return QStringLiteral("–");
  }
  if (cell.type() == Cell::Type::Real) {
    constexpr int digits = 12;
    return QString::number(cell.asReal(), 'g', digits);
  }
  const QString text = qt(sql::toText(cell)).left(maxShownCharacters);
  return cell.isText() ? text.simplified() : text;
}

/// A text in full; of nanoseconds, a unit that a person reads, where the column's title says what they are.
QString tipOf(const std::string& title, const Cell& cell) {
  if (cell.isText()) {
    return qt(cell.asText());
  }
  const bool isTime = title.ends_with("_ns") && cell.type() == Cell::Type::Integer;
  return isTime ? qt(formatDuration({cell.asInteger()})) : QString();
}

TableColumn resultColumn(const ResultPtr& result, std::size_t column) {
  const auto cell = [result, column](std::size_t row) { return result->cell(row, column); };
  return {.title = qt(result->title(column)),
          .kind = result->isText(column) ? ColumnKind::Text : ColumnKind::Figure,
          .text = [cell](std::size_t row) { return shownText(cell(row)); },
          .tip = [result, column, cell](std::size_t row) { return tipOf(result->title(column), cell(row)); },
          .less = [cell](std::size_t a, std::size_t b) { return isLess(cell(a), cell(b)); }};
}

}  // namespace

TableRows resultRows(const ResultPtr& result) {
  if (!result) {
    return {};
  }
  TableRows rows{.count = result->rowCount(), .isShown = [result](std::size_t row, const QString& filter) {
                   return filter.isEmpty() || containsText(*result, row, filter);
                 }};
  for (std::size_t column = 0; column < result->columnCount(); ++column) {
    rows.columns.push_back(resultColumn(result, column));
  }
  return rows;
}

}  // namespace kernline::ui
