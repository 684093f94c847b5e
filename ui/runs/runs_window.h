// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/runs/run_comparison.h"
#include "ui/jobs/job.h"
#include "ui/runs/paired_timelines.h"

#include <QWidget>

#include <memory>
#include <vector>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QStackedWidget;
class QTableView;

namespace kernline::ui {

class RunRowsModel;
class WaterfallView;

/// Two recordings side by side in a window of its own: the verdict with its reasons, where the change of a step comes
/// from, all rows, and both timelines.
class RunsWindow : public QWidget {
  Q_OBJECT

 public:
  explicit RunsWindow(QWidget* parent = nullptr);
  ~RunsWindow() override;

  /// The traces there are to choose from. What is chosen stays, as long as it is there.
  void setRuns(std::vector<OpenRun> runs);
  void choose(const std::shared_ptr<const Trace>& base, const std::shared_ptr<const Trace>& other);
  [[nodiscard]] const std::shared_ptr<const RunComparison>& comparison() const { return m_comparison; }
  [[nodiscard]] PairedTimelines* timelines() const { return m_timelines; }
  [[nodiscard]] bool isBusy() const { return m_job.isRunning(); }
  [[nodiscard]] QSize sizeHint() const override { return {1280, 860}; }

 Q_SIGNALS:
  void openRequested();

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void buildHead(QWidget* parent);
  void buildBody();
  void compare();
  void adopt(Expected<std::shared_ptr<const RunComparison>> comparison);
  void say(const QString& sentence);
  void showVerdict();
  void showRowNamed(const QString& name);
  void fitColumns();
  [[nodiscard]] const OpenRun* chosen(const QComboBox* box) const;

  std::vector<OpenRun> m_runs;
  std::shared_ptr<const RunComparison> m_comparison;
  Job<std::shared_ptr<const RunComparison>> m_job;
  QComboBox* m_base = nullptr;
  QComboBox* m_other = nullptr;
  QComboBox* m_by = nullptr;
  QComboBox* m_scale = nullptr;
  QCheckBox* m_linked = nullptr;
  QLabel* m_verdict = nullptr;
  QLabel* m_reasons = nullptr;
  QLabel* m_doubts = nullptr;
  QStackedWidget* m_places = nullptr;
  QLabel* m_sentence = nullptr;
  QWidget* m_body = nullptr;
  WaterfallView* m_waterfall = nullptr;
  QLineEdit* m_filter = nullptr;
  QTableView* m_table = nullptr;
  RunRowsModel* m_model = nullptr;
  PairedTimelines* m_timelines = nullptr;
};

}  // namespace kernline::ui
