// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/time_breakdown.h"

#include <QAbstractTableModel>

#include <cstdint>
#include <memory>
#include <vector>

namespace kernline::ui {

/// Steps and their parts as rows, sortable by any column.
class StepModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { Name, Start, Length, FirstPart };

  using QAbstractTableModel::QAbstractTableModel;

  void setSteps(std::shared_ptr<const Trace> trace, std::vector<StepParts> steps);
  [[nodiscard]] const StepParts& step(int row) const { return m_steps[m_order[static_cast<std::size_t>(row)]]; }

  [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
  [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  void sort(int column, Qt::SortOrder order) override;

 private:
  [[nodiscard]] std::int64_t valueOf(const StepParts& parts, int column) const;

  std::shared_ptr<const Trace> m_trace;
  std::vector<StepParts> m_steps;
  std::vector<std::uint32_t> m_order;
};

}  // namespace kernline::ui
