// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/ranks/heat_layout.h"
#include "core/compare/ranks/heat_map.h"
#include "core/compare/ranks/rank_set.h"
#include "core/compare/ranks/unusual_ranks.h"
#include "ui/kit/jobs/job.h"
#include "ui/views/compare/ranks/outliers_table.h"

#include <QWidget>

#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

class QCheckBox;
class QComboBox;
class QHBoxLayout;
class QLabel;
class QSplitter;
class QStackedLayout;
class QTableView;

namespace kernline::ui {

class HeatLegend;
class HeatView;
class RowsModel;

/// The heat map of a run's ranks with its metric, order and groups to choose, and the outliers next to it. A worker
/// counts, and only while the page is visible.
class HeatPage : public QWidget {
  Q_OBJECT

 public:
  explicit HeatPage(QWidget* parent = nullptr);

  /// nullptr if there are none.
  void setRanks(std::shared_ptr<const RankSet> ranks);
  [[nodiscard]] const std::shared_ptr<const RankSet>& ranks() const { return m_ranks; }
  [[nodiscard]] HeatView* view() const { return m_view; }
  /// Whether the ranks have the metric or counter, by its `heatName`.
  bool choose(std::string_view name);
  [[nodiscard]] bool hasMap() const { return m_map && !m_map->isEmpty(); }
  [[nodiscard]] QString whyEmpty() const;
  /// Shows a note below the map, until the ranks are others: where a trace was that cannot be opened.
  void setNote(const QString& sentence);
  [[nodiscard]] bool isBusy() const;

 Q_SIGNALS:
  /// A rank and a step of it, by the column of the map that is shown.
  void cellRequested(kernline::HeatCell cell);

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  /// Facts of a run that are computed once.
  struct Facts {
    std::vector<HeatSubject> subjects;
    std::vector<HeatGrouping> groupings;
    std::vector<UnusualRank> unusual;
  };

  QHBoxLayout* makeBar();
  QWidget* makeOutliers();
  void startCounting();
  void takeFacts(Facts facts);
  void sayOlderDigests();
  [[nodiscard]] const HeatSubject* chosenSubject() const;
  void chooseMetric();
  void sayBad(bool isLow);
  void countMap();
  void showMap();
  void showEmpty(const QString& sentence);
  void goToOutlier(std::size_t number);

  std::shared_ptr<const RankSet> m_ranks;
  Facts m_facts;
  std::vector<OutliersTable::Outlier> m_outliers;
  std::shared_ptr<const HeatMap> m_map;
  Job<Facts> m_countingFacts;
  Job<std::shared_ptr<const HeatMap>> m_countingMap;
  std::set<std::string> m_lowBad;  // counters for which the user chose that, by name
  bool m_isDue = false;

  QComboBox* m_metric = nullptr;
  QCheckBox* m_isLowBad = nullptr;
  QComboBox* m_sort = nullptr;
  QComboBox* m_group = nullptr;
  QLabel* m_definition = nullptr;
  QLabel* m_empty = nullptr;
  QStackedLayout* m_places = nullptr;
  HeatView* m_view = nullptr;
  HeatLegend* m_legend = nullptr;
  QLabel* m_note = nullptr;
  RowsModel* m_outliersModel = nullptr;
  QTableView* m_outliersView = nullptr;
};

}  // namespace kernline::ui
