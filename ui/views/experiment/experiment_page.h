// SPDX-License-Identifier: GPL-3.0-or-later
// This folder shows the files of an experiment, in groups.
#pragma once

#include "core/open/experiment/experiment.h"

#include <QStringList>
#include <QWidget>

#include <memory>

class QHBoxLayout;
class QLabel;
class QPushButton;

namespace kernline::ui {

class ElidedLabel;
class ExperimentTree;

/// One page on the contents of a folder or an archive: groups of files that belong together, and why. Files are
/// opened from it, one by one or a group at once, and chosen for a comparison.
class ExperimentPage : public QWidget {
  Q_OBJECT

 public:
  explicit ExperimentPage(QWidget* parent = nullptr);

  /// nullptr for none.
  void setExperiment(const std::shared_ptr<const Experiment>& experiment);
  [[nodiscard]] ExperimentTree* tree() const { return m_tree; }

 Q_SIGNALS:
  void openRequested(const QStringList& paths);
  /// Requests a comparison of at least two runs, or a run and logs, or logs.
  void comparisonRequested(const QStringList& runs, const QStringList& logs);

 private:
  [[nodiscard]] QHBoxLayout* makeButtons();
  void showChoice();

  QLabel* m_title = nullptr;
  ElidedLabel* m_sentence = nullptr;
  ElidedLabel* m_omitted = nullptr;
  ExperimentTree* m_tree = nullptr;
  ElidedLabel* m_choice = nullptr;
  QPushButton* m_openGroup = nullptr;
  QPushButton* m_compare = nullptr;
};

}  // namespace kernline::ui
