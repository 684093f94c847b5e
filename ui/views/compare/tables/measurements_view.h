// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/tables/model_comparison.h"
#include "ui/kit/jobs/job.h"
#include "ui/views/compare/tables/compared_logs.h"

#include <QWidget>

#include <memory>
#include <optional>
#include <string>
#include <vector>

class QTableView;

namespace kernline::ui {

class ComparisonPlot;
class FacetGrid;
class MatrixModel;
class ModelsPane;
class SeriesLegend;
class ViewChoice;

/// A metric over two dimensions, as a chart and a matrix, with a second metric next to it; or a chart for each value of
/// a third dimension. Next to the matrix is the comparison of its rows over all cells.
class MeasurementsView : public QWidget {
  Q_OBJECT

 public:
  explicit MeasurementsView(QWidget* parent = nullptr);

  /// `goesOn`: what was chosen stays, as far as these logs have it.
  void setLogs(std::shared_ptr<const ComparedLogs> logs, bool goesOn = false);
  [[nodiscard]] ViewChoice& choice() const { return *m_choice; }
  [[nodiscard]] bool isBusy() const { return m_job.isRunning(); }

  // The shown contents, for export
  [[nodiscard]] QString tabSeparated() const;  ///< the matrix; the others have the second metric, too
  [[nodiscard]] std::string commaSeparated() const;
  [[nodiscard]] std::string markdown() const;
  [[nodiscard]] std::string report() const;  ///< HTML
  [[nodiscard]] QWidget* picture() const { return m_charts; }

 Q_SIGNALS:
  /// Requests a line of the log with that number.
  void lineRequested(std::size_t log, std::uint32_t line);

 protected:
  bool eventFilter(QObject* object, QEvent* event) override;

 private:
  struct Shown {
    ShownMatrices matrices;  ///< one a facet; empty without measurements
    std::shared_ptr<const ShownMatrix> beside;
    PivotRequest conditions;
    std::optional<ModelComparison> models;  ///< comparison under these conditions
    ChartStyle style;
  };

  QWidget* makeCharts(QWidget* parent);
  QWidget* makeBottom(QWidget* parent);
  void refresh();
  void adopt(Shown shown);
  void fitColumns();
  void goTo(const Measurements& measurements, const PivotCell& cell);
  [[nodiscard]] std::vector<Pivot> pivots() const;
  [[nodiscard]] std::vector<ModelComparison> models() const;
  QWidget* makeFrame();
  QWidget* makeChart(ComparisonPlot*& plot, SeriesLegend*& legend, const char* name);

  std::shared_ptr<const ComparedLogs> m_logs;
  Shown m_shown;
  Job<Shown> m_job;
  ViewChoice* m_choice = nullptr;
  QWidget* m_charts = nullptr;
  ComparisonPlot* m_plot = nullptr;
  SeriesLegend* m_legend = nullptr;
  ComparisonPlot* m_besidePlot = nullptr;
  SeriesLegend* m_besideLegend = nullptr;
  QWidget* m_one = nullptr;  ///< the chart without facets
  QWidget* m_beside = nullptr;
  QWidget* m_many = nullptr;  ///< charts of facets
  FacetGrid* m_facets = nullptr;
  SeriesLegend* m_facetsLegend = nullptr;
  QWidget* m_nothing = nullptr;
  QTableView* m_matrix = nullptr;
  MatrixModel* m_model = nullptr;
  ModelsPane* m_models = nullptr;
};

}  // namespace kernline::ui
