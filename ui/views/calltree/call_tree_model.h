// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/calltree/call_tree_table.h"

#include <QAbstractItemModel>

#include <memory>

namespace kernline::ui {

/// A CallTreeTable as a tree of rows, the heaviest first; nodes that the filter leaves out are not there.
class CallTreeModel : public QAbstractItemModel {
  Q_OBJECT

 public:
  enum Column { Name, Total, Share, Self, Count, Other, ColumnCount };

  using QAbstractItemModel::QAbstractItemModel;

  void setTable(std::shared_ptr<const CallTreeTable> table);
  [[nodiscard]] const std::shared_ptr<const CallTreeTable>& table() const { return m_table; }
  /// The root for an invalid index.
  [[nodiscard]] CallNode node(const QModelIndex& index) const;
  /// Invalid for the root, and for what the filter leaves out.
  [[nodiscard]] QModelIndex indexOf(CallNode node) const;

  [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
  [[nodiscard]] QModelIndex parent(const QModelIndex& index) const override;
  using QObject::parent;
  [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
  [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  [[nodiscard]] QString text(CallNode node, int column) const;

  std::shared_ptr<const CallTreeTable> m_table;
};

}  // namespace kernline::ui
