// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/tables/rows_model.h"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>

namespace kernline::ui {
namespace {

QVariant alignmentOf(const TableColumn& column) {
  return QVariant::fromValue((column.kind == ColumnKind::Text ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
}

QVariant tipOf(const TableColumn& column, std::size_t row) {
  const QString tip = column.tip ? column.tip(row) : QString();
  return tip.isEmpty() ? QVariant() : QVariant(tip);
}

QVariant shareOf(const TableColumn& column, std::size_t row) {
  const double share = column.share(row);
  return share == share ? QVariant(share) : QVariant();
}

}  // namespace

RowsModel::RowsModel(QObject* parent) : RowsModel(TableRows(), parent) {}

RowsModel::RowsModel(TableRows rows, QObject* parent) : QAbstractTableModel(parent) {
  setRows(std::move(rows));
}

void RowsModel::setRows(TableRows rows) {
  m_arranging = {};
  beginResetModel();
  m_rows = std::make_shared<const TableRows>(std::move(rows));
  const bool isSmall = m_rows->count <= maxRowsAtOnce;
  if (isSmall) {
    m_order = arrangeRows(*m_rows, m_arrangement, {});
  } else {
    m_order.resize(m_rows->count);
    std::iota(m_order.begin(), m_order.end(), 0U);
  }
  endResetModel();
  if (!isSmall) {
    arrange();
  }
}

void RowsModel::refresh(TableRows rows) {
  m_rows = std::make_shared<const TableRows>(std::move(rows));
  refresh();
}

void RowsModel::refresh() {
  if (!m_order.empty()) {
    Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
  }
}

void RowsModel::setFilter(const QString& text) {
  if (text != m_arrangement.filter) {
    m_arrangement.filter = text;
    arrange();
  }
}

void RowsModel::sort(int column, Qt::SortOrder order) {
  if (column != m_arrangement.column || order != m_arrangement.order) {
    m_arrangement.column = column;
    m_arrangement.order = order;
    arrange();
  }
}

void RowsModel::arrange() {
  m_arranging = {};
  if (m_rows->count <= maxRowsAtOnce) {
    show(arrangeRows(*m_rows, m_arrangement, {}));
    return;
  }
  m_arranging = Job<std::vector<std::uint32_t>>(
      [rows = m_rows, arrangement = m_arrangement](const std::stop_token& stop, Progress&) {
        return Expected<std::vector<std::uint32_t>>(arrangeRows(*rows, arrangement, stop));
      },
      [this](Expected<std::vector<std::uint32_t>> order) {
        if (order) {
          show(std::move(*order));
        }
      });
}

/// Keeps the selection as long as the number of rows is the same.
void RowsModel::show(std::vector<std::uint32_t> order) {
  if (order.size() != m_order.size()) {
    beginResetModel();
    m_order = std::move(order);
    endResetModel();
  } else if (order != m_order) {
    Q_EMIT layoutAboutToBeChanged({}, VerticalSortHint);
    std::vector<int> places(m_rows->count, -1);
    for (std::size_t place = 0; place < order.size(); ++place) {
      places[order[place]] = static_cast<int>(place);
    }
    const QModelIndexList kept = persistentIndexList();
    QModelIndexList moved;
    for (const QModelIndex& from : kept) {
      moved << index(places[numberOf(from.row())], from.column());
    }
    m_order = std::move(order);
    changePersistentIndexList(kept, moved);
    Q_EMIT layoutChanged({}, VerticalSortHint);
  }
  Q_EMIT arranged();
}

std::vector<std::uint32_t> RowsModel::numbersOf(const std::vector<int>& rows) const {
  std::vector<std::uint32_t> numbers;
  std::ranges::transform(rows, std::back_inserter(numbers),
                         [this](int row) { return m_order[static_cast<std::size_t>(row)]; });
  return numbers;
}

int RowsModel::placeOf(std::size_t number) const {
  const auto found = std::ranges::find(m_order, number);
  return found == m_order.end() ? -1 : static_cast<int>(found - m_order.begin());
}

int RowsModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(std::min<std::size_t>(m_order.size(), INT32_MAX));
}

int RowsModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_rows->columns.size());
}

QVariant RowsModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) {
    return {};
  }
  const TableColumn& column = m_rows->columns[static_cast<std::size_t>(index.column())];
  const std::size_t row = numberOf(index.row());
  switch (role) {
    case Qt::DisplayRole:
      return column.text ? QVariant(column.text(row)) : QVariant();
    case Qt::TextAlignmentRole:
      return alignmentOf(column);
    case Qt::ToolTipRole:
      return tipOf(column, row);
    case ShareRole:
      return column.share ? shareOf(column, row) : QVariant();
    default:
      return column.other ? column.other(row, role) : QVariant();
  }
}

QVariant RowsModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) {
    return {};
  }
  const TableColumn& column = m_rows->columns[static_cast<std::size_t>(section)];
  switch (role) {
    case Qt::DisplayRole:
      return column.title;
    case Qt::ToolTipRole:
      return column.help.isEmpty() ? QVariant() : QVariant(column.help);
    case Qt::TextAlignmentRole:
      return alignmentOf(column);
    case Qt::InitialSortOrderRole:
      return static_cast<int>(column.kind == ColumnKind::Figure ? Qt::DescendingOrder : Qt::AscendingOrder);
    default:
      return {};
  }
}

}  // namespace kernline::ui
