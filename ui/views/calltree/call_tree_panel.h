// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"
#include "ui/kit/jobs/shown_job.h"
#include "ui/views/calltree/call_tree_table.h"

#include <QTimer>
#include <QWidget>

#include <memory>
#include <optional>
#include <vector>

class QComboBox;
class QLineEdit;
class QSplitter;
class QToolButton;

namespace kernline::ui {

class CallTreeView;
class ElidedLabel;
class FlameGraph;
class QuietLabel;
class TimeScope;

/// Calls by how they nest, as a tree and as a flame graph: choose the direction, the weight, the thread and the time,
/// look for names, and go to the timeline.
class CallTreePanel : public QWidget {
  Q_OBJECT

 public:
  using Matches = std::shared_ptr<const std::vector<SpanId>>;

  explicit CallTreePanel(QWidget* parent = nullptr);

  /// nullptr: nothing is open. Counted when first seen.
  void setTrace(std::shared_ptr<const Trace> trace);
  void setVisibleRange(TimeRange range);
  /// While there is one, it limits what is counted unless a person asks for something else.
  void setChosenRange(std::optional<TimeRange> range);
  [[nodiscard]] bool isBusy() const;

 Q_SIGNALS:
  /// Go to the longest span of a node.
  void spanRequested(kernline::SpanId span);
  /// All spans of that node, sorted by start; follows `spanRequested`.
  void matchesFound(kernline::ui::CallTreePanel::Matches matches, const QString& title);

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  enum Shown { Both, TreeAlone, FlamesAlone };

  void buildControls(QWidget* bar);
  void buildViews();
  void fillThreads();
  void restart();
  void takeTable(std::shared_ptr<const CallTreeTable> table);
  void chooseNode(CallNode node);
  void goToNode(CallNode node);
  void goToCurrent() { goToNode(m_current); }
  void copyFolded() const;
  void updateState();
  void showViews();
  [[nodiscard]] QString emptyText() const;
  [[nodiscard]] CallTreeRequest request() const;

  std::shared_ptr<const Trace> m_trace;
  std::shared_ptr<const CallTreeTable> m_table;
  ShownJob<std::shared_ptr<const CallTreeTable>> m_counting;
  Job<std::vector<SpanId>> m_matching;
  QTimer m_typing;
  bool m_isDue = false;  // to be counted when seen
  CallNode m_current = CallTree::root;

  QComboBox* m_direction = nullptr;
  QComboBox* m_weight = nullptr;
  QComboBox* m_thread = nullptr;
  QComboBox* m_shown = nullptr;
  TimeScope* m_scope = nullptr;
  QLineEdit* m_filter = nullptr;
  QToolButton* m_go = nullptr;
  ElidedLabel* m_counts = nullptr;
  QSplitter* m_views = nullptr;
  CallTreeView* m_tree = nullptr;
  FlameGraph* m_flames = nullptr;
  QuietLabel* m_emptyNote = nullptr;
};

}  // namespace kernline::ui
