// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/record/run_history.h"

#include <QWidget>

#include <vector>

class QPushButton;
class QTreeWidget;

namespace kernline::ui {

class QuietLabel;

/// Earlier runs: to open, to compare, to save, to forget.
class HistoryPage : public QWidget {
  Q_OBJECT

 public:
  explicit HistoryPage(QWidget* parent = nullptr);

  void showRuns(std::vector<KeptRun> runs);

 Q_SIGNALS:
  void openRequested(const QString& path);
  void figuresRequested(const std::vector<kernline::ui::KeptRun>& runs);
  void compareRequested(const std::vector<kernline::ui::KeptRun>& runs);  ///< the oldest one first
  void removeRequested(const QStringList& ids);
  void failed(const QString& why);

 private:
  [[nodiscard]] std::vector<KeptRun> chosen() const;
  void enableButtons();
  void open();
  void save();

  std::vector<KeptRun> m_runs;
  QTreeWidget* m_list = nullptr;
  QuietLabel* m_nothing = nullptr;
  QPushButton* m_open = nullptr;
  QPushButton* m_compare = nullptr;
  QPushButton* m_save = nullptr;
  QPushButton* m_remove = nullptr;
};

}  // namespace kernline::ui
