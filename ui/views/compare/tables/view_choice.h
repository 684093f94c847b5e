// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/compare/tables/compared_logs.h"

#include <QWidget>

#include <memory>
#include <vector>

class QComboBox;
class QHBoxLayout;
class QToolButton;

namespace kernline::ui {

/// What to lay out and how: metric, dimensions, baseline, filters, axes.
class ViewChoice : public QWidget {
  Q_OBJECT

 public:
  explicit ViewChoice(QWidget* parent = nullptr);

  /// Starts with the best view of these logs.
  void setLogs(std::shared_ptr<const ComparedLogs> logs);

  [[nodiscard]] const PivotRequest& request() const { return m_request; }
  [[nodiscard]] const ChartStyle& style() const { return m_style; }
  /// What to show beside the chosen metric: the next best one along the same dimension, of another quantity if there is
  /// one. None with a single metric.
  [[nodiscard]] std::optional<PivotRequest> companion() const;

 Q_SIGNALS:
  void changed();

 private:
  QComboBox* addCombo(const QString& label, const char* name, const QString& help);
  QToolButton* addToggle(const QString& text, const char* name, const QString& help);
  void fillMetrics();
  void fillDimensions();
  void fillBaselines();
  void fillFilters();
  void chooseMetric(int index);
  void chooseColumns(int index);
  void chooseRows(int index);
  void chooseBaseline(int index);
  void chooseCompanion(int index);
  void adopt(PivotRequest request);
  void applyToggles();

  std::shared_ptr<const ComparedLogs> m_logs;
  PivotRequest m_request;
  ChartStyle m_style;
  std::optional<std::size_t> m_companion;  ///< metric, if chosen
  QHBoxLayout* m_row = nullptr;
  QComboBox* m_metric = nullptr;
  QComboBox* m_columns = nullptr;
  QComboBox* m_rows = nullptr;
  QComboBox* m_baseline = nullptr;
  QComboBox* m_beside = nullptr;
  QWidget* m_filters = nullptr;
  QToolButton* m_logX = nullptr;
  QToolButton* m_logY = nullptr;
  QToolButton* m_fits = nullptr;
  QToolButton* m_relative = nullptr;
};

}  // namespace kernline::ui
