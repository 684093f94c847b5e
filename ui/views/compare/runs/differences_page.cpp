// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/compare/runs/differences_page.h"

#include "core/compare/runs/longest_gaps.h"
#include "ui/kit/style/elided_label.h"
#include "ui/views/compare/runs/run_rows_pane.h"
#include "ui/views/compare/runs/timelines_pane.h"
#include "ui/views/compare/runs/waterfall_view.h"
#include "ui/views/source/source_changes.h"

#include <QAbstractScrollArea>
#include <QScrollArea>
#include <QTabBar>
#include <QTabWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <iterator>
#include <utility>

namespace kernline::ui {

DifferencesPage::DifferencesPage(RunsSession& session, QWidget* parent)
    : QSplitter(Qt::Vertical, parent), m_session(session) {
  setChildrenCollapsible(false);
  auto* upper = new QSplitter(Qt::Horizontal, this);
  upper->setChildrenCollapsible(false);
  m_fall = buildWaterfall(upper);
  buildTabs(upper);
  m_timelines = new TimelinesPane(this);
  constexpr int waterfallWidth = 460;
  constexpr int tableWidth = 820;
  upper->setSizes({waterfallWidth, tableWidth});
  constexpr int upperHeight = 300;
  constexpr int lowerHeight = 460;
  setSizes({upperHeight, lowerHeight});
  connectParts();
}

QWidget* DifferencesPage::buildWaterfall(QWidget* parent) {
  auto* fall = new QWidget(parent);
  auto* column = new QVBoxLayout(fall);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  auto* title = new ElidedLabel({}, fall);
  title->setObjectName(QStringLiteral("runsWaterfallTitle"));
  constexpr int margin = 12;
  title->setContentsMargins(margin, 4, margin, 2);
  column->addWidget(title);
  auto* scroll = new QScrollArea(fall);
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  m_waterfall = new WaterfallView(scroll);
  title->setText(m_waterfall->accessibleName());
  scroll->setWidget(m_waterfall);
  column->addWidget(scroll, 1);
  return fall;
}

void DifferencesPage::buildTabs(QWidget* parent) {
  m_tabs = new QTabWidget(parent);
  m_tabs->setObjectName(QStringLiteral("runsTabs"));
  m_tabs->setDocumentMode(true);
  m_rows = new RunRowsPane(m_tabs);
  m_tabs->addTab(m_rows, m_rows->title());
  m_pairs = new PairsPanel(m_tabs);
  m_tabs->addTab(m_pairs, tr("Matching"));
  auto* memory = new QScrollArea(m_tabs);
  memory->setWidgetResizable(true);
  memory->setFrameShape(QFrame::NoFrame);
  m_memory = new WaterfallView(memory);
  m_memory->setObjectName(QStringLiteral("runsMemory"));
  m_memory->setAccessibleName(tr("Why the peaks of memory differ"));
  memory->setWidget(m_memory);
  m_memoryTab = m_tabs->addTab(memory, tr("Memory"));
  m_lines = new SourceChanges(m_tabs);
  m_tabs->addTab(m_lines, tr("Hot lines"));
  const auto show = [this](bool hasLines) { m_tabs->setTabVisible(m_tabs->indexOf(m_lines), hasLines); };
  show(false);
  connect(m_lines, &SourceChanges::found, this, show);
}

void DifferencesPage::connectParts() {
  connect(m_waterfall, &WaterfallView::rowRequested, this, &DifferencesPage::showRowNamed);
  connect(m_waterfall, &WaterfallView::gapsRequested, this, &DifferencesPage::showGaps);
  connect(m_rows, &RunRowsPane::titleChanged, this, [this] { m_tabs->setTabText(0, m_rows->title()); });
  connect(m_rows, &RunRowsPane::rowRequested, timelines(), &StackedTimelines::showRow);
  connect(timelines(), &StackedTimelines::rangesChosen, this,
          [this] { m_rows->setRanges(timelines()->chosenRanges()); });
  connect(m_rows, &RunRowsPane::wholeRequested, timelines(), &StackedTimelines::clearRanges);
  connect(m_rows, &RunRowsPane::keyChosen, this, [this] {
    m_session.setKey(m_rows->key());
    m_session.compare();
  });
  connect(m_rows, &RunRowsPane::paired, this, [this](const NamePair& pair) { m_session.accept({pair}); });
  connect(m_rows, &RunRowsPane::parted, &m_session, &RunsSession::part);
  connect(m_timelines, &TimelinesPane::stepChosen, this, [this] {
    m_session.setStep(m_timelines->stepName());
    m_session.compare();
  });
  connect(m_pairs, &PairsPanel::accepted, &m_session, &RunsSession::accept);
  connect(m_pairs, &PairsPanel::undone, &m_session, &RunsSession::undo);
  connect(m_pairs, &PairsPanel::rowRequested, this, &DifferencesPage::showRowNamed);
  connect(m_pairs, &PairsPanel::rejected, this, [this](const NamePair& pair) {
    m_session.reject(pair);
    showPairs();
  });
}

StackedTimelines* DifferencesPage::timelines() const {
  return m_timelines->timelines();
}

void DifferencesPage::keepChoices() {
  m_rows->keepKey();
  m_session.setKey(m_rows->key());
}

void DifferencesPage::showComparison() {
  m_findingGaps = {};
  m_rows->showComparison(m_session.comparison());
  showOther();
  if (m_session.comparison()) {
    m_timelines->offerAnnotations(m_session.annotations());
    m_session.setStep(m_timelines->stepName());  // a removed annotation is no step any more
    timelines()->showRuns(m_session.choice().runs(), m_session.comparison());
  }
}

void DifferencesPage::showWork() {
  m_rows->showWork(m_session.work());
}

void DifferencesPage::showOther() {
  const std::size_t shown = m_session.shown();
  m_rows->showOther(m_session.choice().other());
  m_waterfall->showComparison(m_session.comparison(), shown);
  m_tabs->setTabVisible(m_memoryTab, m_memory->showMemory(m_session.comparison(), shown));
  showPairs();
  showLines();
}

void DifferencesPage::showLines() {
  const std::vector<ChosenRun>& runs = m_session.choice().runs();
  const std::size_t other = m_session.choice().other();
  const bool isPair = m_session.comparison() && other > 0 && other < runs.size();
  m_lines->showTraces(isPair ? runs.front().run.trace : nullptr, isPair ? runs[other].run.trace : nullptr);
}

void DifferencesPage::showPairs() {
  m_pairs->showPairs(m_session.comparison(), m_session.shown(), m_session.pairs(), m_session.rejected());
  const auto count = static_cast<int>(m_pairs->proposals());
  m_tabs->setTabText(1, count > 0 ? tr("Matching (%1 proposed)").arg(count) : tr("Matching"));
}

void DifferencesPage::showRowNamed(const QString& name) {
  if (!m_session.comparison()) {
    return;
  }
  const std::vector<RunRow>& rows = m_session.comparison()->rows;
  const auto found = std::ranges::find(rows, name.toStdString(), &RunRow::name);
  if (found != rows.end()) {
    const auto number = static_cast<std::size_t>(found - rows.begin());
    m_rows->selectRow(number);
    timelines()->showRow(number);
  }
}

/// A comparison does not store the causes of idle time: they are computed again.
void DifferencesPage::showGaps(IdleCause cause) {
  const std::shared_ptr<const RunComparison> comparison = m_session.comparison();
  if (!comparison) {
    return;
  }
  m_findingGaps = Job<IdleOfRuns>(
      [comparison](const std::stop_token& stop, Progress&) -> Expected<IdleOfRuns> {
        IdleOfRuns idle;
        std::ranges::transform(comparison->runs, std::back_inserter(idle),
                               [&](const ComparedRun& run) { return idleOfSteps(run, stop); });
        return idle;
      },
      [this, cause](Expected<IdleOfRuns> idle) {
        if (idle) {
          timelines()->showGaps(std::move(*idle), cause);
        }
      });
}

void DifferencesPage::fitColumns() {
  m_rows->fitColumns();
}

bool DifferencesPage::clearOne() {
  return m_rows->clearFilter() || timelines()->clearOne();
}

void DifferencesPage::hideControls() {
  m_rows->hideBar();
  m_timelines->hideBar();
  m_tabs->tabBar()->hide();
  while (m_tabs->count() > 1) {
    m_tabs->removeTab(1);  // pages out of sight would not let the picture be as small as it may be
  }
  timelines()->replaceHeadsByTitles();
  for (auto* area : findChildren<QAbstractScrollArea*>()) {
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setMinimumHeight(0);
  }
}

DifferencesPage::Fitted DifferencesPage::fitInto(int room) {
  constexpr int minRowsHeight = 120;
  room -= handleWidth();
  const int title = m_fall->sizeHint().height() - m_waterfall->parentWidget()->parentWidget()->sizeHint().height();
  const int wanted = std::max(minRowsHeight, title + m_waterfall->sizeHint().height());
  const int upper = std::min(wanted, room - timelines()->modestHeight());
  const bool hasRows = upper >= minRowsHeight;
  widget(0)->setVisible(hasRows);
  m_fall->setVisible(upper == wanted);
  const auto [shown, lower] = timelines()->fitInto(hasRows ? room - upper : room);
  return {.timelines = shown, .height = handleWidth() + upper + lower, .lower = lower};
}

}  // namespace kernline::ui
