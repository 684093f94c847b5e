// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/calls/call_path.h"
#include "ui/views/calltree/call_tree_table.h"

#include <QTreeView>

#include <memory>
#include <vector>

namespace kernline::ui {

class CallTreeModel;

/// The tree of a CallTreeTable. Open and chosen nodes remain so in the next one.
class CallTreeView : public QTreeView {
  Q_OBJECT

 public:
  explicit CallTreeView(QWidget* parent = nullptr);

  /// nullptr if there is nothing to show.
  void setTable(std::shared_ptr<const CallTreeTable> table);
  [[nodiscard]] CallNode current() const;
  void setCurrent(CallNode node);
  /// Opens what is heaviest, and in it, and goes to its end. From the current node, or from the root.
  void expandHeaviestPath();

 Q_SIGNALS:
  void currentNodeChanged(kernline::CallNode node);
  void nodeActivated(kernline::CallNode node);

 protected:
  void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void keepState();
  void restoreTreeState();
  void expandFirst();
  void expandWanted();
  [[nodiscard]] std::vector<CallNode> expandedNodes() const;

  CallTreeModel* m_model;
  std::vector<CallPath> m_expanded;  // expanded paths while there is no table, and beyond a filter
  CallPath m_current;
  bool m_hasState = false;
  bool m_isFiltered = false;
  bool m_isSetting = false;
};

}  // namespace kernline::ui
