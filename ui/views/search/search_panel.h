// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"
#include "ui/kit/jobs/job.h"
#include "ui/views/statistics/statistics_table.h"
#include "ui/views/timeline/match_set.h"

#include <QWidget>

#include <memory>
#include <optional>

class QComboBox;
class QStackedWidget;
class QTableView;

namespace kernline::ui {

class QuietLabel;
class RowsModel;

/// Search results as a table: by name with figures, or hit by hit. Counts only while it can be seen.
class SearchPanel : public QWidget {
  Q_OBJECT

 public:
  explicit SearchPanel(QWidget* parent = nullptr);

  /// nullptr if nothing is open.
  void setTrace(std::shared_ptr<const Trace> trace);
  /// `range`: what the hits are limited to, and their figures with them.
  void setMatches(const MatchSet& matches, std::optional<TimeRange> range);
  [[nodiscard]] bool isBusy() const;

 Q_SIGNALS:
  void spanRequested(kernline::SpanId span);

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  enum Mode { ByName, HitByHit };

  void buildBar(QWidget* bar);
  void buildTables();
  void restart();
  void showNames(std::shared_ptr<const StatisticsTable> table);
  void showHits(std::shared_ptr<const std::vector<SpanId>> hits);
  void updateState();
  void copy(bool asMarkdown);
  void openRow(const QModelIndex& row);
  [[nodiscard]] QTableView* currentView() const;

  std::shared_ptr<const Trace> m_trace;
  MatchSet m_matches;
  std::optional<TimeRange> m_range;
  bool m_isStale = false;  // whether it has changed since it was visible
  Job<std::shared_ptr<const StatisticsTable>> m_counting;
  std::shared_ptr<const StatisticsTable> m_table;          // matches by name
  std::shared_ptr<const std::vector<SpanId>> m_shownHits;  // matches by start

  QComboBox* m_mode = nullptr;
  QuietLabel* m_counts = nullptr;
  QStackedWidget* m_pages = nullptr;
  RowsModel* m_names = nullptr;
  RowsModel* m_hits = nullptr;
  QTableView* m_nameView = nullptr;
  QTableView* m_hitView = nullptr;
  QuietLabel* m_emptyNote = nullptr;
};

}  // namespace kernline::ui
