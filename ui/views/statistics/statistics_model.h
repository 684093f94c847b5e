// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/kit/jobs/job.h"
#include "ui/views/statistics/statistics_order.h"
#include "ui/views/statistics/statistics_table.h"

#include <QAbstractTableModel>

#include <memory>
#include <vector>

namespace kernline::ui {

/// The rows of a StatisticsTable, filtered and sorted by an index of its own. A worker makes that of a large table;
/// until it is done the rows stay as they are.
class StatisticsModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  /// `ShareRole`: the bar of a cell, 0 to 1, invalid for cells without.
  enum Role { ShareRole = Qt::UserRole };

  explicit StatisticsModel(QObject* parent = nullptr);

  /// A large table that is not to be in its own order shows itself in that first.
  void setTable(std::shared_ptr<const StatisticsTable> table);
  [[nodiscard]] const std::shared_ptr<const StatisticsTable>& table() const { return m_table; }
  /// Of the table, and without one those of the last.
  [[nodiscard]] StatisticsColumns columns() const { return m_columns; }

  /// Keeps rows whose name or category contains `text`, whatever its case.
  void setFilter(const QString& text);
  [[nodiscard]] bool isBusy() const { return m_ordering.isRunning(); }

  /// The row of the table behind a row of the view; `place` is its number there.
  [[nodiscard]] std::size_t place(int viewRow) const { return m_rows[static_cast<std::size_t>(viewRow)]; }
  [[nodiscard]] const StatisticsRow& row(int viewRow) const;
  [[nodiscard]] int viewRowOf(std::uint32_t key) const;  ///< -1: filtered out or absent
  /// Header and rows, separated by tabs, durations in nanoseconds, names in full.
  [[nodiscard]] QString toTsv(const std::vector<int>& viewRows) const;

  [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
  [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  void sort(int column, Qt::SortOrder order) override;

 private:
  void arrange();
  void show(std::vector<std::uint32_t> rows);

  std::shared_ptr<const StatisticsTable> m_table;
  std::vector<std::uint32_t> m_rows;  // what is shown, in order
  StatisticsColumns m_columns = StatisticsColumns::Spans;
  StatisticsOrder m_order;
  Job<std::vector<std::uint32_t>> m_ordering;
};

}  // namespace kernline::ui
