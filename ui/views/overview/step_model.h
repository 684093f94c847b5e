// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/activity/time_breakdown.h"

#include <QAbstractTableModel>
#include <QString>

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

namespace kernline::ui {

/// Steps and their parts as rows, sortable by any column. The last column says whose they are.
class StepModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { Name, Start, Length, FirstPart, Process = FirstPart + static_cast<int>(timePartCount) };

  using QAbstractTableModel::QAbstractTableModel;

  void setSteps(std::shared_ptr<const Trace> trace, std::vector<StepParts> steps);
  /// Whether there is anything to tell apart by the column Process.
  [[nodiscard]] bool isOfSeveralProcesses() const { return m_titles.size() > 1; }
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
  std::map<ProcessId, QString> m_titles;  // of the processes of these steps
};

}  // namespace kernline::ui
