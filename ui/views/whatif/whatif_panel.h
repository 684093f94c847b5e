// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/kit/panels/counting_panel.h"
#include "ui/views/dock/whatif_scenario.h"
#include "ui/views/whatif/whatif_table.h"

#include <QStringList>

#include <memory>
#include <optional>

class QComboBox;
class QLineEdit;
class QToolButton;
class QTreeView;

namespace kernline::ui {

class AdviceTicks;
class WhatIfModel;

/// The step without the profiler and with changes, which the user types or ticks as rows of advice. Enter in the tree
/// goes to the longest piece of a row, Delete removes a scenario.
class WhatIfPanel : public CountingPanel {
  Q_OBJECT

 public:
  explicit WhatIfPanel(QWidget* parent = nullptr);

  void showCauses() override;
  [[nodiscard]] bool isBusy() const override;
  /// Adds a scenario; one that ends in "=" is typed up to there, for the user to go on.
  void ask(const QString& change);

 Q_SIGNALS:
  /// The timeline is to show this replay.
  void replayRequested(const kernline::ui::WhatIfScenario& scenario);
  /// This replay is to be saved as a trace.
  void exportRequested(const kernline::ui::WhatIfScenario& scenario);
  /// The timeline is to show what decides the step.
  void pathRequested(std::shared_ptr<const std::vector<kernline::SpanId>> path);

 private:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void startCounting() override;
  void forget() override;
  void updateState() override;
  [[nodiscard]] QString emptyText() const override;
  [[nodiscard]] QString countsText() const override;

  void buildBar();
  void buildButtons();
  QWidget* buildContents();
  QTreeView* buildTree();
  /// Leaves room for names.
  void fitColumns();
  void openMenu(QPoint at);
  /// Other steps, or another device: nothing known holds.
  void startAnew();
  void addTyped();
  void removeCurrent();
  void goToCurrent();
  void replayCurrent();
  void exportCurrent();
  void showPathOfCurrent();
  /// Changes of the scenarios in the tree.
  struct Shown {
    QStringList expanded;
    QStringList folded;
    std::optional<QString> current;
  };
  [[nodiscard]] std::optional<QString> changesOf(const QModelIndex& index) const;
  [[nodiscard]] Shown shown() const;
  void showAnswers(const Shown& before);
  void forgetAdvice();
  [[nodiscard]] SpanId targetOfCurrent() const;
  /// Returns all scenarios: those that were added, then that of the ticked rows.
  [[nodiscard]] QStringList scenarios() const;
  /// Returns the changes of the scenario in which the current row is; empty if it is in none.
  [[nodiscard]] QString currentChanges() const;
  /// Returns the answer of the current row; nullptr if the row is about the recording.
  [[nodiscard]] const WhatIfTable::Answer* currentAnswer() const;

  QStringList m_added;
  WhatIfModel* m_model;
  AdviceTicks* m_ticks = nullptr;
  QLineEdit* m_typed = nullptr;
  QComboBox* m_by = nullptr;  // entries in the order of `PathBy`
  QToolButton* m_add = nullptr;
  QToolButton* m_remove = nullptr;
  QToolButton* m_go = nullptr;
  QToolButton* m_replay = nullptr;
  QToolButton* m_path = nullptr;
  QToolButton* m_export = nullptr;
  QTreeView* m_tree = nullptr;
};

}  // namespace kernline::ui
