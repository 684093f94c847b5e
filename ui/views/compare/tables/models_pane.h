// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/tables/model_comparison.h"
#include "ui/views/compare/tables/compared_logs.h"

#include <QWidget>

#include <memory>
#include <optional>

class QLabel;
class QTableView;

namespace kernline::ui {

class RowsModel;

/// The rows of a matrix against each other over all cells that they share: how much better each is, and which is the
/// best where.
class ModelsPane : public QWidget {
  Q_OBJECT

 public:
  explicit ModelsPane(QWidget* parent = nullptr);

  /// `conditions` are the requested ones. nullopt hides the pane.
  void showModels(std::shared_ptr<const ComparedLogs> logs, std::optional<ModelComparison> models,
                  const PivotRequest& conditions);
  [[nodiscard]] const std::optional<ModelComparison>& models() const { return m_models; }

 private:
  QTableView* addTable(QLabel*& title, RowsModel*& model, const char* name, const QString& help);

  std::optional<ModelComparison> m_models;
  QLabel* m_speedsTitle = nullptr;
  QLabel* m_regionsTitle = nullptr;
  RowsModel* m_speeds = nullptr;
  RowsModel* m_regions = nullptr;
  QTableView* m_speedsView = nullptr;
  QTableView* m_regionsView = nullptr;
};

}  // namespace kernline::ui
