// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/work/work_panel.h"

#include "core/analysis/causes/span_filter.h"
#include "core/model/format/quantity.h"
#include "core/model/trace/part_of_file.h"
#include "ui/kit/language/core_text.h"
#include "ui/kit/language/counted.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/style/elided_label.h"
#include "ui/kit/style/named_combo.h"
#include "ui/kit/style/quiet_label.h"
#include "ui/kit/style/shown_names.h"
#include "ui/kit/style/time_scope.h"
#include "ui/kit/tables/export_button.h"
#include "ui/kit/tables/plain_table.h"
#include "ui/kit/tables/rows_model.h"
#include "ui/kit/tables/table_text.h"
#include "ui/views/work/roofline_chart.h"
#include "ui/views/work/work_rows.h"
#include "ui/views/work/work_words.h"

#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QSplitter>
#include <QStringList>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <utility>

namespace kernline::ui {
namespace {

constexpr std::array ways{WorkBy::Shape, WorkBy::Op, WorkBy::Kernel, WorkBy::Family, WorkBy::Module, WorkBy::Phase};

}  // namespace

WorkPanel::WorkPanel(QWidget* parent) : CountingPanel("work", parent) {
  buildControls();
  QWidget* contents = buildContents();
  setContents(contents);
  setFocusProxy(m_view);
  connect(&ShownNames::shared(), &ShownNames::changed, this, &WorkPanel::restart);
  connect(&WorkDevice::shared(), &WorkDevice::changed, this, [this] {
    showChosenDevice();
    restart();
  });
  WorkPanel::updateState();
}

void WorkPanel::buildControls() {
  QWidget* parent = bar()->parentWidget();
  m_by = fittingCombo(parent, "workBy", tr("How rows are grouped"));
  for (const WorkBy by : ways) {
    m_by->addItem(titleOf(by));
  }
  m_device = fittingCombo(parent, "workDevice", tr("GPU whose peak rates are used"));
  m_device->addItem(tr("GPU of the trace"), QString());
  for (const Ceilings& device : devicesInForce()) {
    m_device->addItem(qt(device.name), qt(device.name));
  }
  showChosenDevice();
  m_filter = new QLineEdit(parent);
  m_filter->setObjectName(nameOf("Filter"));
  m_filter->setPlaceholderText(tr("Filter rows"));
  m_filter->setAccessibleName(m_filter->placeholderText());
  m_filter->setToolTip(
      tr("Show rows that contain this text. A key counts only matching kernels: phase:backward, module:Linear, "
         "op:aten::mm, family:GEMM, step:3"));
  m_filter->setClearButtonEnabled(true);
  m_filter->setAcceptDrops(false);  // a dropped file is to be opened, not its path typed
  m_filter->setMinimumWidth(fontMetrics().averageCharWidth() * 14);
  m_go = makeButton("to-kernel", "Go", tr("Show the longest kernel of the row on the timeline (Enter)"));
  m_export = new ExportButton({.name = QStringLiteral("work"),
                               .tabSeparated = [this] { return text(false); },
                               .commaSeparated = [this] { return tableText(text(false), false); },
                               .markdown = {},
                               .picture = [this]() -> QWidget* { return m_chart; },
                               .note = [this] { return partNote(); }},
                              parent);
  connect(m_export, &ExportButton::statusMessage, this, [this](const QString& said) { counts()->setText(said); });
  QWidget* before = nullptr;
  for (QWidget* widget : std::initializer_list<QWidget*>{m_by, m_device, m_filter, scope(), m_go, counts(), m_export}) {
    bar()->addWidget(widget, widget == counts() || widget == m_filter ? 1 : 0);
    setTabOrder(std::exchange(before, widget), widget);
  }
  connect(m_by, &QComboBox::currentIndexChanged, this, &WorkPanel::restart);
  connect(m_device, &QComboBox::currentIndexChanged, this,
          [this] { WorkDevice::shared().choose(m_device->currentData().toString()); });
  connect(m_filter, &QLineEdit::textChanged, this, &WorkPanel::applyFilter);
  connect(m_go, &QToolButton::clicked, this, &WorkPanel::goToCurrent);
}

/// Returns the parts of the trace, and of reports joined to it, that were not read.
QString WorkPanel::partNote() const {
  QStringList notes{coreText(m_table ? missingPart(*m_table->trace) : Message())};
  if (m_table && m_table->measured) {
    for (const JoinedReport& report : m_table->measured->reports()) {
      notes << coreText(report.missing);
    }
  }
  notes.removeAll(QString());
  return notes.join(QLatin1Char(' '));
}

void WorkPanel::showChosenDevice() {
  const QSignalBlocker quiet(m_device);
  m_device->setCurrentIndex(std::max(0, m_device->findData(WorkDevice::shared().chosen())));
}

QWidget* WorkPanel::buildContents() {
  auto* contents = new QWidget(this);
  auto* layout = new QVBoxLayout(contents);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(4);
  m_headline = new QuietLabel(QString(), contents);
  m_headline->setObjectName(nameOf("Headline"));
  m_headline->setContentsMargins(8, 0, 8, 0);
  m_headline->setWordWrap(true);
  auto* parts = new QSplitter(Qt::Horizontal, contents);
  parts->setChildrenCollapsible(false);
  m_chart = new RooflineChart(parts);
  connect(m_chart, &RooflineChart::activated, this, &WorkPanel::goTo);
  connect(m_chart, &RooflineChart::currentChanged, this, &WorkPanel::choose);
  buildTable(parts);
  parts->addWidget(m_chart);
  parts->addWidget(m_view);
  parts->setStretchFactor(0, 1);
  parts->setStretchFactor(1, 1);
  parts->setSizes({1000, 1800});  // shares: whatever the table would like
  layout->addWidget(m_headline);
  layout->addWidget(parts, 1);
  return contents;
}

/// A row is a link: a click goes to its longest kernel, and keys that come to it show its point.
void WorkPanel::buildTable(QWidget* parent) {
  m_model = new RowsModel(workRows(nullptr), this);
  m_view = makePlainTable(m_model, "workView", tr("Roofline"), parent);
  m_view->setSortingEnabled(true);
  m_view->setTextElideMode(Qt::ElideMiddle);  // operators often differ at the end: forward, backward
  m_view->horizontalHeader()->setSectionsMovable(true);
  arrangeColumns(*m_view, m_model->rows());
  m_view->horizontalHeader()->setStretchLastSection(true);
  m_view->sortByColumn(WorkColumns::Recoverable, Qt::DescendingOrder);
  const auto open = [this](const QModelIndex& at) { goTo(m_model->numberOf(at.row())); };
  connect(m_view, &QTableView::clicked, this, open);
  connect(m_view, &QTableView::activated, this, open);
  connect(m_view->selectionModel(), &QItemSelectionModel::currentChanged, this, [this](const QModelIndex& current) {
    if (current.isValid()) {
      m_chart->setCurrent(m_model->numberOf(current.row()));
    }
    m_go->setEnabled(current.isValid());
  });
  addCopyAction(*m_view, [this] { QApplication::clipboard()->setText(text(true)); });
}

void WorkPanel::showCauses() {
  const bool restsOnCauses = ways.at(static_cast<std::size_t>(m_by->currentIndex())) >= WorkBy::Module || isOfKey();
  const bool isMeasured = m_table && m_table->measured != m_table->causes->measured();
  if (trace() && (isMeasured || restsOnCauses || trace()->report()[IssueKind::GraphReplay].count > 0)) {
    restart();
  }
}

bool WorkPanel::isBusy() const {
  return CountingPanel::isBusy() || m_model->isBusy() || m_export->isBusy();
}

/// Whether the filter limits the counted work, not only the shown rows.
bool WorkPanel::isOfKey() const {
  const SpanFilter filter = spanFilter(m_filter->text().toStdString());
  return filter.key != nullptr && !filter.isEmpty();
}

WorkRequest WorkPanel::request() const {
  return {.by = ways.at(static_cast<std::size_t>(m_by->currentIndex())),
          .range = scope()->range(),
          .filter = isOfKey() ? m_filter->text() : QString(),
          .device = WorkDevice::shared().chosen()};
}

void WorkPanel::applyFilter() {
  m_model->setFilter(isOfKey() ? QString() : m_filter->text());
  if (!m_table || request() != m_table->request) {
    restart();
  } else {
    updateState();
  }
}

void WorkPanel::startCounting() {
  count([trace = trace(), asked = request()](const std::stop_token& stop) { return makeWorkTable(trace, asked, stop); },
        [this](std::shared_ptr<const WorkTable> table) { takeTable(std::move(table)); });
}

void WorkPanel::forget() {
  takeTable(nullptr);
}

void WorkPanel::takeTable(std::shared_ptr<const WorkTable> table) {
  m_table = std::move(table);
  m_chart->setTable(m_table);
  m_model->setRows(workRows(m_table));
  m_view->setColumnHidden(WorkColumns::Shapes, m_table && m_table->request.by != WorkBy::Shape);
  const bool isMeasured = m_table && m_table->work.isMeasured;
  for (int column = WorkColumns::DramBytes; column < WorkColumns::DramIntensity; ++column) {
    m_view->setColumnHidden(column, !isMeasured);
  }
  m_view->setColumnHidden(WorkColumns::DramIntensity,
                          !isMeasured || std::ranges::none_of(m_table->work.rows, [](const WorkRow& row) {
                            return measuredIntensity(row).has_value();
                          }));
  for (const auto column : {WorkColumns::NcuFlops, WorkColumns::NcuBytes}) {
    m_view->setColumnHidden(column, !m_table || !m_table->measured);
  }
  m_headline->setText(m_table ? workHeadline(*m_table) : QString());
  m_headline->setToolTip(m_table ? workHeadlineTip(*m_table) : QString());
}

/// Makes it the current one of the table as well.
void WorkPanel::choose(std::size_t row) {
  m_view->setCurrentIndex(m_model->index(m_model->placeOf(row), 0));
}

void WorkPanel::goTo(std::size_t row) {
  choose(row);
  m_chart->setCurrent(row);
  Q_EMIT spanRequested(m_table->row(row).longest);
}

void WorkPanel::goToCurrent() {
  if (const QModelIndex current = m_view->currentIndex(); current.isValid()) {
    goTo(m_model->numberOf(current.row()));
  }
}

QString WorkPanel::text(bool onlySelected) const {
  if (!m_table) {
    return {};
  }
  TableRows rows = m_model->rows();
  if (!m_table->work.isMeasured) {
    const auto measured = rows.columns.begin() + WorkColumns::DramBytes;
    rows.columns.erase(measured, measured + (WorkColumns::DramIntensity - WorkColumns::DramBytes + 1));
  }
  return tabSeparated(rows, onlySelected ? m_model->numbersOf(rowsToCopy(*m_view)) : m_model->order());
}

QString WorkPanel::emptyText() const {
  if (!trace()) {
    return tr("FLOPs and bytes appear here once the whole file is loaded.");
  }
  if (!m_table) {
    return countingText();
  }
  if (m_table->work.rows.empty()) {
    return m_table->model->calls.empty()                            ? tr("This file has no device work.")
           : m_table->launched && m_table->request.filter.isEmpty() ? tr("No device work is launched in these steps.")
           : m_table->request.filter.isEmpty()                      ? tr("No device work starts in this range.")
                                               : tr("No device work in this range fits the filter.");
  }
  const bool isKnown = std::ranges::any_of(m_table->model->calls,
                                           [&](const WorkCall& call) { return m_table->model->needs(call).rule; });
  return isKnown || m_table->work.isMeasured || m_table->measured
             ? QString()
             : tr("No operator in this file has recorded input shapes, so FLOPs and bytes are unknown. torch.profiler "
                  "records them with record_shapes=True.");
}

QString WorkPanel::countsText() const {
  QStringList parts;
  if (m_table->request.range) {
    parts
        << (m_table->launched
                ? tr("work of the selected steps")
                : tr("work that starts in the selected %1").arg(qt(formatDuration(m_table->request.range->length()))));
  }
  parts << counted(m_model->order().size(), tr("%1 row"), tr("%1 rows"));
  return parts.join(QStringLiteral(" · "));
}

void WorkPanel::updateState() {
  CountingPanel::updateState();
  m_go->setEnabled(m_view->currentIndex().isValid());
}

}  // namespace kernline::ui
