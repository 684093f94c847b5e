// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/inference/inference_panel.h"

#include "core/model/format/quantity.h"
#include "ui/kit/language/counted.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/style/elided_label.h"
#include "ui/kit/style/named_combo.h"
#include "ui/kit/style/time_scope.h"
#include "ui/kit/tables/plain_table.h"
#include "ui/kit/tables/rows_model.h"
#include "ui/views/inference/inference_axes.h"
#include "ui/views/inference/inference_chart.h"
#include "ui/views/inference/inference_rows.h"
#include "ui/views/inference/inference_words.h"

#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QSignalBlocker>
#include <QSplitter>
#include <QStringList>
#include <QTabWidget>
#include <QTableView>
#include <QToolButton>

#include <algorithm>
#include <array>
#include <utility>

namespace kernline::ui {
namespace {

constexpr std::array xs{InferenceX::Requests, InferenceX::Tokens, InferenceX::Length, InferenceX::Start};
constexpr std::array ys{InferenceY::Iteration, InferenceY::Token};
constexpr std::array allKinds{InferenceKind::Prefill, InferenceKind::Decode, InferenceKind::Mixed};

QTableView* makeTable(RowsModel* model, const char* name, const QString& title, QWidget* parent) {
  QTableView* view = makePlainTable(model, name, title, parent);
  makeSortable(*view);
  arrangeColumns(*view, model->rows());
  addCopyAction(*view, [view, model] {
    QApplication::clipboard()->setText(tabSeparated(model->rows(), model->numbersOf(rowsToCopy(*view))));
  });
  return view;
}

}  // namespace

InferencePanel::InferencePanel(QWidget* parent) : CountingPanel("inference", parent) {
  buildControls();
  m_parts = new QSplitter(Qt::Horizontal, this);
  m_parts->setChildrenCollapsible(false);
  m_chart = new InferenceChart(m_parts);
  connect(m_chart, &InferenceChart::activated, this, &InferencePanel::goTo);
  connect(m_chart, &InferenceChart::currentChanged, this, &InferencePanel::choose);
  m_tabs = new QTabWidget(m_parts);
  m_tabs->setObjectName(nameOf("Tabs"));
  m_tabs->setDocumentMode(true);
  m_tabs->addTab(buildIterations(), tr("Slowest iterations"));
  m_tabs->addTab(buildBatches(), tr("Batches"));
  m_parts->addWidget(m_chart);
  m_parts->addWidget(m_tabs);
  m_parts->setStretchFactor(0, 1);
  m_parts->setStretchFactor(1, 1);
  m_parts->setSizes({1000, 1000});  // shares: whatever the tables would like
  setContents(m_parts);
  setFocusProxy(m_iterationView);
  InferencePanel::updateState();
}

void InferencePanel::buildControls() {
  QWidget* parent = bar()->parentWidget();
  m_y = fittingCombo(parent, "inferenceY", tr("Vertical axis"));
  for (const InferenceY y : ys) {
    m_y->addItem(titleOf(y));
  }
  m_x = fittingCombo(parent, "inferenceX", tr("Horizontal axis"));
  for (const InferenceX x : xs) {
    m_x->addItem(titleOf(x));
  }
  m_kind = fittingCombo(parent, "inferenceKind", tr("Kind of iterations to show"));
  fillKinds();
  m_go = makeButton("to-kernel", "Go", tr("Show the iteration on the timeline (Enter)"));
  QWidget* before = nullptr;
  for (QWidget* widget : std::initializer_list<QWidget*>{m_y, m_x, m_kind, scope(), m_go, counts()}) {
    bar()->addWidget(widget, widget == counts() ? 1 : 0);
    setTabOrder(std::exchange(before, widget), widget);
  }
  connect(m_x, &QComboBox::currentIndexChanged, this, &InferencePanel::setAxes);
  connect(m_y, &QComboBox::currentIndexChanged, this, &InferencePanel::setAxes);
  connect(m_kind, &QComboBox::currentIndexChanged, this, &InferencePanel::restart);
  connect(m_go, &QToolButton::clicked, this, &InferencePanel::goToCurrent);
}

/// A row is a link: a click goes to its iteration, and keys that come to it show its point.
QTableView* InferencePanel::buildIterations() {
  m_iterations = new RowsModel(iterationRows(nullptr), this);
  m_iterationView = makeTable(m_iterations, "inferenceIterations", tr("Slowest iterations"), m_tabs);
  m_iterationView->setSelectionMode(QAbstractItemView::SingleSelection);
  m_iterationView->sortByColumn(IterationColumns::Duration, Qt::DescendingOrder);
  const auto open = [this](const QModelIndex& at) { goTo(m_iterations->numberOf(at.row())); };
  connect(m_iterationView, &QTableView::clicked, this, open);
  connect(m_iterationView, &QTableView::activated, this, open);
  connect(m_iterationView->selectionModel(), &QItemSelectionModel::currentChanged, this,
          [this](const QModelIndex& current) {
            if (current.isValid()) {
              m_chart->setCurrent(m_iterations->numberOf(current.row()));
            }
            m_go->setEnabled(current.isValid());
          });
  return m_iterationView;
}

QTableView* InferencePanel::buildBatches() {
  m_batches = new RowsModel(batchRows(nullptr), this);
  return makeTable(m_batches, "inferenceBatches", tr("Batches"), m_tabs);
}

bool InferencePanel::isBusy() const {
  return CountingPanel::isBusy() || m_iterations->isBusy() || m_batches->isBusy();
}

void InferencePanel::startCounting() {
  InferenceRequest request{.range = scope()->range(), .kind = {}};
  if (m_kind->currentIndex() > 0) {
    request.kind = static_cast<InferenceKind>(m_kind->currentData().toInt());
  }
  count([trace = trace(), request,
         before = m_table](const std::stop_token& stop) { return makeInferenceTable(trace, request, before, stop); },
        [this](std::shared_ptr<const InferenceTable> table) { takeTable(std::move(table)); });
}

void InferencePanel::forget() {
  m_table = nullptr;
  m_chart->setTable(nullptr);
  m_iterations->setRows(iterationRows(nullptr));
  m_batches->setRows(batchRows(nullptr));
  fillKinds();
}

void InferencePanel::takeTable(std::shared_ptr<const InferenceTable> table) {
  const bool isFirst = m_table == nullptr;
  m_table = std::move(table);
  m_chart->setTable(m_table);
  m_iterations->setRows(iterationRows(m_table));
  m_batches->setRows(batchRows(m_table));
  if (isFirst) {
    fillKinds();
  }
}

/// Fills in the kinds of the trace; a choice only if there are several.
void InferencePanel::fillKinds() {
  const QSignalBlocker quiet(m_kind);
  m_kind->clear();
  m_kind->addItem(tr("All kinds"));
  for (const InferenceKind kind : allKinds) {
    const auto isOfKind = [kind](const StepStats& step) { return step.inference->kind == kind; };
    if (m_table && std::ranges::any_of(*m_table->all, isOfKind)) {
      m_kind->addItem(kindText(kind), static_cast<int>(kind));
    }
  }
  m_kind->setEnabled(m_kind->count() > 2);
}

void InferencePanel::setAxes() {
  m_chart->setAxes(xs.at(static_cast<std::size_t>(m_x->currentIndex())),
                   ys.at(static_cast<std::size_t>(m_y->currentIndex())));
}

/// Makes it the current one of the table as well.
void InferencePanel::choose(std::size_t step) {
  m_iterationView->setCurrentIndex(m_iterations->index(m_iterations->placeOf(step), 0));
}

void InferencePanel::goTo(std::size_t step) {
  choose(step);
  m_chart->setCurrent(step);
  Q_EMIT spanRequested(m_table->steps[step].step.span);
}

void InferencePanel::goToCurrent() {
  if (const QModelIndex current = m_iterationView->currentIndex(); current.isValid()) {
    goTo(m_iterations->numberOf(current.row()));
  }
}

QString InferencePanel::emptyText() const {
  if (!trace()) {
    return tr("The iterations appear here once the whole file is loaded.");
  }
  if (!m_table) {
    return countingText();
  }
  if (m_table->all->empty()) {
    return tr(
        "This file has no iterations of an inference engine. vLLM, SGLang, TensorRT-LLM and ATOM record them as "
        "annotations that describe the batch.");
  }
  return m_table->steps.empty() ? tr("No iteration begins in this range.") : QString();
}

QString InferencePanel::countsText() const {
  QStringList parts;
  if (m_table->request.range) {
    parts << tr("limited to %1").arg(qt(formatDuration(m_table->request.range->length())));
  }
  parts << counted(m_table->steps.size(), tr("%1 iteration"), tr("%1 iterations"));
  const std::size_t silent = m_table->steps.size() - m_chart->pointCount();
  if (silent > 0 && m_chart->pointCount() > 0) {
    parts << tr("%1 not in the chart: value not recorded").arg(countText(silent));
  }
  return parts.join(QStringLiteral(" · "));
}

void InferencePanel::updateState() {
  CountingPanel::updateState();
  m_go->setEnabled(m_iterationView->currentIndex().isValid());
}

}  // namespace kernline::ui
