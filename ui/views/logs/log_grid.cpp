// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/logs/log_grid.h"

#include "core/model/format/printable_text.h"
#include "core/model/log/large_integer.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/language/words.h"

#include <QRegularExpression>

#include <algorithm>
#include <array>
#include <cmath>

namespace kernline::ui {
namespace {

bool isNothing(std::string_view text) {
  constexpr std::array nothings{"", "-", "--", "nan", "NaN", "NAN", "n/a", "N/A"};
  return std::ranges::find(nothings, text) != nothings.end();
}

/// Returns a whole number that a double may miss, as printed; else an empty text.
QString wholeDigits(const GridColumn& column, const GridCell& cell) {
  const bool isPlain = column.quantity == Quantity::Number || column.quantity == Quantity::Count;
  const bool isUnscaled = column.style.scale == 1;
  return column.isNumber() && isPlain && isUnscaled ? qt(largeInteger(cell.number, cell.text)) : QString();
}

/// "Self CUDA" in ms → "Self CUDA (ms)"; "Total Time (ns)" → "Total Time (ms)"; a title with a percent sign says
/// enough.
QString titleWithUnit(const QString& name, const QString& unit) {
  static const QRegularExpression ending(QStringLiteral("\\s*[\\(\\[][^()\\[\\]]{1,8}[\\)\\]]\\s*$"));
  if (unit.isEmpty() || (unit == QLatin1String("%") && name.contains(QLatin1Char('%')))) {
    return name;
  }
  QString bare = name;
  bare.remove(ending);
  return QStringLiteral("%1 (%2)").arg(bare.isEmpty() ? name : bare, unit);
}

bool wantsBars(const GridColumn& column) {
  switch (column.role) {
    case ColumnRole::Average:
    case ColumnRole::Median:
    case ColumnRole::Minimum:
    case ColumnRole::Maximum:
    case ColumnRole::Deviation:
    case ColumnRole::Calls:
    case ColumnRole::HostAverage:
    case ColumnRole::DeviceAverage:
      return false;
    default:
      return column.isNumber() && column.quantity != Quantity::Number;
  }
}

}  // namespace

std::vector<RowKind> LogGrid::kinds() const {
  std::vector<RowKind> kinds;
  for (const RowKind kind : {RowKind::Plain, RowKind::Operator, RowKind::Kernel, RowKind::Annotation}) {
    if (std::ranges::find(rows, kind, &GridRow::kind) != rows.end()) {
      kinds.push_back(kind);
    }
  }
  return kinds;
}

QString kindNames(RowKind kind) {
  switch (kind) {
    case RowKind::Operator:
      return Words::tr("Operators");
    case RowKind::Kernel:
      return Words::tr("Kernels");
    case RowKind::Annotation:
      return Words::tr("Annotations");
    case RowKind::Plain:
      break;
  }
  return Words::tr("Rows");
}

std::string_view unitOfRow(const LogGrid& grid, std::size_t row) {
  return grid.unitColumn ? grid.cell(row, *grid.unitColumn).text : std::string_view();
}

QString rowName(const LogGrid& grid, std::size_t row, NameStyle names) {
  const GridRow& of = grid.rows[row];
  if (names == NameStyle::Short && !of.shortName.empty()) {
    return qt(printable(of.shortName));
  }
  return qt(printable(of.isFunction ? kernelNameIn(names, of.name) : std::string{of.name}));
}

QString rowLabel(const LogGrid& grid, std::size_t row, NameStyle names) {
  const std::string_view label = grid.rows[row].label;
  return label.empty() ? rowName(grid, row, names) : qt(printable(label));
}

QString cellText(const LogGrid& grid, std::size_t row, std::size_t column, NameStyle names) {
  const GridColumn& shown = grid.columns[column];
  const GridCell& cell = grid.cell(row, column);
  if (shown.kind == GridColumn::Kind::Name) {
    return names == NameStyle::Raw ? qt(printable(cell.text)) : rowName(grid, row, names);
  }
  if (const QString digits = wholeDigits(shown, cell); !digits.isEmpty()) {
    return digits;
  }
  if (shown.isNumber() && cell.hasNumber()) {
    NumberStyle style = shown.style;
    style.decimals = decimalsAsPrinted(cell.number, cell.text, shown.style);
    return numberText(cell.number, style);
  }
  if (isNothing(cell.text)) {
    return shown.isNumber() ? QStringLiteral("–") : qt(cell.text);
  }
  return qt(printable(cell.text));
}

QString plainCellText(const LogGrid& grid, std::size_t row, std::size_t column, NameStyle names) {
  const GridColumn& shown = grid.columns[column];
  const GridCell& cell = grid.cell(row, column);
  if (!shown.isNumber()) {
    return cellText(grid, row, column, names);
  }
  if (!cell.hasNumber()) {
    return isNothing(cell.text) ? QString() : qt(printable(cell.text));
  }
  if (const QString whole = wholeDigits(shown, cell); !whole.isEmpty()) {
    return whole;
  }
  constexpr int digits = 15;
  return QString::number(cell.number / shown.style.scale, 'g', digits);
}

void finishColumns(LogGrid& grid) {
  std::vector<PrintedNumber> numbers;
  for (std::size_t c = 0; c < grid.columns.size(); ++c) {
    GridColumn& column = grid.columns[c];
    if (!column.isNumber()) {
      column.title = column.name;
      continue;
    }
    numbers.clear();
    double max = 0;
    for (std::size_t r = 0; r < grid.rows.size(); ++r) {
      if (const GridCell& cell = grid.cell(r, c); cell.hasNumber()) {
        numbers.push_back({cell.number, printedDecimals(cell.text)});
        max = std::isfinite(cell.number) ? std::max(max, cell.number) : max;
      }
    }
    column.style = column.like ? grid.columns[*column.like].style
                               : styleFor(column.quantity, column.style.unit.toStdString(), numbers);
    column.title = titleWithUnit(column.name, column.style.unit);
    column.max = !grid.hasFigures || !wantsBars(column) || column.like ? 0
                 : column.quantity == Quantity::Share                  ? std::max(max, 1.0)
                                                                       : max;
  }
}

}  // namespace kernline::ui
