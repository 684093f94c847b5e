// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/kit/panels/counting_panel.h"
#include "ui/views/advice/advice_table.h"

#include <memory>

class QLabel;
class QToolButton;
class QTreeView;

namespace kernline::ui {

class AdviceModel;

/// What to optimize, by the time that it can save at most. Enter goes to the place of a row.
class AdvicePanel : public CountingPanel {
  Q_OBJECT

 public:
  explicit AdvicePanel(QWidget* parent = nullptr);

  void showCauses() override;

 private:
  void startCounting() override;
  void forget() override;
  void updateState() override;
  [[nodiscard]] QString emptyText() const override;
  [[nodiscard]] QString countsText() const override;

  QWidget* buildContents();
  void buildTree();
  void spanEvidence();
  void goToCurrent();
  [[nodiscard]] SpanId targetOfCurrent() const;
  /// What was not looked at, a sentence a line; empty: nothing.
  [[nodiscard]] QString leftOutText() const;

  AdviceModel* m_model;
  QLabel* m_leftOut = nullptr;
  QTreeView* m_tree = nullptr;
  QToolButton* m_go = nullptr;
};

}  // namespace kernline::ui
