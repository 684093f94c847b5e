// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/compare/tables/chosen_view.h"

#include <QWidget>

#include <cstddef>
#include <memory>
#include <optional>

class QComboBox;
class QHBoxLayout;
class QToolButton;

namespace kernline::ui {

class FilterRow;

/// Choice of the layout: metric, dimensions, baseline, filters, axes.
class ViewChoice : public QWidget {
  Q_OBJECT

 public:
  explicit ViewChoice(QWidget* parent = nullptr);

  /// Starts with the best view of these logs, or goes on with what was chosen of the ones before.
  void setLogs(std::shared_ptr<const ComparedLogs> logs, bool goesOn);

  [[nodiscard]] const PivotRequest& request() const { return m_view.request(); }
  /// The request with only the user's filters fixed.
  [[nodiscard]] PivotRequest conditions() const { return m_view.conditions(); }
  [[nodiscard]] const ChartStyle& style() const { return m_style; }
  /// Returns the metric to show next to the chosen one: the next best one along the same dimension, of another quantity
  /// if there is one. None with a single metric.
  [[nodiscard]] std::optional<PivotRequest> companion() const;

  void chooseMetric(std::size_t metric);
  void chooseRows(std::optional<std::size_t> dimension);
  void chooseColumns(std::size_t dimension);

 Q_SIGNALS:
  void changed();

 private:
  QComboBox* addCombo(const QString& label, const char* name, const QString& help);
  QToolButton* addToggle(const QString& text, const char* name, const QString& help);
  void fillMetrics();
  void fillDimensions();
  void fillBaselines();
  void chooseBaseline(int index);
  void fillBetter();
  void chooseBetter(int index);
  void chooseCompanion(int index);
  void follow();
  void followAnew();
  void followBaseline();
  void applyToggles();

  std::shared_ptr<const ComparedLogs> m_logs;
  ChosenView m_view;
  ChartStyle m_style;
  std::optional<std::size_t> m_companion;  ///< metric, if chosen
  QHBoxLayout* m_row = nullptr;
  QComboBox* m_metric = nullptr;
  QComboBox* m_columns = nullptr;
  QComboBox* m_rows = nullptr;
  QComboBox* m_baseline = nullptr;
  QComboBox* m_beside = nullptr;
  QComboBox* m_better = nullptr;
  FilterRow* m_filters = nullptr;
  QToolButton* m_logX = nullptr;
  QToolButton* m_logY = nullptr;
  QToolButton* m_fits = nullptr;
  QToolButton* m_relative = nullptr;
};

}  // namespace kernline::ui
