// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/kit/panels/counting_panel.h"
#include "ui/views/whatif/whatif_table.h"

#include <QStringList>

#include <memory>

class QComboBox;
class QLineEdit;
class QToolButton;
class QTreeView;

namespace kernline::ui {

class WhatIfModel;

/// The step without the profiler and with the changes that the user types. Enter in the tree goes to the longest piece
/// of a row, Delete removes a scenario.
class WhatIfPanel : public CountingPanel {
  Q_OBJECT

 public:
  explicit WhatIfPanel(QWidget* parent = nullptr);

  void showCauses() override;
  /// Adds a scenario; one that ends in "=" is typed up to there, for the user to go on.
  void ask(const QString& change);

 Q_SIGNALS:
  /// The timeline is to show the replay with these changes.
  void replayRequested(const QString& changes);
  /// The timeline is to show what decides the step.
  void pathRequested(std::shared_ptr<const std::vector<kernline::SpanId>> path);

 private:
  void startCounting() override;
  void forget() override;
  void updateState() override;
  [[nodiscard]] QString emptyText() const override;
  [[nodiscard]] QString countsText() const override;

  void buildBar();
  QTreeView* buildTree();
  void addTyped();
  void removeCurrent();
  void goToCurrent();
  void replayCurrent();
  void showPathOfCurrent();
  void showAnswers();
  [[nodiscard]] SpanId targetOfCurrent() const;
  /// The scenario in which the current row is, by position; -1 if none.
  [[nodiscard]] int currentScenario() const;
  /// Returns the answer of the current row; nullptr if the row is about the recording.
  [[nodiscard]] const WhatIfTable::Answer* currentAnswer() const;

  QStringList m_scenarios;
  WhatIfModel* m_model;
  QLineEdit* m_typed = nullptr;
  QComboBox* m_by = nullptr;  // as `PathBy` counts
  QToolButton* m_add = nullptr;
  QToolButton* m_remove = nullptr;
  QToolButton* m_go = nullptr;
  QToolButton* m_replay = nullptr;
  QToolButton* m_path = nullptr;
  QTreeView* m_tree = nullptr;
};

}  // namespace kernline::ui
