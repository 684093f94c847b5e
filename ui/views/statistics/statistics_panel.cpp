// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/statistics/statistics_panel.h"

#include "core/model/format/quantity.h"
#include "ui/kit/language/core_text.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/language/words.h"
#include "ui/kit/panels/long_work.h"
#include "ui/kit/style/elided_label.h"
#include "ui/kit/style/icons.h"
#include "ui/kit/style/quiet_label.h"
#include "ui/kit/style/shown_names.h"
#include "ui/kit/style/time_scope.h"
#include "ui/kit/tables/plain_table.h"
#include "ui/kit/tables/rows_model.h"
#include "ui/views/quality/data_issues_mark.h"
#include "ui/views/statistics/row_spans.h"
#include "ui/views/statistics/statistics_choices.h"
#include "ui/views/statistics/statistics_columns.h"
#include "ui/views/statistics/statistics_words.h"

#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QHBoxLayout>
#include <QHideEvent>
#include <QLineEdit>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace kernline::ui {
namespace {

/// Makes a box with titles in the language of the window.
QComboBox* makeCombo(const QStringList& titles, const QString& name, QWidget* parent) {
  auto* combo = new QComboBox(parent);
  combo->addItems(titles);
  combo->setAccessibleName(name);
  combo->setToolTip(name);
  return combo;
}

bool hasDeviceActivity(const Trace& trace) {
  return std::ranges::any_of(trace.kinds(), isDeviceActivity);
}

}  // namespace

StatisticsPanel::StatisticsPanel(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("statisticsPanel"));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  auto* bar = new QWidget(this);
  buildControls(bar);
  buildTable();
  m_emptyNote = new QuietLabel(QString(), this);
  m_emptyNote->setAlignment(Qt::AlignCenter);
  m_emptyNote->setWordWrap(true);
  m_long = new LongWork(QStringLiteral("statistics"), this);
  connect(m_long, &LongWork::cancelRequested, this, &StatisticsPanel::cancel);
  connect(m_long, &LongWork::restartRequested, this, &StatisticsPanel::restart);
  layout->addWidget(bar);
  layout->addWidget(m_long);
  layout->addWidget(m_view, 1);
  layout->addWidget(m_emptyNote, 1);

  connect(&ShownNames::shared(), &ShownNames::changed, this, &StatisticsPanel::restart);
  setTrace(nullptr);
}

void StatisticsPanel::buildControls(QWidget* bar) {
  auto* layout = new QHBoxLayout(bar);
  layout->setContentsMargins(8, 4, 8, 4);
  layout->setSpacing(8);
  m_kinds = makeCombo(kindTitles(), tr("Spans to count"), bar);
  m_kinds->setObjectName(QStringLiteral("statisticsKinds"));
  m_by = makeCombo(keyTitles(), tr("How rows are grouped"), bar);
  m_by->setObjectName(QStringLiteral("statisticsBy"));
  m_byShape = new QCheckBox(tr("by input shape"), bar);
  m_byShape->setObjectName(QStringLiteral("statisticsByShape"));
  m_byShape->setToolTip(tr("One row per input shape, where the file has shapes (record_shapes)"));
  m_byShape->hide();
  m_filter = new QLineEdit(bar);
  m_filter->setObjectName(QStringLiteral("statisticsFilter"));
  m_filter->setPlaceholderText(tr("Filter rows"));
  m_filter->setAccessibleName(m_filter->placeholderText());
  m_filter->setToolTip(tr("Show spans whose name, family, category, operator, module or phase contains the text. A key "
                          "limits the search to one of them: %1")
                           .arg(filterPrefixes().join(QStringLiteral(" "))));
  m_filter->setClearButtonEnabled(true);
  m_filter->setAcceptDrops(false);  // a dropped file is to be opened, not its path typed
  m_filter->setMinimumWidth(fontMetrics().averageCharWidth() * 24);
  m_scope = new TimeScope(bar);
  m_scope->setObjectName(QStringLiteral("statisticsScope"));
  m_counts = new ElidedLabel(QString(), bar);
  m_counts->setObjectName(QStringLiteral("statisticsCounts"));
  auto* copy = new QToolButton(bar);
  copy->setIcon(icon(QStringLiteral("copy")));
  copy->setAutoRaise(true);
  copy->setToolTip(tr("Copy the selected rows, or all, as tab-separated values"));
  copy->setAccessibleName(copy->toolTip());
  layout->addWidget(m_kinds);
  layout->addWidget(new QuietLabel(tr("by"), bar));
  layout->addWidget(m_by);
  layout->addWidget(m_byShape);
  layout->addWidget(m_filter, 1);
  layout->addWidget(m_scope);
  layout->addStretch(1);
  m_doubts = new DataIssuesMark({}, bar);
  connect(m_doubts, &DataIssuesMark::clicked, this, &StatisticsPanel::issuesRequested);
  layout->addWidget(m_doubts);
  layout->addWidget(m_counts);
  layout->addWidget(copy);

  connect(m_kinds, &QComboBox::currentIndexChanged, this, &StatisticsPanel::restart);
  connect(m_by, &QComboBox::currentIndexChanged, this, &StatisticsPanel::restart);
  connect(m_byShape, &QCheckBox::toggled, this, &StatisticsPanel::restart);
  connect(m_scope, &TimeScope::changed, this, &StatisticsPanel::restart);
  connect(m_filter, &QLineEdit::textChanged, this, &StatisticsPanel::applyFilter);
  connect(copy, &QToolButton::clicked, this, &StatisticsPanel::copyRows);
}

void StatisticsPanel::buildTable() {
  m_model = new RowsModel(statisticsRows(nullptr), this);
  m_view = makeStatisticsView(m_model, "statisticsView", Words::tr("Statistics"), this);
  connect(m_model, &QAbstractItemModel::modelReset, this, [this] {
    if (!m_counting.isRunning()) {
      updateCounts();
    }
  });
  setFocusProxy(m_view);
  connect(m_view, &QTableView::clicked, this, &StatisticsPanel::openRow);
  connect(m_view, &QTableView::activated, this, &StatisticsPanel::openRow);
  addCopyAction(*m_view, [this] { copyRows(); });
}

void StatisticsPanel::followQuality(const TraceQuality* quality) {
  m_doubts->follow(quality);
}

void StatisticsPanel::setTrace(std::shared_ptr<const Trace> trace) {
  if (trace && trace == m_trace) {
    return;
  }
  const bool isFirst = m_trace == nullptr;
  m_trace = std::move(trace);
  m_scope->setTrace(m_trace.get());
  m_scope->setVisibleRange(std::nullopt);
  m_matching = {};
  m_filtering = {};
  m_all = nullptr;
  showTable(nullptr);  // its spans are those of the trace before
  if (m_trace && isFirst && !hasDeviceActivity(*m_trace)) {
    const QSignalBlocker quiet(m_kinds);
    m_kinds->setCurrentIndex(static_cast<int>(kindTitles().size()) - 1);
  }
  restart();
}

bool StatisticsPanel::isBusy() const {
  return m_counting.isRunning() || m_filtering.isRunning() || m_matching.isRunning() || m_model->isBusy();
}

void StatisticsPanel::setVisibleRange(TimeRange range) {
  m_scope->setVisibleRange(range);
}

void StatisticsPanel::setChosenRange(std::optional<TimeRange> range) {
  m_scope->setChosenRange(range);
}

void StatisticsPanel::showCauses() {
  const bool restsOnCauses = request().by->restsOnCalls || !m_filter->text().isEmpty();
  if (m_trace && restsOnCauses) {
    restart();
  }
}

bool StatisticsPanel::countsOperatorsByName() const {
  return kindsChosen(m_kinds->currentIndex()) == SpanKinds{SpanKind::Op} && m_by->currentIndex() == 0;
}

StatisticsRequest StatisticsPanel::request() const {
  StatisticsRequest result;
  result.by = &keyKinds()[static_cast<std::size_t>(m_by->currentIndex())];
  result.kinds = kindsChosen(m_kinds->currentIndex());
  result.range = m_scope->range();
  if (countsOperatorsByName()) {
    result.columns = m_byShape->isChecked() ? StatisticsColumns::OperatorsByShape : StatisticsColumns::Operators;
  }
  return result;
}

void StatisticsPanel::restart() {
  m_byShape->setVisible(countsOperatorsByName());
  m_filtering = {};
  m_isDue = false;
  m_long->end();
  if (!m_trace) {
    m_counting = {};
    showTable(nullptr);
    updateCounts();
    return;
  }
  updateCounts();
  const StatisticsRequest asked = request();
  m_doubts->setFigures(figuresOf(asked));
  m_counts->setText(tr("Calculating…"));
  m_long->begin();
  m_counting = Job<std::shared_ptr<const StatisticsTable>>(
      [trace = m_trace, asked](std::stop_token stop, Progress&) {
        return makeStatisticsTable(trace, asked, std::move(stop));
      },
      [this](Expected<std::shared_ptr<const StatisticsTable>> table) { takeTable(std::move(table)); });
}

void StatisticsPanel::cancel() {
  m_counting = {};
  m_counts->setText(tr("Canceled"));
  m_emptyNote->setText(tr("Canceled"));
}

/// Restarts what was begun before and is still wanted.
void StatisticsPanel::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  if (std::exchange(m_isDue, false)) {
    restart();
  }
}

/// Stops, as the result is not needed any more; a minimized window goes on.
void StatisticsPanel::hideEvent(QHideEvent* event) {
  QWidget::hideEvent(event);
  if (!event->spontaneous() && m_counting.isRunning()) {
    m_counting = {};
    m_long->end();
    m_isDue = true;
  }
}

void StatisticsPanel::takeTable(Expected<std::shared_ptr<const StatisticsTable>> table) {
  m_long->end();
  m_all = table ? *table : nullptr;
  showTable(m_all);
  startFiltering();
  updateCounts();
  if (!table) {
    m_counts->setText(coreText(table.error().message));
  }
}

/// Other columns have other widths; the same ones keep what a person made of them.
void StatisticsPanel::showTable(std::shared_ptr<const StatisticsTable> table) {
  m_table = std::move(table);
  const std::size_t before = m_model->rows().columns.size();
  m_model->setRows(statisticsRows(m_table, m_columns));
  if (m_table && m_model->rows().columns.size() != before) {
    m_columns = m_table->columns;
    arrangeColumns(*m_view, m_model->rows());
    m_view->sortByColumn(defaultSortColumn(m_columns), Qt::DescendingOrder);
  }
  // Paths and functions differ at their ends.
  const bool areKernels =
      m_table && m_table->by == keyKinds().data() && m_table->options.kinds.isWithin(SpanKinds::deviceActivities());
  m_view->setTextElideMode(areKernels ? Qt::ElideRight : Qt::ElideMiddle);
  const bool areSpans = m_columns == StatisticsColumns::Spans;
  m_view->setColumnHidden(selfColumn, areSpans && m_table && m_table->statistics.self == m_table->statistics.total);
}

/// Rows whose own names contain it at once; what else the spans are of, a worker looks up.
void StatisticsPanel::applyFilter() {
  m_filtering = {};
  if (m_table != m_all && m_all) {
    showTable(m_all);
  }
  m_model->setFilter(m_filter->text());
  startFiltering();
  updateCounts();
}

void StatisticsPanel::startFiltering() {
  if (!m_all || m_filter->text().isEmpty()) {
    return;
  }
  m_filtering = Job<std::shared_ptr<const StatisticsTable>>(
      [all = m_all, text = m_filter->text()](std::stop_token stop, Progress&) {
        return filterTable(all, text, std::move(stop));
      },
      [this](Expected<std::shared_ptr<const StatisticsTable>> table) {
        if (table) {
          showTable(std::move(*table));
        }
        updateCounts();
      });
}

void StatisticsPanel::updateCounts() {
  const int shown = m_model->rowCount();
  const auto& table = m_table;
  const auto all = m_all ? static_cast<int>(m_all->statistics.rows.size()) : 0;
  m_view->setVisible(shown > 0);
  m_emptyNote->setVisible(shown == 0);
  if (!m_trace) {
    m_emptyNote->setText(tr("Statistics appear here once the whole file is loaded."));
  } else if (!table || m_filtering.isRunning()) {
    m_emptyNote->setText(tr("Calculating…"));
  } else if (m_trace->spanCount() == 0) {
    m_emptyNote->setText(tr("This file has no spans."));
  } else if (all == 0) {
    m_emptyNote->setText(tr("No spans of this kind here. Select “Everything” to count all spans."));
  } else {
    m_emptyNote->setText(tr("No row contains “%1”.").arg(m_filter->text()));
  }
  if (!table) {
    m_counts->clear();
    return;
  }
  const QString rows =
      shown == all ? qt(formatCount(all)) : tr("%1 of %2").arg(qt(formatCount(shown)), qt(formatCount(all)));
  QStringList parts;
  if (table->range) {
    parts << (table->launched ? tr("work of the selected steps")
                              : tr("limited to %1").arg(qt(formatDuration(table->range->length()))));
  }
  parts << (all == 1 ? tr("%1 row") : tr("%1 rows")).arg(rows);
  if (m_all && (table->all || shown != all)) {
    parts << subtotalText(*table, m_model->order());
  }
  parts << figuresText(m_all ? *m_all : *table);
  m_counts->setText(parts.join(QStringLiteral(" · ")));
}

void StatisticsPanel::openRow(const QModelIndex& index) {
  if (!index.isValid() || !m_table) {
    return;
  }
  const std::size_t place = m_model->numberOf(index.row());
  const StatisticsRow& row = m_table->statistics.rows[place];
  m_matching = Job<std::vector<SpanId>>(
      [table = m_table, place](std::stop_token stop, Progress&) { return rowSpans(*table, place, std::move(stop)); },
      [this](Expected<std::vector<SpanId>> spans) {
        if (spans) {
          Q_EMIT matchesFound(std::make_shared<const std::vector<SpanId>>(std::move(*spans)));
        }
      });
  if (row.longest != SpanId::none) {  // otherwise only its work is in the range
    Q_EMIT spanRequested(row.longest);
  }
}

QString StatisticsPanel::allRows() const {
  return m_table ? tabSeparated(m_model->rows(), m_model->order()) : QString();
}

void StatisticsPanel::copyRows() const {
  if (m_table) {
    QApplication::clipboard()->setText(tabSeparated(m_model->rows(), m_model->numbersOf(rowsToCopy(*m_view))));
  }
}

}  // namespace kernline::ui
