// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/kit/jobs/job.h"
#include "ui/views/logs/grid_rows.h"
#include "ui/views/logs/log_grid.h"

#include <QAbstractTableModel>

#include <cstdint>
#include <vector>

namespace kernline::ui {

/// The rows of a LogGrid for a view. A worker filters and sorts; until it has, the rows stay as they are.
class GridModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Role {
    BarRole = Qt::UserRole,  ///< share of the cell that its bar fills, 0 to 1; invalid without a bar
    LinkRole,                ///< true for a cell that leads somewhere
    FailedRole,              ///< true in the row of a run that failed
    MissingDecimalsRole,     ///< a blank as wide as the decimals that others of the column have and this number has not
  };

  explicit GridModel(QObject* parent = nullptr);

  /// Forgets the order, keeps the filter text. nullptr if there is nothing to show.
  void setGrid(GridPtr grid);
  [[nodiscard]] const GridPtr& grid() const { return m_grid; }

  void setFilter(const QString& text);
  void setKind(std::optional<RowKind> kind);
  void setNames(NameStyle names);
  [[nodiscard]] const GridArrangement& arrangement() const { return m_arrangement; }
  [[nodiscard]] bool isBusy() const { return m_arranging.isRunning(); }

  /// Rows of the grid, in the order of the view.
  [[nodiscard]] const std::vector<std::uint32_t>& rows() const { return m_rows; }
  [[nodiscard]] std::uint32_t gridRow(int viewRow) const { return m_rows[static_cast<std::size_t>(viewRow)]; }
  [[nodiscard]] int viewRow(std::uint32_t gridRow) const;  ///< -1 if filtered out

  [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
  [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  void sort(int column, Qt::SortOrder order) override;

 Q_SIGNALS:
  void aboutToSort();  ///< rows are about to change places
  void arranged();     ///< rows are where they are to be

 private:
  template <typename Value>
  void change(Value GridArrangement::* what, Value value);
  void arrange();
  [[nodiscard]] QString tipOf(std::size_t row, std::size_t column) const;

  GridPtr m_grid;
  GridArrangement m_arrangement;
  std::vector<std::uint32_t> m_rows;  // shown rows, in order
  Job<std::vector<std::uint32_t>> m_arranging;
};

}  // namespace kernline::ui
