// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/logs/grid_model.h"

#include "core/model/format/printable_text.h"
#include "ui/kit/language/core_text.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/style/icons.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace kernline::ui {
namespace {

constexpr std::size_t maxRowsSortedAtOnce = 2'000;  // rows that are arranged before the next paint

Qt::Alignment alignmentOf(const GridColumn& column) {
  return (column.isNumber() ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter;
}

/// Blanks as wide as digits and a point.
QString missingDecimals(const GridColumn& column, const GridCell& cell) {
  if (!column.isNumber() || !cell.hasNumber()) {
    return {};
  }
  const int has = decimalsAsPrinted(cell.number, cell.text, column.style);
  constexpr QChar punctuationSpace(0x2008);
  constexpr QChar figureSpace(0x2007);
  return (has == 0 && column.style.decimals > 0 ? QString(punctuationSpace) : QString()) +
         QString(column.style.decimals - has, figureSpace);
}

QVariant barOf(const GridColumn& column, const GridCell& cell) {
  const bool hasBar = column.max > 0 && cell.hasNumber() && std::isfinite(cell.number);
  return hasBar ? QVariant(std::clamp(cell.number / column.max, 0.0, 1.0)) : QVariant();
}

QVariant markOf(const GridRow& row) {
  if (row.isFailed) {
    return icon(QStringLiteral("failed"));
  }
  return row.doubt.empty() ? QVariant() : QVariant(icon(QStringLiteral("warning")));
}

}  // namespace

GridModel::GridModel(QObject* parent) : QAbstractTableModel(parent) {}

void GridModel::setGrid(GridPtr grid) {
  beginResetModel();
  m_arranging = {};
  m_grid = std::move(grid);
  m_arrangement.sortColumn.reset();
  m_arrangement.kind.reset();
  m_rows.resize(m_grid ? m_grid->rows.size() : 0);
  std::iota(m_rows.begin(), m_rows.end(), 0U);
  endResetModel();
  if (!m_arrangement.filter.isEmpty()) {
    arrange();
  }
}

template <typename Value>
void GridModel::change(Value GridArrangement::* what, Value value) {
  if (m_arrangement.*what != value) {
    m_arrangement.*what = std::move(value);
    arrange();
  }
}

void GridModel::setFilter(const QString& text) {
  change(&GridArrangement::filter, text);
}

void GridModel::setKind(std::optional<RowKind> kind) {
  change(&GridArrangement::kind, kind);
}

void GridModel::setNames(NameStyle names) {
  change(&GridArrangement::names, names);
}

void GridModel::sort(int column, Qt::SortOrder order) {
  const GridArrangement before = m_arrangement;
  m_arrangement.sortColumn =
      column < 0 || column >= columnCount() ? std::nullopt : std::optional{static_cast<std::size_t>(column)};
  m_arrangement.isDescending = order == Qt::DescendingOrder;
  if (m_arrangement != before) {
    arrange();
  }
}

void GridModel::arrange() {
  if (!m_grid) {
    return;
  }
  const auto take = [this](Expected<std::vector<std::uint32_t>> rows) {
    if (rows) {
      Q_EMIT aboutToSort();
      beginResetModel();
      m_rows = std::move(*rows);
      endResetModel();
    }
    Q_EMIT arranged();
  };
  if (m_grid->rows.size() <= maxRowsSortedAtOnce) {
    m_arranging = {};
    take(arrangeGrid(*m_grid, m_arrangement, {}));
    return;
  }
  m_arranging = Job<std::vector<std::uint32_t>>(
      [grid = m_grid, arrangement = m_arrangement](const std::stop_token& stop, Progress&) {
        return Expected<std::vector<std::uint32_t>>(arrangeGrid(*grid, arrangement, stop));
      },
      take);
}

int GridModel::viewRow(std::uint32_t gridRow) const {
  const auto found = std::ranges::find(m_rows, gridRow);
  return found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
}

int GridModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int GridModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() || !m_grid ? 0 : static_cast<int>(m_grid->columns.size());
}

/// Returns facts that the cell cannot show: the name in full, the number as printed, doubts.
QString GridModel::tipOf(std::size_t row, std::size_t column) const {
  const GridRow& of = m_grid->rows[row];
  const GridColumn& shown = m_grid->columns[column];
  const GridCell& cell = m_grid->cell(row, column);
  QStringList parts;
  if (shown.kind == GridColumn::Kind::Name) {
    parts << qt(printable(of.name));
    if (of.isNameCut) {
      parts << (of.name == cell.text
                    ? tr("The log has only this part of the name.")
                    : tr("Truncated here in the log. Completed from the only full name in the log that fits."));
    }
  } else if (!cell.text.empty()) {
    parts << (shown.isNumber() ? tr("As printed: %1").arg(qt(printable(cell.text))) : qt(printable(cell.text)));
  }
  if (!of.doubt.empty()) {
    parts << tr("Doubtful: %1").arg(coreText(of.doubt));
  }
  if (of.line > 0 && shown.kind == GridColumn::Kind::Name) {
    parts << tr("Line %1").arg(of.line);
  }
  return parts.join(QLatin1Char('\n'));
}

QVariant GridModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || !m_grid) {
    return {};
  }
  const std::size_t row = gridRow(index.row());
  const auto column = static_cast<std::size_t>(index.column());
  const GridColumn& shown = m_grid->columns[column];
  const GridCell& cell = m_grid->cell(row, column);
  switch (role) {
    case Qt::DisplayRole:
      return cellText(*m_grid, row, column, m_arrangement.names);
    case Qt::TextAlignmentRole:
      return QVariant::fromValue(alignmentOf(shown));
    case Qt::ToolTipRole:
      return tipOf(row, column);
    case Qt::DecorationRole:
      return column == m_grid->nameColumn ? markOf(m_grid->rows[row]) : QVariant();
    case BarRole:
      return barOf(shown, cell);
    case LinkRole:
      return shown.kind == GridColumn::Kind::Link && cell.text.find('/') != std::string_view::npos;
    case MissingDecimalsRole:
      return missingDecimals(shown, cell);
    case FailedRole:
      return m_grid->rows[row].isFailed;
    default:
      return {};
  }
}

QVariant GridModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || !m_grid || section >= columnCount()) {
    return {};
  }
  const GridColumn& column = m_grid->columns[static_cast<std::size_t>(section)];
  switch (role) {
    case Qt::DisplayRole:
      return column.title;
    case Qt::TextAlignmentRole:
      return QVariant::fromValue(alignmentOf(column));
    case Qt::ToolTipRole:
      return column.tip;
    case Qt::InitialSortOrderRole:
      return static_cast<int>(column.isNumber() ? Qt::DescendingOrder : Qt::AscendingOrder);
    default:
      return {};
  }
}

}  // namespace kernline::ui
