// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/kit/jobs/job.h"
#include "ui/views/compare/runs/open_run.h"
#include "ui/views/compare/runs/series_chart.h"

#include <QWidget>

#include <memory>
#include <vector>

class QComboBox;
class QLabel;
class QTreeWidget;

namespace kernline::ui {

class ExportButton;
class LongWork;
class PartLine;
class QuietLabel;

/// All open traces as runs of one program in a row: where it got slower, and which kernels explain that.
class SeriesPage : public QWidget {
  Q_OBJECT

 public:
  explicit SeriesPage(QWidget* parent = nullptr);
  ~SeriesPage() override;

  /// Works them out off the GUI thread; no effect for the same runs.
  void showRuns(const std::vector<OpenRun>& runs);
  [[nodiscard]] const std::shared_ptr<const ShownSeries>& series() const { return m_series; }
  [[nodiscard]] bool isBusy() const;

 Q_SIGNALS:
  /// The changes from one run to another are requested.
  void comparisonRequested(const std::shared_ptr<const kernline::Trace>& base,
                           const std::shared_ptr<const kernline::Trace>& other);

 private:
  void compute();
  void adopt(Expected<std::shared_ptr<const ShownSeries>> series);
  [[nodiscard]] QString headline() const;
  void listChanges();
  void askFor(std::size_t run);
  [[nodiscard]] QString tableText() const;

  std::vector<OpenRun> m_runs;
  std::shared_ptr<const ShownSeries> m_series;
  Job<std::shared_ptr<const ShownSeries>> m_job;
  LongWork* m_long = nullptr;
  PartLine* m_part = nullptr;
  QComboBox* m_order = nullptr;
  QLabel* m_sentence = nullptr;
  QuietLabel* m_meaning = nullptr;
  SeriesChart* m_chart = nullptr;
  QTreeWidget* m_list = nullptr;
  QuietLabel* m_exportStatus = nullptr;
  ExportButton* m_export = nullptr;
};

}  // namespace kernline::ui
