// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/kit/panels/counting_panel.h"
#include "ui/views/calltree/call_tree_table.h"

#include <QTimer>

#include <memory>
#include <vector>

class QComboBox;
class QLineEdit;
class QSplitter;
class QToolButton;

namespace kernline::ui {

class CallTreeView;
class FlameGraph;

/// Calls by how they nest, as a tree and as a flame graph: choose the direction, the weight, the thread and the time,
/// look for names, and go to the timeline.
class CallTreePanel : public CountingPanel {
  Q_OBJECT

 public:
  using Matches = std::shared_ptr<const std::vector<SpanId>>;

  explicit CallTreePanel(QWidget* parent = nullptr);

  [[nodiscard]] bool isBusy() const override;

 Q_SIGNALS:
  /// All spans of a node whose longest was requested, sorted by start.
  void matchesFound(kernline::ui::CallTreePanel::Matches matches, const QString& title);

 private:
  enum Shown { Both, TreeAlone, FlamesAlone };

  void startCounting() override;
  void forget() override;
  void updateState() override;
  [[nodiscard]] QString emptyText() const override;
  [[nodiscard]] QString countsText() const override;

  void buildControls();
  void buildViews();
  void fillThreads();
  void takeTable(std::shared_ptr<const CallTreeTable> table);
  void chooseNode(CallNode node);
  void goToNode(CallNode node);
  void goToCurrent() { goToNode(m_current); }
  void copyFolded() const;
  void showViews();
  [[nodiscard]] CallTreeRequest request() const;

  std::shared_ptr<const CallTreeTable> m_table;
  Job<std::vector<SpanId>> m_matching;
  QTimer m_typing;
  CallNode m_current = CallTree::root;

  QComboBox* m_direction = nullptr;
  QComboBox* m_weight = nullptr;
  QComboBox* m_thread = nullptr;
  QComboBox* m_shown = nullptr;
  QLineEdit* m_filter = nullptr;
  QToolButton* m_go = nullptr;
  QSplitter* m_views = nullptr;
  CallTreeView* m_tree = nullptr;
  FlameGraph* m_flames = nullptr;
};

}  // namespace kernline::ui
