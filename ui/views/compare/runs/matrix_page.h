// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/log/log.h"
#include "ui/kit/jobs/job.h"
#include "ui/views/compare/runs/open_run.h"

#include <QWidget>

#include <memory>
#include <vector>

class QLabel;
class QLineEdit;
class QStackedWidget;

namespace kernline::ui {

class ComparisonPage;
class LongWork;

/// All open traces and logs in one matrix: model × length with step time, busy time, kernels and memory. The name of a
/// trace's file is read by a rule, or a pattern that the user writes.
class MatrixPage : public QWidget {
  Q_OBJECT

 public:
  explicit MatrixPage(QWidget* parent = nullptr);
  ~MatrixPage() override;

  /// Works them out off the GUI thread; no effect for the same files.
  void showFiles(const std::vector<OpenRun>& runs, std::vector<std::shared_ptr<const Log>> logs);
  [[nodiscard]] bool isBusy() const;
  [[nodiscard]] ComparisonPage* page() const { return m_page; }

 private:
  using Logs = std::vector<std::shared_ptr<const Log>>;

  void compute();

  std::vector<OpenRun> m_runs;
  Logs m_logs;
  Job<Logs> m_job;
  LongWork* m_long = nullptr;
  QLineEdit* m_names = nullptr;
  QStackedWidget* m_places = nullptr;
  QLabel* m_empty = nullptr;
  ComparisonPage* m_page = nullptr;
};

}  // namespace kernline::ui
