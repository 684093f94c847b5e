// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/kit/jobs/job.h"
#include "ui/views/compare/tables/compared_logs.h"

#include <QWidget>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

class QTableView;

namespace kernline::ui {

class ComparisonPlot;
class MatrixModel;
class SeriesLegend;
class ViewChoice;

/// A metric over two dimensions, as a chart and a matrix, with a second metric beside it.
class MeasurementsView : public QWidget {
  Q_OBJECT

 public:
  explicit MeasurementsView(QWidget* parent = nullptr);

  void setLogs(std::shared_ptr<const ComparedLogs> logs);
  [[nodiscard]] bool isBusy() const { return m_job.isRunning(); }

  // What is shown, to be taken away
  [[nodiscard]] QString tabSeparated() const;  ///< the matrix; the others have the metric beside it, too
  [[nodiscard]] std::string commaSeparated() const;
  [[nodiscard]] std::string markdown() const;
  [[nodiscard]] QWidget* picture() const { return m_charts; }

 Q_SIGNALS:
  /// Of the log with that number.
  void lineRequested(std::size_t log, std::uint32_t line);

 private:
  using Pair = std::pair<std::shared_ptr<const ShownMatrix>, std::shared_ptr<const ShownMatrix>>;

  void refresh();
  void adopt(Pair shown);
  void goTo(const ShownMatrix& matrix, const PivotCell& cell);
  [[nodiscard]] std::vector<Pivot> pivots() const;
  QWidget* makeChart(ComparisonPlot*& plot, SeriesLegend*& legend, const char* name);

  std::shared_ptr<const ComparedLogs> m_logs;
  Pair m_shown;
  Job<Pair> m_job;
  ViewChoice* m_choice = nullptr;
  QWidget* m_charts = nullptr;
  ComparisonPlot* m_plot = nullptr;
  SeriesLegend* m_legend = nullptr;
  ComparisonPlot* m_besidePlot = nullptr;
  SeriesLegend* m_besideLegend = nullptr;
  QWidget* m_beside = nullptr;
  QTableView* m_matrix = nullptr;
  MatrixModel* m_model = nullptr;
};

}  // namespace kernline::ui
