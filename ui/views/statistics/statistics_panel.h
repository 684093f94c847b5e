// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"
#include "ui/kit/jobs/job.h"
#include "ui/views/statistics/statistics_table.h"

#include <QWidget>

#include <memory>
#include <optional>
#include <vector>

class QCheckBox;
class QComboBox;
class QLineEdit;
class QTableView;

namespace kernline::ui {

class LongWork;
class QuietLabel;
class RowsModel;
class TimeScope;
class TraceQuality;
class DataIssuesMark;

/// The statistics of a trace: choose what to count and how to group it, filter, sort, click to go to the longest.
class StatisticsPanel : public QWidget {
  Q_OBJECT

 public:
  using Matches = std::shared_ptr<const std::vector<SpanId>>;

  explicit StatisticsPanel(QWidget* parent = nullptr);

  /// nullptr if nothing is open.
  void setTrace(std::shared_ptr<const Trace> trace);
  void setVisibleRange(TimeRange range);
  /// Sets the chosen range, which limits what is counted unless the user chooses otherwise.
  void setChosenRange(std::optional<TimeRange> range);
  /// The causes of activity are different from now on (`TraceAnalysis`).
  void showCauses();
  /// Sets the source of issues that mark the figures; nullptr for none.
  void followQuality(const TraceQuality* quality);
  [[nodiscard]] bool isBusy() const;

  /// Every row as it is shown, header first, cells separated by tabs; empty before the count.
  [[nodiscard]] QString allRows() const;

 Q_SIGNALS:
  /// A row was clicked or entered: go to its longest span.
  void spanRequested(kernline::SpanId span);
  void issuesRequested();
  /// All spans of that row, sorted by start; follows `spanRequested`.
  void matchesFound(kernline::ui::StatisticsPanel::Matches matches);

 protected:
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;

 private:
  void buildControls(QWidget* bar);
  void buildTable();
  void restart();
  void cancel();
  void takeTable(Expected<std::shared_ptr<const StatisticsTable>> table);
  void applyFilter();
  void startFiltering();
  void openRow(const QModelIndex& index);
  void copyRows() const;
  void updateCounts();
  void showTable(std::shared_ptr<const StatisticsTable> table);
  [[nodiscard]] StatisticsRequest request() const;
  [[nodiscard]] bool countsOperatorsByName() const;

  std::shared_ptr<const Trace> m_trace;
  Job<std::shared_ptr<const StatisticsTable>> m_counting;
  Job<std::shared_ptr<const StatisticsTable>> m_filtering;
  Job<std::vector<SpanId>> m_matching;
  bool m_isDue = false;                                    // counting ended when it was hidden
  std::shared_ptr<const StatisticsTable> m_all;            // the requested table, of all spans
  std::shared_ptr<const StatisticsTable> m_table;          // shown table
  StatisticsColumns m_columns = StatisticsColumns::Spans;  // columns of the table, or of the last one if there is none

  QComboBox* m_by = nullptr;
  QComboBox* m_kinds = nullptr;
  QCheckBox* m_byShape = nullptr;
  TimeScope* m_scope = nullptr;
  QLineEdit* m_filter = nullptr;
  QuietLabel* m_counts = nullptr;
  LongWork* m_long = nullptr;
  DataIssuesMark* m_doubts = nullptr;
  RowsModel* m_model = nullptr;
  QTableView* m_view = nullptr;
  QuietLabel* m_emptyNote = nullptr;
};

}  // namespace kernline::ui
