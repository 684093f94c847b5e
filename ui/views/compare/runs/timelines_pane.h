// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/compare/runs/stacked_timelines.h"

#include <QWidget>

#include <string>
#include <vector>

class QCheckBox;
class QComboBox;
class QPushButton;

namespace kernline::ui {

/// The timelines of all runs, and what lies above each other in them.
class TimelinesPane : public QWidget {
  Q_OBJECT

 public:
  explicit TimelinesPane(QWidget* parent);

  /// Annotations that all runs have, as steps and to align by. Both choices keep what was chosen, as long as it is
  /// there.
  void offerAnnotations(const std::vector<std::string>& annotations);
  /// Returns the name of all runs' steps; empty if they are found.
  [[nodiscard]] std::string stepName() const;
  [[nodiscard]] StackedTimelines* timelines() const { return m_timelines; }
  void hideBar();

 Q_SIGNALS:
  void stepChosen();

 private:
  QWidget* buildBar();
  void connectBar();
  void align();

  QWidget* m_bar = nullptr;
  QComboBox* m_steps = nullptr;
  QComboBox* m_align = nullptr;
  QComboBox* m_scale = nullptr;
  QCheckBox* m_linked = nullptr;
  QPushButton* m_firstSteps = nullptr;
  StackedTimelines* m_timelines = nullptr;
};

}  // namespace kernline::ui
