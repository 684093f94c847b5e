// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/compare/tables/measurements_view.h"

#include "core/compare/tables/comparison_lines.h"
#include "core/compare/tables/comparison_report.h"
#include "core/compare/tables/model_tables.h"
#include "ui/kit/style/quiet_label.h"
#include "ui/kit/tables/plain_table.h"
#include "ui/kit/tables/table_text.h"
#include "ui/views/compare/tables/comparison_plot.h"
#include "ui/views/compare/tables/facet_grid.h"
#include "ui/views/compare/tables/matrix_delegate.h"
#include "ui/views/compare/tables/matrix_model.h"
#include "ui/views/compare/tables/models_pane.h"
#include "ui/views/compare/tables/series_legend.h"
#include "ui/views/compare/tables/view_choice.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QSplitter>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace kernline::ui {
namespace {

/// Returns the matrix for a legend of all facets: scaling and crossings belong to each alone.
std::shared_ptr<const ShownMatrix> withoutFits(const ShownMatrix& matrix) {
  auto made = std::make_shared<ShownMatrix>(matrix);
  for (ChartSeries& series : made->chart.series) {
    series.scaling = {};
  }
  made->chart.crossings.clear();
  made->chart.remarks.clear();
  return made;
}

}  // namespace

MeasurementsView::MeasurementsView(QWidget* parent) : QWidget(parent) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  m_choice = new ViewChoice(this);
  layout->addWidget(m_choice);
  auto* splitter = new QSplitter(Qt::Vertical, this);
  splitter->setChildrenCollapsible(false);
  splitter->addWidget(makeCharts(splitter));
  splitter->addWidget(makeBottom(splitter));
  splitter->setStretchFactor(0, 3);
  splitter->setStretchFactor(1, 2);
  layout->addWidget(splitter, 1);
  setFocusProxy(m_matrix);
  connect(m_choice, &ViewChoice::changed, this, &MeasurementsView::refresh);
  const auto goToIndex = [this](const QModelIndex& index) {
    if (const PivotCell* cell = m_model->cell(index)) {
      goTo(m_model->matrix(index)->measurements(), *cell);
    }
  };
  connect(m_matrix, &QTableView::activated, this, goToIndex);
  connect(m_matrix, &QTableView::clicked, this, goToIndex);
  const auto goToMark = [this](const ShownMatrix& matrix, std::size_t row, std::size_t column) {
    goTo(matrix.measurements(), matrix.pivot.cell(row, column));
  };
  connect(m_plot, &ComparisonPlot::cellActivated, this,
          [this, goToMark](std::size_t r, std::size_t c) { goToMark(*m_shown.matrices.front(), r, c); });
  connect(m_besidePlot, &ComparisonPlot::cellActivated, this,
          [this, goToMark](std::size_t r, std::size_t c) { goToMark(*m_shown.beside, r, c); });
  connect(m_facets, &FacetGrid::cellActivated, this,
          [this, goToMark](std::size_t f, std::size_t r, std::size_t c) { goToMark(*m_shown.matrices[f], r, c); });
}

QWidget* MeasurementsView::makeCharts(QWidget* parent) {
  m_charts = new QWidget(parent);
  auto* row = new QHBoxLayout(m_charts);
  row->setContentsMargins(12, 4, 12, 4);
  row->setSpacing(12);
  m_one = makeChart(m_plot, m_legend, "compareChart");
  row->addWidget(m_one, 1);
  m_beside = makeChart(m_besidePlot, m_besideLegend, "compareChartBeside");
  row->addWidget(m_beside, 1);
  m_many = makeFrame();
  m_facets = new FacetGrid(m_many);
  m_facetsLegend = new SeriesLegend(m_many);
  m_many->layout()->addWidget(m_facets);
  static_cast<QVBoxLayout*>(m_many->layout())->setStretchFactor(m_facets, 1);
  m_many->layout()->addWidget(m_facetsLegend);
  m_many->hide();
  row->addWidget(m_many, 1);
  auto* nothing = new QuietLabel(tr("No measurements for these values. Choose others."), m_charts);
  nothing->setObjectName(QStringLiteral("compareNothing"));
  nothing->setAlignment(Qt::AlignCenter);
  nothing->hide();
  row->addWidget(nothing, 1);
  m_nothing = nothing;
  return m_charts;
}

QWidget* MeasurementsView::makeBottom(QWidget* parent) {
  auto* bottom = new QSplitter(Qt::Horizontal, parent);
  bottom->setChildrenCollapsible(false);
  m_model = new MatrixModel(this);
  m_matrix = makePlainTable(m_model, "compareMatrix", tr("Matrix of the selected metric"), bottom);
  m_matrix->setItemDelegate(new MatrixDelegate(m_matrix));
  m_matrix->setSelectionBehavior(QAbstractItemView::SelectItems);
  m_matrix->setSelectionMode(QAbstractItemView::SingleSelection);
  m_matrix->setAlternatingRowColors(false);
  m_matrix->verticalHeader()->resetDefaultSectionSize();
  m_matrix->viewport()->installEventFilter(this);
  constexpr int minHeight = 90;
  m_matrix->setMinimumHeight(minHeight);
  m_models = new ModelsPane(bottom);
  m_models->hide();
  bottom->addWidget(m_matrix);
  bottom->addWidget(m_models);
  bottom->setStretchFactor(0, 3);
  bottom->setStretchFactor(1, 2);
  constexpr int modelsWidth = 500;
  bottom->setSizes({modelsWidth + modelsWidth / 2, modelsWidth});
  return bottom;
}

/// Widgets next to the matrix appear with the first figures and take space from it.
bool MeasurementsView::eventFilter(QObject* object, QEvent* event) {
  if (object == m_matrix->viewport() && event->type() == QEvent::Resize) {
    fitColumns();
  }
  return QWidget::eventFilter(object, event);
}

QWidget* MeasurementsView::makeFrame() {
  auto* frame = new QWidget(this);
  frame->setAutoFillBackground(true);
  frame->setBackgroundRole(QPalette::Base);
  auto* layout = new QVBoxLayout(frame);
  layout->setContentsMargins(4, 4, 4, 4);
  layout->setSpacing(2);
  return frame;
}

QWidget* MeasurementsView::makeChart(ComparisonPlot*& plot, SeriesLegend*& legend, const char* name) {
  QWidget* frame = makeFrame();
  auto* layout = static_cast<QVBoxLayout*>(frame->layout());
  plot = new ComparisonPlot(frame);
  plot->setObjectName(QString::fromUtf8(name));
  legend = new SeriesLegend(frame);
  layout->addWidget(plot, 1);
  layout->addWidget(legend);
  return frame;
}

void MeasurementsView::setLogs(std::shared_ptr<const ComparedLogs> logs, bool goesOn) {
  m_logs = std::move(logs);
  m_choice->setLogs(m_logs, goesOn);
  refresh();
}

void MeasurementsView::refresh() {
  if (!m_logs || m_logs->views.empty()) {
    return;
  }
  m_job = Job<Shown>(
      [logs = m_logs, request = m_choice->request(), conditions = m_choice->conditions(),
       companion = m_choice->companion(), style = m_choice->style()](std::stop_token, Progress&) -> Expected<Shown> {
        Shown shown{.matrices = layOut(logs, request, style),
                    .beside = nullptr,
                    .conditions = conditions,
                    .models = compareModels(logs->measurements, conditions),
                    .style = style};
        if (companion) {
          ChartStyle own = style;
          own.logY.reset();  // the scale fits the other metric's values
          const ShownMatrices beside = layOut(logs, *companion, own);
          shown.beside = beside.empty() ? nullptr : beside.front();
        }
        return shown;
      },
      [this](Expected<Shown> shown) {
        if (shown) {
          adopt(std::move(*shown));
        }
      });
}

void MeasurementsView::adopt(Shown shown) {
  m_shown = std::move(shown);
  const ShownMatrices& matrices = m_shown.matrices;
  const bool isEmpty = matrices.empty() || matrices.front()->pivot.isEmpty();
  const bool hasFacets = !isEmpty && m_shown.conditions.facets.has_value();
  const auto one = isEmpty || hasFacets ? nullptr : matrices.front();
  m_nothing->setVisible(isEmpty);
  m_one->setVisible(one != nullptr);
  m_plot->showMatrix(one);
  m_legend->showMatrix(one);
  m_many->setVisible(hasFacets);
  m_facets->showFacets(hasFacets ? matrices : ShownMatrices());
  m_facetsLegend->showMatrix(hasFacets ? withoutFits(*matrices.front()) : nullptr);
  const auto beside = isEmpty ? nullptr : m_shown.beside;
  m_beside->setVisible(beside != nullptr);
  m_besidePlot->showMatrix(beside);
  m_besideLegend->showMatrix(beside);
  m_model->showMatrices(isEmpty ? ShownMatrices() : matrices);
  m_models->showModels(m_logs, m_shown.models, m_shown.conditions);
  fitColumns();
}

void MeasurementsView::fitColumns() {
  m_matrix->resizeColumnsToContents();
  constexpr int maxWidth = 260;
  const int spare = m_matrix->viewport()->width() - m_matrix->horizontalHeader()->length();
  const int wider = std::max(0, spare / std::max(1, m_model->columnCount()));
  for (int column = 0; column < m_model->columnCount(); ++column) {
    constexpr int minWidth = 80;
    m_matrix->setColumnWidth(column, std::clamp(m_matrix->columnWidth(column) + wider, minWidth, maxWidth));
  }
}

QString MeasurementsView::tabSeparated() const {
  return ui::tabSeparated(*m_matrix, [](const QModelIndex& cell) {
    const QString ratio = cell.data(MatrixModel::RatioRole).toString();
    return cell.data().toString() + (ratio.isEmpty() ? QString() : QStringLiteral(" (%1)").arg(ratio));
  });
}

std::vector<Pivot> MeasurementsView::pivots() const {
  std::vector<Pivot> shown;
  for (const auto& matrix : m_shown.matrices) {
    shown.push_back(matrix->pivot);
  }
  if (m_shown.beside != nullptr) {
    shown.push_back(m_shown.beside->pivot);
  }
  return shown;
}

std::vector<ModelComparison> MeasurementsView::models() const {
  return m_shown.models ? std::vector{*m_shown.models} : std::vector<ModelComparison>();
}

std::string MeasurementsView::commaSeparated() const {
  return m_shown.matrices.empty()
             ? std::string()
             : viewsCsv(m_logs->measurements, pivots()) + modelsCsv(m_logs->measurements, models());
}

std::string MeasurementsView::markdown() const {
  return m_shown.matrices.empty()
             ? std::string()
             : viewsMarkdown(m_logs->measurements, pivots()) + modelsMarkdown(m_logs->measurements, models());
}

std::string MeasurementsView::report() const {
  return m_shown.matrices.empty() ? std::string()
                                  : comparisonReport(m_logs->measurements, pivots(), nullptr, models(), m_shown.style);
}

void MeasurementsView::goTo(const Measurements& measurements, const PivotCell& cell) {
  if (!cell.values.empty()) {
    const Measurement& measurement = measurements.values[cell.values.front()];
    Q_EMIT lineRequested(measurement.log, measurement.line);
  } else if (!cell.failures.empty()) {
    const FailedRun& failure = measurements.failures[cell.failures.front()];
    Q_EMIT lineRequested(failure.log, failure.line);
  }
}

}  // namespace kernline::ui
