// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/ncu/kernel_card.h"
#include "ui/kit/jobs/job.h"
#include "ui/views/logs/chart_data.h"

#include <QWidget>

#include <cstdint>
#include <optional>
#include <vector>

class QComboBox;

namespace kernline::ui {

class ElidedLabel;
class GridModel;
class KernelCardView;
class LogChart;
class QuietLabel;

/// The chart of a table: which kind, of which column, and what it leaves out. Follows the rows that the table shows.
class ChartPane : public QWidget {
  Q_OBJECT

 public:
  explicit ChartPane(const GridModel& model, QWidget* parent = nullptr);

  /// The model's next grid is of this launch, which is shown instead of a chart until the user wants one; nullopt if it
  /// is of none.
  void setKernel(std::optional<KernelCard> kernel);
  /// The model has another grid, or other rows.
  void follow();
  void markRow(std::optional<std::uint32_t> gridRow);
  [[nodiscard]] LogChart& chart() const { return *m_chart; }
  [[nodiscard]] bool hasChart() const;
  /// Whether there is a kind of chart for the grid.
  [[nodiscard]] bool isApplicable() const;
  [[nodiscard]] bool isBusy() const { return m_counting.isRunning(); }

 Q_SIGNALS:
  void rowsRequested(const std::vector<std::uint32_t>& rows);

 private:
  void fillKinds();
  void fillColumns();
  void recount();
  void take(ChartData data);
  [[nodiscard]] ChartKind kind() const;
  [[nodiscard]] bool showsKernel() const;
  [[nodiscard]] std::size_t column() const;
  void fillUnits();

  const GridModel& m_model;
  GridPtr m_grid;
  Job<ChartData> m_counting;
  QComboBox* m_kind = nullptr;
  QComboBox* m_column = nullptr;
  QComboBox* m_unit = nullptr;  ///< unit of the charted rows, where rows have their own
  ElidedLabel* m_note = nullptr;
  LogChart* m_chart = nullptr;
  bool m_hasKernel = false;
  bool m_prefersChart = false;  ///< whether the user chose a chart for a launch's metrics
  KernelCardView* m_kernel = nullptr;
  QuietLabel* m_emptyNote = nullptr;
};

}  // namespace kernline::ui
