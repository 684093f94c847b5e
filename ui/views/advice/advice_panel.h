// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/kit/panels/counting_panel.h"
#include "ui/views/advice/advice_table.h"

#include <QStringList>

#include <memory>

class QLabel;
class QToolButton;
class QTreeView;

namespace kernline::ui {

class AdviceModel;

/// The panel of optimization suggestions, by maximum saving. Enter goes to a row's example.
class AdvicePanel : public CountingPanel {
  Q_OBJECT

 public:
  explicit AdvicePanel(QWidget* parent = nullptr);

  void showCauses() override;

 Q_SIGNALS:
  /// Requests a replay with the selected rows followed, as kernline whatif spells it.
  void whatIfRequested(const QString& change);

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
  void askWhatIf();
  /// The numbers of the selected rows, from 1, and of those around selected lines.
  [[nodiscard]] QStringList selectedRows() const;
  [[nodiscard]] SpanId targetOfCurrent() const;
  /// Returns why no row saves time, and what to do.
  [[nodiscard]] QStringList whyNothing(const Advice& advice) const;
  /// Returns what was left out, one sentence a line; empty if there is none.
  [[nodiscard]] QString leftOutText() const;

  AdviceModel* m_model;
  QLabel* m_leftOut = nullptr;
  QTreeView* m_tree = nullptr;
  QToolButton* m_go = nullptr;
  QToolButton* m_whatIf = nullptr;
};

}  // namespace kernline::ui
