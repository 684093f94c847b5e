// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/details/details_panel.h"

#include "core/analysis/statistics/kernel_occupancy.h"
#include "ui/kit/facts/fact_grid.h"
#include "ui/kit/facts/wrapped_text.h"
#include "ui/kit/language/core_text.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/panels/long_work.h"
#include "ui/kit/style/quiet_label.h"
#include "ui/kit/style/shown_names.h"
#include "ui/views/details/alone_section.h"
#include "ui/views/details/args_model.h"
#include "ui/views/details/blocks_section.h"
#include "ui/views/details/counters_section.h"
#include "ui/views/details/details_page.h"
#include "ui/views/details/link_row.h"
#include "ui/views/details/measured_section.h"
#include "ui/views/details/name_section.h"
#include "ui/views/details/origin_section.h"
#include "ui/views/details/provenance_section.h"
#include "ui/views/details/source_section.h"
#include "ui/views/details/trace_facts.h"
#include "ui/views/details/work_section.h"

#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QHideEvent>
#include <QScrollBar>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>
#include <chrono>
#include <utility>

namespace kernline::ui {
namespace {

constexpr std::size_t launchedShown = 6;
constexpr int argsRowsShown = 18;

}  // namespace

DetailsPanel::DetailsPanel(QWidget* parent) : QScrollArea(parent) {
  setObjectName(QStringLiteral("detailsPanel"));
  setAccessibleName(tr("Details of the selected span"));
  setFrameShape(QFrame::NoFrame);
  setWidgetResizable(true);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  constexpr int minCharacters = 46;  // names next to values, which must stay in sight
  setMinimumWidth(fontMetrics().averageCharWidth() * minCharacters);
  auto* content = new QWidget(this);
  auto* layout = new QVBoxLayout(content);
  layout->setContentsMargins(0, 0, 0, 0);
  m_long = new LongWork(QStringLiteral("details"), content);
  layout->addWidget(m_long);
  connect(m_long, &LongWork::cancelRequested, this, &DetailsPanel::stop);
  connect(m_long, &LongWork::restartRequested, this, &DetailsPanel::resume);
  constexpr std::chrono::milliseconds betweenLooks{100};
  m_watch.setInterval(betweenLooks);
  connect(&m_watch, &QTimer::timeout, this, [this] {
    if (!isBusy()) {
      m_watch.stop();
      m_long->end();
    }
  });
  m_tracePage = makeTracePage();
  m_spanPage = makeSpanPage();
  m_rangeCounters = new CountersSection(content);
  m_rangeCounters->setObjectName(QStringLiteral("detailsRangeCounters"));
  m_rangeCounters->layout()->setContentsMargins(12, 12, 12, 0);
  layout->addWidget(m_rangeCounters);
  layout->addWidget(m_tracePage);
  layout->addWidget(m_spanPage);
  layout->addStretch(1);
  setWidget(content);
  showTrace(nullptr);
  connect(&ShownNames::shared(), &ShownNames::changed, this, [this] {
    if (m_trace && m_span != SpanId::none) {
      showSpan(m_trace, m_span, m_more);
    }
  });
}

QWidget* DetailsPanel::makeTracePage() {
  auto* page = new QWidget(this);
  page->setObjectName(QStringLiteral("detailsEmpty"));
  auto* layout = new QVBoxLayout(page);
  layout->setContentsMargins(12, 12, 12, 12);
  layout->setSpacing(8);
  m_traceHeading = makeHeading(tr("This file"), page);
  m_traceFacts = new FactGrid(page);
  layout->addWidget(m_traceHeading);
  layout->addWidget(m_traceFacts);
  layout->addSpacing(4);
  layout->addWidget(makeHint(page));
  return page;
}

QWidget* DetailsPanel::makeSpanPage() {
  auto* page = new QWidget(this);
  auto* layout = new QVBoxLayout(page);
  layout->setContentsMargins(12, 12, 12, 12);
  layout->setSpacing(8);

  m_title = new WrappedText(4, page);
  m_title->setObjectName(QStringLiteral("detailsTitle"));
  m_title->setAccessibleName(tr("Name"));
  m_title->setFont(titleFont(font(), 1.15));
  m_fullName = new WrappedText(5, page);
  m_fullName->setObjectName(QStringLiteral("detailsFullName"));
  m_fullName->setAccessibleName(tr("Full name"));
  m_facts = new FactGrid(page);
  m_deviceFacts = new FactGrid(page);
  m_linksHeading = makeHeading(tr("Links"), page);
  m_links = new QVBoxLayout;
  m_links->setSpacing(0);
  m_moreLinks = new QuietLabel(QString(), page);
  m_moreLinks->setWordWrap(true);
  for (QWidget* widget : std::initializer_list<QWidget*>{m_title, m_fullName, m_facts, m_linksHeading}) {
    layout->addWidget(widget);
  }
  layout->addLayout(m_links);
  layout->addWidget(m_moreLinks);
  m_work = new WorkSection(page);
  layout->addWidget(m_work);
  m_measured = new MeasuredSection(page);
  layout->addWidget(m_measured);
  connect(m_measured, &MeasuredSection::spanRequested, this, &DetailsPanel::spanRequested);
  connect(m_work, &WorkSection::workFound, m_measured, &MeasuredSection::showModeled);
  m_alone = new AloneSection(page);
  layout->addWidget(m_alone);
  m_source = new SourceSection(page);
  connect(m_source, &SourceSection::sourceRequested, this, &DetailsPanel::sourceRequested);
  layout->addWidget(m_source);
  m_counters = new CountersSection(page);
  layout->addWidget(m_counters);
  m_blocks = new BlocksSection(page);
  connect(m_blocks, &BlocksSection::spanRequested, this, &DetailsPanel::spanRequested);
  layout->addWidget(m_blocks);
  m_origin = new OriginSection(page);
  connect(m_origin, &OriginSection::spanRequested, this, &DetailsPanel::spanRequested);
  layout->addWidget(m_origin);
  m_provenance = new ProvenanceSection(page);
  connect(m_provenance, &ProvenanceSection::spanRequested, this, &DetailsPanel::spanRequested);
  layout->addWidget(m_provenance);
  m_deviceHeading = makeHeading(tr("Configuration"), page);
  layout->addWidget(m_deviceHeading);
  layout->addWidget(m_deviceFacts);

  m_name = new NameSection(page);
  layout->addWidget(m_name);
  connect(m_name, &NameSection::matchesFound, this, &DetailsPanel::matchesFound);

  const ArgsHeading heading = makeArgsHeading(page);
  m_argsHeading = heading.row;
  connect(heading.copy, &QToolButton::clicked, this, &DetailsPanel::copyArgs);
  m_argsNote = new QuietLabel(QString(), page);
  m_argsNote->setWordWrap(true);
  m_args = new ArgsModel(this);
  m_argsView = makeArgsView(m_args, page);
  connect(m_argsView, &QTreeView::expanded, this, &DetailsPanel::fitArgsHeight);
  connect(m_argsView, &QTreeView::collapsed, this, &DetailsPanel::fitArgsHeight);
  for (QWidget* widget : std::initializer_list<QWidget*>{m_argsHeading, m_argsNote, m_argsView}) {
    layout->addWidget(widget);
  }
  return page;
}

void DetailsPanel::showTrace(std::shared_ptr<const Trace> trace) {
  m_reading = {};
  m_span = SpanId::none;
  m_trace = std::move(trace);
  const auto clear = [](auto*... sections) { (sections->clear(), ...); };
  clear(m_name, m_origin, m_work, m_counters, m_blocks, m_source, m_measured, m_alone);
  m_provenance->showSpan(nullptr, SpanId::none);
  m_traceFacts->setFacts(m_trace ? traceFacts(*m_trace) : std::vector<Fact>());
  m_traceHeading->setVisible(m_trace != nullptr);
  showRangeCounters();
  m_spanPage->hide();
  m_tracePage->show();
}

void DetailsPanel::showChosenRange(std::optional<TimeRange> range) {
  if (std::exchange(m_chosen, range) != range) {
    showRangeCounters();
  }
}

void DetailsPanel::showRangeCounters() {
  const bool isAsked = m_trace && m_chosen;
  m_isDue = m_isDue || (isAsked && !isVisible());
  if (isAsked && isVisible()) {
    m_rangeCounters->showCountersIn(m_trace, *m_chosen);
  } else {
    m_rangeCounters->clear();
  }
  watch();
}

void DetailsPanel::showSpan(std::shared_ptr<const Trace> trace, SpanId span, std::vector<Fact> more) {
  if (!trace || span == SpanId::none) {
    showTrace(std::move(trace));
    return;
  }
  const bool isOther = m_trace != trace;
  m_trace = std::move(trace);
  if (isOther) {
    showRangeCounters();
  }
  m_span = span;
  m_more = std::move(more);
  if (!isVisible()) {
    m_isDue = true;
    return;
  }
  const QString full = qt(m_trace->nameText(span));
  const QString title = titleOf(*m_trace, span);
  m_title->showText(title);
  m_fullName->showText(full);
  m_fullName->setVisible(full != title && !full.isEmpty());
  m_facts->setFacts(spanFacts(*m_trace, span));
  for (const Fact& fact : m_more) {
    m_facts->addFact(fact);
  }
  showDeviceFacts({});
  clearLinks();
  addLinks(nearLinks(*m_trace, span));
  m_work->showWorkOf(m_trace, span);
  m_measured->showMeasuredOf(m_trace, span);
  m_alone->showCallOf(m_trace, span);
  m_counters->showCountersOf(m_trace, span);
  m_blocks->showBlocksOf(m_trace, span);
  m_source->showLinesOf(m_trace, span);
  m_origin->showOriginOf(m_trace, span);
  m_provenance->showSpan(m_trace, span);
  m_name->showNameOf(m_trace, span);
  m_args->setArgs({});
  m_argsView->hide();
  m_argsHeading->show();
  m_argsNote->setText(tr("Reading…"));
  m_argsNote->show();
  m_tracePage->hide();
  m_spanPage->show();
  verticalScrollBar()->setValue(0);
  m_reading =
      Job<SpanReading>([shared = m_trace, span](std::stop_token stop,
                                                Progress&) { return readSpan(*shared, span, launchedShown, stop); },
                       [this](Expected<SpanReading> reading) { takeReading(std::move(reading)); });
  watch();
}

/// The parts read each on its own; as long as one of them does, that can be canceled.
void DetailsPanel::watch() {
  m_long->end();
  if (isBusy()) {
    m_long->begin();
    m_watch.start();
  }
}

void DetailsPanel::stop() {
  m_watch.stop();
  if (m_reading.isRunning()) {
    m_reading = {};
    m_argsNote->setText(tr("Canceled"));
  }
  const auto clearBusy = [](auto*... parts) { ((parts->isBusy() ? parts->clear() : void()), ...); };
  clearBusy(m_name, m_origin, m_work, m_alone, m_counters, m_blocks, m_source, m_rangeCounters);
  if (m_provenance->isBusy()) {
    m_provenance->showSpan(nullptr, SpanId::none);
  }
}

void DetailsPanel::resume() {
  m_isDue = false;
  showRangeCounters();
  if (m_trace && m_span != SpanId::none) {
    showSpan(m_trace, m_span, m_more);
  }
}

void DetailsPanel::showEvent(QShowEvent* event) {
  QScrollArea::showEvent(event);
  if (m_isDue) {
    resume();
  }
}

/// Stops if it is behind another panel, closed, or of a deleted window; a minimized one goes on.
void DetailsPanel::hideEvent(QHideEvent* event) {
  QScrollArea::hideEvent(event);
  if (!event->spontaneous() && isBusy()) {
    stop();
    m_long->end();
    m_isDue = true;
  }
}

void DetailsPanel::setOrigins(const TraceOrigins* origins) {
  m_provenance->setOrigins(origins);
}

void DetailsPanel::showCauses() {
  if (!isVisible()) {
    m_isDue = m_isDue || m_span != SpanId::none;
    return;
  }
  if (m_trace && m_span != SpanId::none) {
    m_measured->showMeasuredOf(m_trace, m_span);
  }
  m_work->refresh();  // informs the section above about the model
  watch();
}

bool DetailsPanel::isBusy() const {
  return m_reading.isRunning() || m_origin->isBusy() || m_name->isBusy() || m_provenance->isBusy() ||
         m_work->isBusy() || m_alone->isBusy() || m_counters->isBusy() || m_blocks->isBusy() || m_source->isBusy() ||
         m_rangeCounters->isBusy();
}

void DetailsPanel::takeReading(Expected<SpanReading> reading) {
  if (!reading) {
    m_argsNote->setText(coreText(reading.error().message));
    return;
  }
  if (reading->selfTime) {
    m_facts->addFact(selfTimeFact(*reading->selfTime, m_trace->duration(m_span)));
  }
  if (reading->sameName.count > 1) {
    m_facts->addFact(sameNameFact(reading->sameName));
  }
  if (isDeviceActivity(m_trace->kind(m_span))) {
    const ProcessId process = m_trace->track(m_trace->trackOf(m_span)).process;
    const std::int32_t number = process == ProcessId::none ? -1 : m_trace->process(process).device;
    showDeviceFacts(deviceFacts(reading->details.args, describedDevice(*m_trace, number)));
  }
  addLinks(readLinks(*m_trace, *reading));
  const QString more = unlistedActivities(*reading);
  m_moreLinks->setText(more);
  m_moreLinks->setVisible(!more.isEmpty());
  showArgs(*reading);
}

void DetailsPanel::showDeviceFacts(const std::vector<Fact>& facts) {
  m_deviceHeading->setVisible(!facts.empty());
  m_deviceFacts->setFacts(facts);
}

void DetailsPanel::showArgs(SpanReading& reading) {
  m_args->setArgs(std::move(reading.details.args));
  const bool isEmpty = m_args->isEmpty();
  m_argsView->setRootIsDecorated(m_args->isNested());
  m_argsNote->setText(reading.problem.isEmpty() ? tr("This event has no args.") : coreText(reading.problem));
  m_argsNote->setVisible(isEmpty);
  m_argsHeading->setVisible(true);
  m_argsView->setVisible(!isEmpty);
  m_argsView->resizeColumnToContents(ArgsModel::Key);
  m_argsView->setColumnWidth(ArgsModel::Key, std::min(m_argsView->columnWidth(ArgsModel::Key), width() / 2));
  fitArgsHeight();
}

void DetailsPanel::fitArgsHeight() {
  int rows = 0;
  for (QModelIndex row = m_args->index(0, 0); row.isValid() && rows < argsRowsShown;
       row = m_argsView->indexBelow(row)) {
    ++rows;
  }
  const int rowHeight = std::max(m_argsView->sizeHintForRow(0), 1);
  m_argsView->setFixedHeight(m_argsView->header()->sizeHint().height() + rows * rowHeight +
                             2 * m_argsView->frameWidth());
}

void DetailsPanel::addLinks(const std::vector<SpanLink>& links) {
  for (LinkRow* row : makeLinkRows(links, m_spanPage)) {
    connect(row, &LinkRow::clicked, this, [this, target = row->target()] { Q_EMIT spanRequested(target); });
    m_links->addWidget(row);
  }
  m_linksHeading->setVisible(m_links->count() > 0);
}

void DetailsPanel::clearLinks() {
  while (QLayoutItem* item = m_links->takeAt(0)) {
    // A click on a row leads here: the row must live until its event is over.
    item->widget()->hide();
    item->widget()->deleteLater();
    delete item;
  }
  m_linksHeading->hide();
  m_moreLinks->hide();
}

void DetailsPanel::copyArgs() const {
  QApplication::clipboard()->setText(m_args->text({}));
}

}  // namespace kernline::ui
