// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/kit/tables/tree_rows_model.h"
#include "ui/views/calltree/call_tree_table.h"

#include <memory>

namespace kernline::ui {

/// A CallTreeTable as a tree of rows, the heaviest first; nodes that the filter leaves out are not there.
class CallTreeModel : public TreeRowsModel {
  Q_OBJECT

 public:
  enum Column { Name, Total, Share, Self, Count, Other, ColumnCount };

  explicit CallTreeModel(QObject* parent = nullptr);

  void setTable(std::shared_ptr<const CallTreeTable> table);
  [[nodiscard]] const std::shared_ptr<const CallTreeTable>& table() const { return m_table; }
  /// The root for an invalid index.
  [[nodiscard]] CallNode node(const QModelIndex& index) const { return rowOf(index); }

 private:
  [[nodiscard]] int childCount(CallNode node) const override;
  [[nodiscard]] CallNode child(CallNode node, int place) const override;
  [[nodiscard]] CallNode parentOf(CallNode node) const override;
  [[nodiscard]] int placeOf(CallNode node) const override;
  [[nodiscard]] QString text(CallNode node, int column) const override;
  [[nodiscard]] QString fullName(CallNode node) const override;
  [[nodiscard]] double share(CallNode node) const override;
  [[nodiscard]] bool isMarked(CallNode node) const override;
  [[nodiscard]] QString title(int column) const override;
  [[nodiscard]] QString help(int column) const override;

  std::shared_ptr<const CallTreeTable> m_table;
};

}  // namespace kernline::ui
