// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/kit/panels/counting_panel.h"
#include "ui/views/modules/modules_table.h"

#include <QPointer>

#include <memory>
#include <set>

class QToolButton;
class QTreeView;

namespace kernline::ui {

class ModulesModel;

/// Device time of the modules of a network: forward, backward and optimizer. Enter goes to the longest call of one.
class ModulesPanel : public CountingPanel {
  Q_OBJECT

 public:
  explicit ModulesPanel(QWidget* parent = nullptr);

  /// Sets the trace's origins, for captures of its graphs in other files; nullptr if there are none.
  void setOrigins(const TraceOrigins* origins) { m_origins = origins; }
  /// Captures may have been joined: then it counts anew.
  void showCauses() override;

 private:
  void startCounting() override;
  void forget() override;
  void updateState() override;
  [[nodiscard]] QString emptyText() const override;
  [[nodiscard]] QString countsText() const override;

  void buildTree();
  void takeTable(std::shared_ptr<const ModulesTable> table);
  void keepExpanded();
  void expandKept();
  void goToCurrent();
  [[nodiscard]] SpanId longestOfCurrent() const;
  /// nullptr unless there are captures in other files.
  [[nodiscard]] std::shared_ptr<const KnownOrigins> origins() const;

  QPointer<const TraceOrigins> m_origins;
  std::shared_ptr<const KnownOrigins> m_counted;  // `origins` at the time of counting
  std::set<QString> m_expanded;                   // paths of rows
  bool m_hasExpanded = false;

  ModulesModel* m_model;
  QTreeView* m_tree = nullptr;
  QToolButton* m_go = nullptr;
};

}  // namespace kernline::ui
