// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/ranks/rank_set.h"

#include <QTimer>
#include <QWidget>

#include <cstdint>
#include <memory>

class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QPushButton;

namespace kernline::ui {

/// Sets the clocks of ranks: of one by hand, of all by their collectives or as they were recorded.
class ClockStrip : public QWidget {
  Q_OBJECT

 public:
  explicit ClockStrip(QWidget* parent = nullptr);

  /// `isBusy`: another setting is on its way.
  void setRanks(std::shared_ptr<const RankSet> ranks, bool isBusy);
  /// Chooses a rank by its place among the ranks.
  void chooseRank(std::size_t number);

 Q_SIGNALS:
  void clocksRequested(const kernline::RankCorrections& corrections);

 private:
  void showChosen();
  void promptForCorrection();
  [[nodiscard]] const RankClock* chosen() const;

  std::shared_ptr<const RankSet> m_ranks;
  bool m_isBusy = false;
  QTimer m_settled;  // a key held down sets the clock once
  QComboBox* m_rank = nullptr;
  QDoubleSpinBox* m_correction = nullptr;
  QPushButton* m_byCollectives = nullptr;
  QPushButton* m_asRecorded = nullptr;
  QLabel* m_state = nullptr;
};

}  // namespace kernline::ui
