// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/kit/jobs/job.h"
#include "ui/kit/tables/table_rows.h"

#include <QAbstractTableModel>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace kernline::ui {

/// The model of every table whose rows do not change while it is shown: filters and sorts TableRows by an index of its
/// own. A worker makes that of a large table; until it is done the rows stay as they are.
class RowsModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Role {
    ShareRole = Qt::UserRole,  ///< the bar of a cell, 0 to 1; invalid for cells without
    DeltaRole,                 ///< the bar of a change, -1 to 1
    PiecesRole,                ///< std::vector<BarPiece>
    SpreadRole                 ///< SpreadMarks
  };
  /// Tables of more rows are arranged by a worker: names cost about 3 µs a row.
  static constexpr std::size_t maxRowsAtOnce = 1000;

  explicit RowsModel(QObject* parent = nullptr);
  explicit RowsModel(TableRows rows, QObject* parent = nullptr);

  /// Keeps the order and the filter. A large table shows itself as it came first.
  void setRows(TableRows rows);
  /// Replaces the rows by the same ones with changed cells.
  void refresh(TableRows rows);
  void refresh();
  [[nodiscard]] const TableRows& rows() const { return *m_rows; }

  void setFilter(const QString& text);
  [[nodiscard]] bool isBusy() const { return m_arranging.isRunning(); }

  /// Numbers of the rows that are shown, in their order.
  [[nodiscard]] const std::vector<std::uint32_t>& order() const { return m_order; }
  [[nodiscard]] std::size_t numberOf(int row) const { return m_order[static_cast<std::size_t>(row)]; }
  [[nodiscard]] std::vector<std::uint32_t> numbersOf(const std::vector<int>& rows) const;
  [[nodiscard]] int placeOf(std::size_t number) const;  ///< -1 if it is not shown

  [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
  [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  void sort(int column, Qt::SortOrder order) override;

 Q_SIGNALS:
  void arranged();  ///< rows are where they are to be

 private:
  void arrange();
  void show(std::vector<std::uint32_t> order);

  std::shared_ptr<const TableRows> m_rows;
  std::vector<std::uint32_t> m_order;
  RowArrangement m_arrangement;
  Job<std::vector<std::uint32_t>> m_arranging;
};

}  // namespace kernline::ui
