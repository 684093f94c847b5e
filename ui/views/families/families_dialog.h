// SPDX-License-Identifier: GPL-3.0-or-later
// This folder shows kernel families and the user's rules for them.
#pragma once

#include "ui/kit/jobs/job.h"
#include "ui/views/families/family_trial.h"

#include <QDialog>
#include <QTimer>

#include <filesystem>
#include <memory>

class QCheckBox;
class QLabel;
class QListWidget;
class QPushButton;
class QTableView;

namespace kernline::ui {

class FamiliesModel;
class QuietLabel;

/// Edits the user's rules of kernel families, with what each rule catches of a trace. Kept rules are written to their
/// file and are in force at once, in all windows.
class FamiliesDialog : public QDialog {
  Q_OBJECT

 public:
  /// `trace`: to try the rules on; may be nullptr.
  FamiliesDialog(std::shared_ptr<const Trace> trace, std::filesystem::path file, QWidget* parent = nullptr);

  [[nodiscard]] bool isBusy() const { return m_trying.isRunning() || m_typed.isActive(); }

 private:
  void buildHead();
  void buildTable();
  QWidget* buildButtons();
  QWidget* buildPreview();
  void add();
  void remove();
  void move(int step);
  void forgetAll();
  void edited();
  void tryRules();
  void updateState();
  void hideIdleRules();
  void preview();
  void keep();
  [[nodiscard]] int currentRow() const;
  void select(int row, bool edit);

  std::shared_ptr<const Trace> m_trace;
  std::filesystem::path m_file;
  Job<std::shared_ptr<const FamilyTrial>> m_trying;
  std::shared_ptr<const FamilyTrial> m_trial;  // the last one
  QTimer m_typed;

  FamiliesModel* m_model = nullptr;
  QTableView* m_table = nullptr;
  QCheckBox* m_all = nullptr;
  QLabel* m_problem = nullptr;
  QuietLabel* m_previewTitle = nullptr;
  QListWidget* m_names = nullptr;
  QPushButton* m_remove = nullptr;
  QPushButton* m_up = nullptr;
  QPushButton* m_down = nullptr;
  QPushButton* m_forget = nullptr;
  QPushButton* m_keep = nullptr;
};

}  // namespace kernline::ui
