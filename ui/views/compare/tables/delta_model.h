// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/tables/table_comparison.h"

#include <QAbstractTableModel>

#include <memory>
#include <optional>
#include <vector>

namespace kernline::ui {

/// Compared rows of profiler tables: a name, a time and share for each table, and, of two or more, what has changed.
class DeltaModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Role {
    ShareRole = Qt::UserRole,  ///< 0 to 1 of the table's total; invalid where there is none
    DeltaRole                  ///< -1 to 1 of the greatest delta
  };

  explicit DeltaModel(QObject* parent = nullptr);

  /// Rows of one kind, or of all.
  void showComparison(std::shared_ptr<const TableComparison> comparison, std::optional<RowKind> kind);
  [[nodiscard]] const ComparedRow& row(int row) const {
    return m_comparison->rows[m_rows[static_cast<std::size_t>(row)]];
  }

  [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
  [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  void sort(int column, Qt::SortOrder order) override;

  enum class Column { Name, Kind, Time, Delta, Change, Note };
  [[nodiscard]] Column columnAt(int section) const;

 private:
  [[nodiscard]] int tableCount() const { return static_cast<int>(m_comparison->tables.size()); }
  [[nodiscard]] QVariant nameData(const ComparedRow& row, int role) const;
  [[nodiscard]] QVariant timeData(const ComparedRow& row, std::size_t table, int role) const;
  [[nodiscard]] QVariant deltaData(const ComparedRow& row, int role) const;
  [[nodiscard]] QString noteOf(const ComparedRow& row) const;
  [[nodiscard]] double keyOf(const ComparedRow& row, int column) const;
  [[nodiscard]] static QString explanationOf(RowTime time);
  [[nodiscard]] static QString explanationOf(NameMatch match);

  std::shared_ptr<const TableComparison> m_comparison;
  std::vector<std::size_t> m_rows;
  double m_greatest = 0;
  bool m_hasNotes = false;
};

}  // namespace kernline::ui
