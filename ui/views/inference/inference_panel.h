// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/kit/panels/counting_panel.h"
#include "ui/views/inference/inference_table.h"

#include <cstddef>
#include <memory>

class QComboBox;
class QSplitter;
class QTableView;
class QTabWidget;
class QToolButton;

namespace kernline::ui {

class InferenceChart;
class RowsModel;

/// Iterations of an inference engine: their time against the size of their batch and the length of its requests, the
/// slowest of them, and what those of one size have in common. A click goes to the timeline.
class InferencePanel : public CountingPanel {
  Q_OBJECT

 public:
  explicit InferencePanel(QWidget* parent = nullptr);

  [[nodiscard]] bool isBusy() const override;

 private:
  void startCounting() override;
  void forget() override;
  void updateState() override;
  [[nodiscard]] QString emptyText() const override;
  [[nodiscard]] QString countsText() const override;

  void buildControls();
  QTableView* buildIterations();
  QTableView* buildBatches();
  void takeTable(std::shared_ptr<const InferenceTable> table);
  void fillKinds();
  void setAxes();
  void choose(std::size_t step);
  void goTo(std::size_t step);
  void goToCurrent();

  std::shared_ptr<const InferenceTable> m_table;

  QComboBox* m_x = nullptr;
  QComboBox* m_y = nullptr;
  QComboBox* m_kind = nullptr;
  QToolButton* m_go = nullptr;
  QSplitter* m_parts = nullptr;
  InferenceChart* m_chart = nullptr;
  QTabWidget* m_tabs = nullptr;
  RowsModel* m_iterations = nullptr;
  QTableView* m_iterationView = nullptr;
  RowsModel* m_batches = nullptr;
};

}  // namespace kernline::ui
