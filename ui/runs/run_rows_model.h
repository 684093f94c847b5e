// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/runs/run_comparison.h"

#include <QAbstractTableModel>
#include <QString>

#include <cstddef>
#include <memory>
#include <vector>

namespace kernline::ui {

/// The rows of two compared recordings: totals, what has changed, and how often.
class RunRowsModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { Name, Base, Other, Delta, Ratio, Count, ColumnCount };

  explicit RunRowsModel(QObject* parent = nullptr);

  void showComparison(std::shared_ptr<const RunComparison> comparison);
  /// Only rows whose name, full or shown, has this in it, whatever the case.
  void setFilter(const QString& text);
  /// The number of a shown row in the comparison, and back (-1: not shown).
  [[nodiscard]] std::size_t numberOf(int row) const { return m_rows[static_cast<std::size_t>(row)]; }
  [[nodiscard]] int placeOf(std::size_t number) const;

  [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
  [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  void sort(int column, Qt::SortOrder order) override;

 private:
  [[nodiscard]] QString textOf(const RunRow& row, int column) const;
  [[nodiscard]] QString nameOf(const RunRow& row) const;
  void select();

  std::shared_ptr<const RunComparison> m_comparison;
  std::vector<std::size_t> m_rows;
  QString m_filter;
  int m_sortColumn = -1;
  Qt::SortOrder m_order = Qt::DescendingOrder;
  double m_greatest = 0;  // absolute delta
};

}  // namespace kernline::ui
