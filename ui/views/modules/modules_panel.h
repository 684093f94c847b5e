// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"
#include "ui/kit/jobs/shown_job.h"
#include "ui/views/modules/modules_table.h"

#include <QWidget>

#include <cstdint>
#include <memory>
#include <optional>
#include <set>

class QToolButton;
class QTreeView;

namespace kernline::ui {

class ElidedLabel;
class ModulesModel;
class QuietLabel;
class TimeScope;

/// Device time of the modules of a network: forward, backward and optimizer. Counted by a worker, and only while it is
/// seen.
class ModulesPanel : public QWidget {
  Q_OBJECT

 public:
  explicit ModulesPanel(QWidget* parent = nullptr);

  /// nullptr: none, or it is not whole yet.
  void setTrace(std::shared_ptr<const Trace> trace);
  void setVisibleRange(TimeRange range);
  void setChosenRange(std::optional<TimeRange> range);
  [[nodiscard]] bool isBusy() const;

 Q_SIGNALS:
  /// Go to the longest call of a module.
  void spanRequested(kernline::SpanId span);

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  void buildTree();
  void buildControls(QWidget* bar);
  void restart();
  void takeTable(std::shared_ptr<const ModulesTable> table);
  void keepExpanded();
  void expandKept();
  void goToCurrent();
  void updateState();
  [[nodiscard]] QString emptyText() const;
  [[nodiscard]] QString countsText() const;
  [[nodiscard]] SpanId longestOfCurrent() const;

  std::shared_ptr<const Trace> m_trace;
  ShownJob<std::shared_ptr<const ModulesTable>> m_counting;
  bool m_isDue = false;          // to be counted when seen
  std::set<QString> m_expanded;  // paths of rows
  bool m_hasExpanded = false;

  ModulesModel* m_model;
  QTreeView* m_tree = nullptr;
  TimeScope* m_scope = nullptr;
  QToolButton* m_go = nullptr;
  ElidedLabel* m_counts = nullptr;
  QuietLabel* m_emptyNote = nullptr;
};

}  // namespace kernline::ui
