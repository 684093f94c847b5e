// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/compare/tables/measurements_view.h"

#include "core/compare/tables/comparison_lines.h"
#include "ui/kit/tables/plain_table.h"
#include "ui/kit/tables/table_text.h"
#include "ui/views/compare/tables/comparison_plot.h"
#include "ui/views/compare/tables/matrix_delegate.h"
#include "ui/views/compare/tables/matrix_model.h"
#include "ui/views/compare/tables/series_legend.h"
#include "ui/views/compare/tables/view_choice.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QSplitter>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace kernline::ui {

MeasurementsView::MeasurementsView(QWidget* parent) : QWidget(parent) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  m_choice = new ViewChoice(this);
  layout->addWidget(m_choice);
  auto* splitter = new QSplitter(Qt::Vertical, this);
  splitter->setChildrenCollapsible(false);
  m_charts = new QWidget(splitter);
  auto* row = new QHBoxLayout(m_charts);
  row->setContentsMargins(12, 4, 12, 4);
  row->setSpacing(12);
  row->addWidget(makeChart(m_plot, m_legend, "compareChart"), 1);
  m_beside = makeChart(m_besidePlot, m_besideLegend, "compareChartBeside");
  row->addWidget(m_beside, 1);
  splitter->addWidget(m_charts);
  m_model = new MatrixModel(this);
  m_matrix = makePlainTable(m_model, "compareMatrix", tr("Matrix of the selected metric"), splitter);
  m_matrix->setItemDelegate(new MatrixDelegate(m_matrix));
  m_matrix->setSelectionBehavior(QAbstractItemView::SelectItems);
  m_matrix->setSelectionMode(QAbstractItemView::SingleSelection);
  m_matrix->setAlternatingRowColors(false);
  m_matrix->verticalHeader()->resetDefaultSectionSize();
  constexpr int minHeight = 90;
  m_matrix->setMinimumHeight(minHeight);
  splitter->addWidget(m_matrix);
  splitter->setStretchFactor(0, 3);
  splitter->setStretchFactor(1, 1);
  layout->addWidget(splitter, 1);
  setFocusProxy(m_matrix);
  connect(m_choice, &ViewChoice::changed, this, &MeasurementsView::refresh);
  const auto goToIndex = [this](const QModelIndex& index) {
    if (const PivotCell* cell = m_model->cell(index)) {
      goTo(*m_shown.first, *cell);
    }
  };
  connect(m_matrix, &QTableView::activated, this, goToIndex);
  connect(m_matrix, &QTableView::clicked, this, goToIndex);
  connect(m_plot, &ComparisonPlot::cellActivated, this,
          [this](std::size_t r, std::size_t c) { goTo(*m_shown.first, m_shown.first->pivot.cell(r, c)); });
  connect(m_besidePlot, &ComparisonPlot::cellActivated, this,
          [this](std::size_t r, std::size_t c) { goTo(*m_shown.second, m_shown.second->pivot.cell(r, c)); });
}

QWidget* MeasurementsView::makeChart(ComparisonPlot*& plot, SeriesLegend*& legend, const char* name) {
  auto* frame = new QWidget(this);
  frame->setAutoFillBackground(true);
  frame->setBackgroundRole(QPalette::Base);
  auto* layout = new QVBoxLayout(frame);
  layout->setContentsMargins(4, 4, 4, 4);
  layout->setSpacing(2);
  plot = new ComparisonPlot(frame);
  plot->setObjectName(QString::fromUtf8(name));
  legend = new SeriesLegend(frame);
  layout->addWidget(plot, 1);
  layout->addWidget(legend);
  return frame;
}

void MeasurementsView::setLogs(std::shared_ptr<const ComparedLogs> logs) {
  m_logs = std::move(logs);
  m_choice->setLogs(m_logs);
  refresh();
}

void MeasurementsView::refresh() {
  if (!m_logs || m_logs->views.empty()) {
    return;
  }
  m_job = Job<Pair>(
      [logs = m_logs, request = m_choice->request(), beside = m_choice->companion(), style = m_choice->style()](
          std::stop_token, Progress&) -> Expected<Pair> {
        ChartStyle own = style;
        own.logY.reset();  // of the other metric's values
        return Pair{layOut(logs, request, style), beside ? layOut(logs, *beside, own) : nullptr};
      },
      [this](Expected<Pair> shown) {
        if (shown) {
          adopt(std::move(*shown));
        }
      });
}

void MeasurementsView::adopt(Pair shown) {
  m_shown = std::move(shown);
  m_plot->showMatrix(m_shown.first);
  m_legend->showMatrix(m_shown.first);
  m_beside->setVisible(m_shown.second != nullptr);
  m_besidePlot->showMatrix(m_shown.second);
  m_besideLegend->showMatrix(m_shown.second);
  m_model->showMatrix(m_shown.first);
  m_matrix->resizeColumnsToContents();
  constexpr int maxWidth = 260;
  const int spare = m_matrix->viewport()->width() - m_matrix->horizontalHeader()->length();
  const int wider = std::max(0, spare / std::max(1, m_model->columnCount()));
  for (int column = 0; column < m_model->columnCount(); ++column) {
    constexpr int minWidth = 110;
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
  for (const auto& matrix : {m_shown.first, m_shown.second}) {
    if (matrix != nullptr) {
      shown.push_back(matrix->pivot);
    }
  }
  return shown;
}

std::string MeasurementsView::commaSeparated() const {
  return m_shown.first ? viewsCsv(m_shown.first->measurements(), pivots()) : std::string();
}

std::string MeasurementsView::markdown() const {
  return m_shown.first ? viewsMarkdown(m_shown.first->measurements(), pivots()) : std::string();
}

void MeasurementsView::goTo(const ShownMatrix& matrix, const PivotCell& cell) {
  const Measurements& measurements = matrix.measurements();
  if (!cell.values.empty()) {
    const Measurement& measurement = measurements.values[cell.values.front()];
    Q_EMIT lineRequested(measurement.log, measurement.line);
  } else if (!cell.failures.empty()) {
    const FailedRun& failure = measurements.failures[cell.failures.front()];
    Q_EMIT lineRequested(failure.log, failure.line);
  }
}

}  // namespace kernline::ui
