// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/compare/ranks/ordered_rows.h"

#include <algorithm>
#include <numeric>

namespace kernline::ui {

void OrderedRows::reorder(std::size_t rows) {
  m_order.resize(rows);
  std::iota(m_order.begin(), m_order.end(), 0U);
  arrange();
}

void OrderedRows::arrange() {
  const int column = m_sortColumn;
  std::ranges::sort(m_order);
  if (column < 0) {
    return;
  }
  const auto less = [&](std::uint32_t a, std::uint32_t b) {
    const double left = keyOf(a, column);
    const double right = keyOf(b, column);
    return left == right ? textOf(a, column) < textOf(b, column) : left < right;
  };
  std::ranges::stable_sort(m_order, [&](std::uint32_t a, std::uint32_t b) {
    return m_sortOrder == Qt::AscendingOrder ? less(a, b) : less(b, a);
  });
}

void OrderedRows::sort(int column, Qt::SortOrder order) {
  Q_EMIT layoutAboutToBeChanged({}, VerticalSortHint);
  const QModelIndexList kept = persistentIndexList();
  std::vector<std::size_t> numbers;
  for (const QModelIndex& index : kept) {
    numbers.push_back(numberOf(index.row()));
  }
  m_sortColumn = column;
  m_sortOrder = order;
  arrange();
  QModelIndexList moved;
  for (qsizetype i = 0; i < kept.size(); ++i) {
    moved << index(placeOf(numbers[static_cast<std::size_t>(i)]), kept[i].column());
  }
  changePersistentIndexList(kept, moved);
  Q_EMIT layoutChanged({}, VerticalSortHint);
}

int OrderedRows::placeOf(std::size_t number) const {
  const auto found = std::ranges::find(m_order, number);
  return found == m_order.end() ? -1 : static_cast<int>(found - m_order.begin());
}

int OrderedRows::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_order.size());
}

QVariant OrderedRows::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) {
    return {};
  }
  const int column = index.column();
  switch (role) {
    case Qt::DisplayRole:
      return textOf(numberOf(index.row()), column);
    case Qt::ToolTipRole: {
      const QString tip = tipOf(numberOf(index.row()), column);
      return tip.isEmpty() ? QVariant() : QVariant(tip);
    }
    case Qt::TextAlignmentRole:
      return static_cast<int>((isText(column) ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    default:
      return {};
  }
}

QVariant OrderedRows::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) {
    return {};
  }
  switch (role) {
    case Qt::DisplayRole:
      return titleOf(section);
    case Qt::ToolTipRole:
      return definitionOf(section);
    case Qt::TextAlignmentRole:
      return static_cast<int>((isText(section) ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    case Qt::InitialSortOrderRole:
      // The first column says which row it is.
      return static_cast<int>(section == 0 || isText(section) ? Qt::AscendingOrder : Qt::DescendingOrder);
    default:
      return {};
  }
}

}  // namespace kernline::ui
