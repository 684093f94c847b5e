// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/steps/phase_sums.h"

#include <QTableView>

#include <cstdint>
#include <memory>
#include <vector>

namespace kernline::ui {

class RowsModel;

/// The phases of steps, as high as they need; hidden while they have no meaning.
class PhaseTable : public QTableView {
  Q_OBJECT

 public:
  explicit PhaseTable(QWidget* parent);

  /// Shows the phases, with the memory of `device`; nullptr if they are not known.
  void setPhases(const std::shared_ptr<const std::vector<PhaseSum>>& phases, std::int32_t device);

 private:
  RowsModel* m_model;
};

}  // namespace kernline::ui
