// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/ncu/kernel_card.h"

#include <QScrollArea>

class QLabel;

namespace kernline::ui {

class Card;
class FactGrid;
class FlowingColumns;
class ShareBars;

/// Page on the limits of a launch: a sentence, figures, units, occupancy, what warps waited for, advice.
class KernelCardView : public QScrollArea {
  Q_OBJECT

 public:
  explicit KernelCardView(QWidget* parent = nullptr);

  void setKernel(const KernelCard& card);

 private:
  void showAdvice(const KernelCard& card);

  QLabel* m_verdict = nullptr;
  FactGrid* m_figures = nullptr;
  FactGrid* m_occupancy = nullptr;
  ShareBars* m_units = nullptr;
  ShareBars* m_states = nullptr;
  Card* m_unitsCard = nullptr;
  Card* m_statesCard = nullptr;
  Card* m_occupancyCard = nullptr;
  Card* m_adviceCard = nullptr;
};

}  // namespace kernline::ui
