// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/calltree/call_tree_view.h"

#include "ui/kit/tables/plain_tree.h"
#include "ui/views/calltree/call_tree_model.h"

#include <utility>

namespace kernline::ui {
namespace {

constexpr double minOpenShare = 0.5;          // share of its parent
constexpr std::size_t maxExpandedRows = 400;  // rows that a filter opens by itself

}  // namespace

CallTreeView::CallTreeView(QWidget* parent) : QTreeView(parent), m_model(new CallTreeModel(this)) {
  setObjectName(QStringLiteral("callTreeView"));
  setAccessibleName(tr("Call tree"));
  setModel(m_model);
  makePlain(*this, CallTreeModel::Share, {12, 19, 12, 10, 12});
  connect(this, &QTreeView::activated, this,
          [this](const QModelIndex& index) { Q_EMIT nodeActivated(m_model->node(index)); });
}

void CallTreeView::resizeEvent(QResizeEvent* event) {
  QTreeView::resizeEvent(event);
  constexpr int charactersForAll = 100;  // the name comes first where room is short
  constexpr int charactersForSelf = 70;
  const int characters = width() / fontMetrics().averageCharWidth();
  setColumnHidden(CallTreeModel::Other, characters < charactersForAll);
  setColumnHidden(CallTreeModel::Count, characters < charactersForAll);
  setColumnHidden(CallTreeModel::Self, characters < charactersForSelf);
}

void CallTreeView::setTable(std::shared_ptr<const CallTreeTable> table) {
  keepState();
  m_isSetting = true;
  const bool wasBottomUp = m_current.isBottomUp;
  m_model->setTable(std::move(table));
  m_isSetting = false;
  if (!m_model->table()) {
    return;
  }
  const bool isBottomUp = m_model->table()->tree->isBottomUp();
  m_isFiltered = m_model->table()->found->isFiltered();
  if (m_isFiltered) {
    expandWanted();
  } else if (m_hasState && isBottomUp == wasBottomUp) {
    restoreTreeState();
  } else {
    expandFirst();
    scrollToTop();
  }
}

/// Saves the state, except nodes that only a filter expanded.
void CallTreeView::keepState() {
  if (!m_model->table() || m_model->table()->tree->isEmpty()) {
    return;
  }
  const CallTree& tree = *m_model->table()->tree;
  m_current = pathOf(tree, current());
  if (!m_isFiltered) {
    m_expanded.clear();
    for (const CallNode node : expandedNodes()) {
      m_expanded.push_back(pathOf(tree, node));
    }
    m_hasState = true;
  }
}

void CallTreeView::restoreTreeState() {
  const CallTree& tree = *m_model->table()->tree;
  for (const CallPath& path : m_expanded) {
    if (const CallNode node = nodeAt(tree, path); node != CallTree::root) {
      expand(m_model->indexOf(node));
    }
  }
  if (const CallNode node = nodeAt(tree, m_current); node != CallTree::root) {
    m_isSetting = true;
    setCurrentIndex(m_model->indexOf(node));
    m_isSetting = false;
  }
}

std::vector<CallNode> CallTreeView::expandedNodes() const {
  std::vector<CallNode> open;
  std::vector<QModelIndex> toLookAt{QModelIndex()};
  while (!toLookAt.empty()) {
    const QModelIndex parent = toLookAt.back();
    toLookAt.pop_back();
    for (int row = 0; row < m_model->rowCount(parent); ++row) {
      const QModelIndex child = m_model->index(row, 0, parent);
      if (isExpanded(child)) {
        open.push_back(m_model->node(child));
        toLookAt.push_back(child);
      }
    }
  }
  return open;
}

/// Opens each child that has most of its parent, from the top, as a person would.
void CallTreeView::expandFirst() {
  const CallTreeTable& table = *m_model->table();
  QModelIndex at;
  for (QModelIndex child = m_model->index(0, 0); child.isValid(); child = m_model->index(0, 0, at)) {
    const auto whole = static_cast<double>(table.total(m_model->node(at)));
    if (static_cast<double>(table.total(m_model->node(child))) < whole * minOpenShare) {
      break;
    }
    expand(child);
    at = child;
  }
}

/// Opens what leads to what is looked for, the heaviest first, as much as a person can look through.
void CallTreeView::expandWanted() {
  const CallTreeTable& table = *m_model->table();
  std::size_t rows = 0;
  std::vector<QModelIndex> level{QModelIndex()};
  while (!level.empty() && rows < maxExpandedRows) {
    std::vector<QModelIndex> next;
    for (const QModelIndex& parent : level) {
      for (int row = 0; row < m_model->rowCount(parent) && rows < maxExpandedRows; ++row, ++rows) {
        const QModelIndex child = m_model->index(row, 0, parent);
        if (!table.found->isWanted(m_model->node(child))) {
          expand(child);
          next.push_back(child);
        }
      }
    }
    level = std::move(next);
  }
}

CallNode CallTreeView::current() const {
  return m_model->node(currentIndex());
}

void CallTreeView::setCurrent(CallNode node) {
  const QModelIndex index = m_model->indexOf(node);
  if (index == currentIndex().siblingAtColumn(0)) {
    return;
  }
  m_isSetting = true;
  setCurrentIndex(index);
  if (index.isValid()) {
    scrollTo(index);
  } else {
    clearSelection();
  }
  m_isSetting = false;
}

void CallTreeView::expandHeaviestPath() {
  QModelIndex at = currentIndex().siblingAtColumn(0);
  for (QModelIndex child = m_model->index(0, 0, at); child.isValid(); child = m_model->index(0, 0, at)) {
    if (m_model->table()->total(m_model->node(child)) <= 0) {
      break;
    }
    expand(at);
    at = child;
  }
  if (at.isValid()) {
    setCurrentIndex(at);
    scrollTo(at);
  }
}

void CallTreeView::currentChanged(const QModelIndex& current, const QModelIndex& previous) {
  QTreeView::currentChanged(current, previous);
  if (!m_isSetting) {
    Q_EMIT currentNodeChanged(m_model->node(current));
  }
}

}  // namespace kernline::ui
