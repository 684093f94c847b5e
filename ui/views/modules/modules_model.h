// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/modules/modules_table.h"

#include <QAbstractItemModel>

#include <cstdint>
#include <memory>

namespace kernline::ui {

/// A ModulesTable as a tree of rows.
class ModulesModel : public QAbstractItemModel {
  Q_OBJECT

 public:
  enum Column { Name, Total, Share, Self, Forward, Backward, Optimizer, Calls, ColumnCount };

  using QAbstractItemModel::QAbstractItemModel;

  void setTable(std::shared_ptr<const ModulesTable> table);
  [[nodiscard]] const std::shared_ptr<const ModulesTable>& table() const { return m_table; }
  /// `ModuleRow::none` for an invalid index.
  [[nodiscard]] static std::uint32_t rowOf(const QModelIndex& index);
  [[nodiscard]] QModelIndex indexOf(std::uint32_t row) const;

  [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
  [[nodiscard]] QModelIndex parent(const QModelIndex& index) const override;
  using QObject::parent;
  [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
  [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  [[nodiscard]] QString text(std::uint32_t row, int column) const;

  std::shared_ptr<const ModulesTable> m_table;
};

}  // namespace kernline::ui
