// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/tables/tree_rows_model.h"

#include "ui/kit/tables/rows_model.h"

#include <QFont>

namespace kernline::ui {
namespace {

QVariant sideOf(bool isName) {
  return QVariant::fromValue((isName ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
}

QFont standingOut() {
  QFont font;
  font.setWeight(QFont::DemiBold);
  return font;
}

}  // namespace

TreeRowsModel::TreeRowsModel(std::uint32_t top, int columns, int shareColumn, QObject* parent)
    : QAbstractItemModel(parent), m_top(top), m_columns(columns), m_shareColumn(shareColumn) {}

std::uint32_t TreeRowsModel::rowOf(const QModelIndex& index) const {
  return index.isValid() ? static_cast<std::uint32_t>(index.internalId()) : m_top;
}

QModelIndex TreeRowsModel::indexOf(std::uint32_t row) const {
  const int place = row == m_top ? -1 : placeOf(row);
  return place < 0 ? QModelIndex() : createIndex(place, nameColumn, quintptr{row});
}

QModelIndex TreeRowsModel::index(int row, int column, const QModelIndex& parent) const {
  if (row < 0 || row >= rowCount(parent) || column < 0 || column >= m_columns) {
    return {};
  }
  return createIndex(row, column, quintptr{child(rowOf(parent), row)});
}

QModelIndex TreeRowsModel::parent(const QModelIndex& index) const {
  return index.isValid() ? indexOf(parentOf(rowOf(index))) : QModelIndex();
}

int TreeRowsModel::rowCount(const QModelIndex& parent) const {
  return parent.column() > 0 ? 0 : childCount(rowOf(parent));
}

int TreeRowsModel::columnCount(const QModelIndex& /*parent*/) const {
  return m_columns;
}

QVariant TreeRowsModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) {
    return {};
  }
  const std::uint32_t row = rowOf(index);
  const bool isName = index.column() == nameColumn;
  switch (role) {
    case Qt::DisplayRole:
      return text(row, index.column());
    case Qt::TextAlignmentRole:
      return sideOf(isName);
    case Qt::ToolTipRole:
      return isName ? QVariant(fullName(row)) : QVariant();
    case Qt::FontRole:
      return isName && isMarked(row) ? QVariant(standingOut()) : QVariant();
    case RowsModel::ShareRole:
      return index.column() == m_shareColumn ? QVariant(share(row)) : QVariant();
    default:
      return {};
  }
}

QVariant TreeRowsModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) {
    return {};
  }
  switch (role) {
    case Qt::DisplayRole:
      return title(section);
    case Qt::ToolTipRole:
      return help(section);
    case Qt::TextAlignmentRole:
      return sideOf(section == nameColumn);
    default:
      return {};
  }
}

}  // namespace kernline::ui
