// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/ranks/collective_kinds.h"
#include "core/compare/ranks/heat_map.h"
#include "core/compare/ranks/rank_set.h"
#include "core/model/base/time.h"
#include "ui/kit/jobs/job.h"

#include <QWidget>

#include <memory>
#include <optional>
#include <vector>

class QCheckBox;
class QLabel;
class QTableView;
class QTabWidget;

namespace kernline::ui {

class ClockStrip;
class HeatPage;
class RowsModel;
class SpreadDelegate;

/// The ranks of a run: who holds up whom, where the time of each went, step by step, their collectives and messages,
/// their clocks.
class RanksPanel : public QWidget {
  Q_OBJECT

 public:
  explicit RanksPanel(QWidget* parent = nullptr);

  /// nullptr if there are none. `isBusy`: they are being merged with other clocks.
  void setRanks(std::shared_ptr<const RankSet> ranks, bool isBusy);
  /// Marks the collective or message that a span of their trace belongs to.
  void showSpan(SpanId span);
  void showHeatMap();
  [[nodiscard]] HeatPage* heatPage() const { return m_heat; }
  [[nodiscard]] bool isBusy() const;

 Q_SIGNALS:
  void clocksRequested(const kernline::RankCorrections& corrections);
  /// Requests to mark spans that belong together, the one to select first; `pinned`: whether their rows should stay
  /// visible.
  void companionsRequested(const std::vector<kernline::SpanId>& spans, bool pinned);
  /// A step of a rank, of the heat map that is shown.
  void cellRequested(kernline::HeatCell cell);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  QWidget* makeHead();
  QWidget* makeAccountsPage();
  QWidget* makeCollectivesPage();
  QWidget* makeMessagesPage();
  QWidget* makeSpreadsPage();
  void showHead();
  void showCounts();
  void startSpreads();
  void startUnprofiled();
  void goToCause(std::size_t number);
  void goToCollective(std::size_t number);
  void goToMessage(std::size_t number);
  void fitColumns();

  std::shared_ptr<const RankSet> m_ranks;
  QLabel* m_verdict = nullptr;
  QLabel* m_clocks = nullptr;
  QLabel* m_doubts = nullptr;
  QTabWidget* m_pages = nullptr;
  RowsModel* m_accounts = nullptr;
  QTableView* m_accountsView = nullptr;
  ClockStrip* m_clockStrip = nullptr;
  RowsModel* m_collectives = nullptr;
  QTableView* m_collectivesView = nullptr;
  QLabel* m_collectivesNote = nullptr;
  RowsModel* m_messages = nullptr;
  QTableView* m_messagesView = nullptr;
  QLabel* m_messagesNote = nullptr;
  Job<std::shared_ptr<const std::vector<CollectiveSpread>>> m_spreading;
  std::shared_ptr<const std::vector<CollectiveSpread>> m_spreadRows;
  using Medians = std::vector<std::optional<Duration>>;
  Job<Medians> m_replaying;
  Medians m_unprofiled;  // medians of the ranks' accounts; empty while unknown
  RowsModel* m_spreads = nullptr;
  QTableView* m_spreadsView = nullptr;
  SpreadDelegate* m_spreadDelegate = nullptr;
  QCheckBox* m_pins = nullptr;
  HeatPage* m_heat = nullptr;
};

}  // namespace kernline::ui
