// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/kit/panels/counting_panel.h"
#include "ui/views/work/work_table.h"

#include <cstddef>
#include <memory>

class QComboBox;
class QLineEdit;
class QTableView;
class QToolButton;

namespace kernline::ui {

class ExportButton;
class RooflineChart;
class RowsModel;

/// Roofline panel, which compares the minimum time of a trace's work with the measured time: rows of operators,
/// kernels, modules, …, and their roofline. A click goes to the longest kernel.
class WorkPanel : public CountingPanel {
  Q_OBJECT

 public:
  explicit WorkPanel(QWidget* parent = nullptr);

  void showCauses() override;
  [[nodiscard]] bool isBusy() const override;

 private:
  void startCounting() override;
  void forget() override;
  void updateState() override;
  [[nodiscard]] QString emptyText() const override;
  [[nodiscard]] QString countsText() const override;

  void buildControls();
  QWidget* buildContents();
  void buildTable(QWidget* parent);
  void showChosenDevice();
  void applyFilter();
  [[nodiscard]] WorkRequest request() const;
  [[nodiscard]] bool isOfKey() const;
  void takeTable(std::shared_ptr<const WorkTable> table);
  void choose(std::size_t row);
  void goTo(std::size_t row);
  void goToCurrent();
  [[nodiscard]] QString text(bool onlySelected) const;
  [[nodiscard]] QString partNote() const;

  std::shared_ptr<const WorkTable> m_table;

  QComboBox* m_by = nullptr;
  QComboBox* m_device = nullptr;
  QLineEdit* m_filter = nullptr;
  QToolButton* m_go = nullptr;
  ExportButton* m_export = nullptr;
  QuietLabel* m_headline = nullptr;
  RooflineChart* m_chart = nullptr;
  RowsModel* m_model = nullptr;
  QTableView* m_view = nullptr;
};

}  // namespace kernline::ui
