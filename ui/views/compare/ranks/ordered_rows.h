// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <QString>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace kernline::ui {

/// Rows that say themselves by number what is in them, sortable by any column; columns of text on the left.
class OrderedRows : public QAbstractTableModel {
  Q_OBJECT

 public:
  using QAbstractTableModel::QAbstractTableModel;

  /// The number of a shown row, and back (-1: there is none).
  [[nodiscard]] std::size_t numberOf(int row) const { return m_order[static_cast<std::size_t>(row)]; }
  [[nodiscard]] int placeOf(std::size_t number) const;

  [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
  [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  void sort(int column, Qt::SortOrder order) override;

 protected:
  /// For whoever has other rows now: between beginResetModel and endResetModel.
  void reorder(std::size_t rows);

  [[nodiscard]] virtual QString titleOf(int column) const = 0;
  [[nodiscard]] virtual QString definitionOf(int column) const = 0;
  [[nodiscard]] virtual bool isText(int column) const = 0;
  [[nodiscard]] virtual QString textOf(std::size_t number, int column) const = 0;
  [[nodiscard]] virtual QString tipOf(std::size_t number, int column) const = 0;
  /// What rows are sorted by; where that is equal, as it is of text, by their text.
  [[nodiscard]] virtual double keyOf(std::size_t number, int column) const = 0;

 private:
  void arrange();

  std::vector<std::uint32_t> m_order;
  int m_sortColumn = -1;  // in the order they came
  Qt::SortOrder m_sortOrder = Qt::DescendingOrder;
};

}  // namespace kernline::ui
