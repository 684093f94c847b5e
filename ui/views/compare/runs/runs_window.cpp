// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/compare/runs/runs_window.h"

#include "ui/kit/language/core_text.h"
#include "ui/kit/panels/long_work.h"
#include "ui/views/compare/runs/differences_page.h"
#include "ui/views/compare/runs/matrix_page.h"
#include "ui/views/compare/runs/run_strip.h"
#include "ui/views/compare/runs/series_page.h"
#include "ui/views/compare/runs/stacked_timelines.h"
#include "ui/views/compare/runs/verdict_head.h"
#include "ui/views/compare/tables/comparison_page.h"
#include "ui/views/timeline/timeline_view.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QShortcut>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace kernline::ui {

RunsWindow::RunsWindow(QWidget* parent) : QWidget(parent, Qt::Window) {
  setObjectName(QStringLiteral("runsWindow"));
  setWindowTitle(tr("Comparison – Kernline"));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(buildHead());
  m_long = new LongWork(QStringLiteral("runs"), this);
  column->addWidget(m_long);
  buildPlaces();
  column->addWidget(m_places, 1);
  connectStrip();
  connectKeys();
  connect(&m_session, &RunsSession::chosen, this, &RunsWindow::showStrip);
  connect(&m_session, &RunsSession::compared, this, &RunsWindow::showComparison);
  connect(&m_session, &RunsSession::started, m_long, &LongWork::begin);
  connect(&m_session, &RunsSession::settled, m_long, &LongWork::end);
  connect(m_long, &LongWork::cancelRequested, &m_session, &RunsSession::stop);
  connect(m_long, &LongWork::restartRequested, &m_session, &RunsSession::resume);
  connect(&m_session, &RunsSession::explained, this, [this] {
    m_differences->showWork();
    showVerdict();
  });
  showStrip();
  showNote(whatToOpen());
}

QWidget* RunsWindow::buildHead() {
  constexpr int margin = 12;
  auto* head = new QWidget(this);
  auto* column = new QVBoxLayout(head);
  column->setContentsMargins(margin, margin / 2, margin, margin / 2);
  column->setSpacing(4);
  auto* row = new QHBoxLayout;
  m_strip = new RunStrip(head);
  row->addWidget(m_strip, 1);
  row->addStretch();
  buildModes(head, row);
  column->addLayout(row);
  m_verdict = new VerdictHead(head);
  column->addWidget(m_verdict);
  return head;
}

void RunsWindow::buildModes(QWidget* parent, QHBoxLayout* row) {
  auto* group = new QButtonGroup(this);
  const auto addMode = [&](const QString& text, const QString& help, const char* name, Mode mode) {
    auto* button = new QToolButton(parent);
    button->setText(text);
    button->setToolTip(help);
    button->setObjectName(QString::fromUtf8(name));
    button->setCheckable(true);
    button->setChecked(mode == m_mode);
    button->setFocusPolicy(Qt::TabFocus);
    group->addButton(button);
    row->addWidget(button);
    m_modes.push_back(button);
    connect(button, &QToolButton::clicked, this, [this, mode] { showMode(mode); });
  };
  addMode(tr("Side by side"), tr("Selected runs against the baseline"), "runsDifferences", Mode::Differences);
  addMode(tr("Matrix"), tr("All open traces and logs, by model and size"), "runsMatrix", Mode::Matrix);
  addMode(tr("Series"), tr("All open traces as successive runs of one program"), "runsSeries", Mode::Series);
}

void RunsWindow::buildPlaces() {
  m_places = new QStackedWidget(this);
  m_sentence = new QLabel(m_places);
  m_sentence->setObjectName(QStringLiteral("runsSentence"));
  m_sentence->setAlignment(Qt::AlignCenter);
  m_sentence->setWordWrap(true);
  m_sentence->setTextFormat(Qt::PlainText);
  constexpr int margin = 24;
  m_sentence->setMargin(margin);
  m_differences = new DifferencesPage(m_session, m_places);
  m_matrix = new MatrixPage(m_places);
  m_series = new SeriesPage(m_places);
  for (QWidget* page : std::initializer_list<QWidget*>{m_sentence, m_differences, m_matrix, m_series}) {
    m_places->addWidget(page);
  }
  connect(m_series, &SeriesPage::comparisonRequested, this,
          [this](const std::shared_ptr<const Trace>& base, const std::shared_ptr<const Trace>& other) {
            showMode(Mode::Differences);
            choose(base, other);
          });
}

void RunsWindow::connectStrip() {
  connect(m_strip, &RunStrip::otherChosen, this, &RunsWindow::showOther);
  connect(m_strip, &RunStrip::swapRequested, this, [this] { m_session.change(&ChosenRuns::swapWithOther); });
  connect(m_strip, &RunStrip::baseChosen, this,
          [this](std::size_t run) { m_session.change([run](ChosenRuns& choice) { choice.makeBase(run); }); });
  connect(m_strip, &RunStrip::renamed, this, [this](std::size_t run, const QString& name) {
    m_session.change([&](ChosenRuns& choice) { choice.rename(run, name); });
  });
  connect(m_strip, &RunStrip::removed, this,
          [this](std::size_t run) { m_session.change([run](ChosenRuns& choice) { choice.remove(run); }); });
  connect(m_strip, &RunStrip::replaced, this, [this](std::size_t run, std::size_t open) {
    m_session.change([&](ChosenRuns& choice) { choice.replace(run, open); });
  });
  connect(m_strip, &RunStrip::added, this,
          [this](std::size_t open) { m_session.change([open](ChosenRuns& choice) { choice.add(open); }); });
  connect(m_strip, &RunStrip::allAdded, this, [this] { m_session.change(&ChosenRuns::addAllOpen); });
  connect(m_strip, &RunStrip::openRequested, this, &RunsWindow::openRequested);
  connect(m_strip, &RunStrip::openInsteadRequested, this, &RunsWindow::openInsteadRequested);
  connect(m_strip, &RunStrip::logRequested, this, [this] { showMode(Mode::Matrix); });
  connect(m_strip, &RunStrip::memoryRequested, this,
          [this](int memory) { Q_EMIT memoryRequested(memory, runs().empty() ? nullptr : runs().front().run.trace); });
}

void RunsWindow::connectKeys() {
  connect(new QShortcut(QKeySequence(Qt::CTRL | Qt::Key_W), this), &QShortcut::activated, this, &QWidget::close);
  connect(new QShortcut(RunStrip::swapKey(), this), &QShortcut::activated, this, [this] {
    if (m_mode == Mode::Differences) {
      m_session.change(&ChosenRuns::swapWithOther);
    }
  });
}

/// Clears a filter, selection or limit first, one at a time, then closes the window, like the main window.
void RunsWindow::keyPressEvent(QKeyEvent* event) {
  if (event->key() != Qt::Key_Escape || event->modifiers() != Qt::NoModifier) {
    QWidget::keyPressEvent(event);
  } else if (m_mode != Mode::Differences || !m_differences->clearOne()) {
    close();
  }
}

void RunsWindow::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  m_differences->fitColumns();
}

StackedTimelines* RunsWindow::timelines() const {
  return m_differences->timelines();
}

bool RunsWindow::isBusy() const {
  return m_session.isBusy() || m_matrix->isBusy() || m_series->isBusy();
}

bool RunsWindow::isEmpty() const {
  switch (m_mode) {
    case Mode::Matrix:
      return m_matrix->page()->isEmpty();
    case Mode::Series:
      return m_series->series() == nullptr;
    case Mode::Differences:
      break;
  }
  return comparison() == nullptr;
}

void RunsWindow::showMode(Mode mode) {
  m_mode = mode;
  m_modes[static_cast<std::size_t>(mode)]->setChecked(true);
  m_strip->setVisible(mode == Mode::Differences);
  showVerdict();
  switch (mode) {
    case Mode::Differences:
      showDifferences();
      break;
    case Mode::Matrix:
      m_matrix->showFiles(m_session.choice().open(), m_logs);
      m_places->setCurrentWidget(m_matrix);
      break;
    case Mode::Series:
      m_series->showRuns(m_session.choice().open());
      m_places->setCurrentWidget(m_series);
      break;
  }
  focusMode();
}

/// A hidden widget passes its focus to the next one: to a button of another mode.
void RunsWindow::focusMode() {
  const bool isOnMode = std::ranges::find(m_modes, focusWidget()) != m_modes.end();
  if (isOnMode) {
    m_modes[static_cast<std::size_t>(m_mode)]->setFocus(Qt::OtherFocusReason);
  }
}

void RunsWindow::showNote(const QString& sentence) {
  m_sentence->setText(sentence);
  showDifferences();
}

QString RunsWindow::whatToOpen() const {
  QStringList sentences{tr("Open another trace to compare with.")};
  if (m_hasOtherLogs) {
    sentences << tr("Logs are compared in the matrix.");
  }
  if (m_hasOtherMemory) {
    sentences << tr(
        "Snapshots and memory timelines contain no kernel times. To overlay their memory on another run, use “Compare "
        "with” on their own page or “Add” here.");
  }
  return sentences.join(QStringLiteral("\n\n"));
}

void RunsWindow::showDifferences() {
  if (m_mode == Mode::Differences) {
    m_places->setCurrentWidget(comparison() ? static_cast<QWidget*>(m_differences) : m_sentence);
  }
}

void RunsWindow::showComparison() {
  m_differences->showComparison();
  showVerdict();
  showStrip();
  if (comparison()) {
    showDifferences();
    m_differences->fitColumns();
    showSight();
  } else {
    showNote(m_session.failure()                 ? coreText(m_session.failure()->message)
             : !m_session.choice().isExpecting() ? whatToOpen()
                                                 : tr("Reading runs…"));
  }
}

void RunsWindow::showOther(std::size_t run) {
  m_session.choice().setOther(run);
  m_differences->showOther();
  showVerdict();
  showStrip();
}

void RunsWindow::showVerdict() {
  m_verdict->showVerdict(m_mode == Mode::Differences ? comparison().get() : nullptr, m_session.work().get(),
                         m_session.shown());
}

void RunsWindow::showStrip() {
  std::vector<QString> notes(runs().size());
  const std::size_t compared = comparison() ? std::min(runs().size(), comparison()->runs.size()) : 0;
  for (std::size_t i = 1; runs().size() > 2 && i < compared; ++i) {
    notes[i] = QStringLiteral("%1×").arg(comparison()->differences[i - 1].verdict.ratio, 0, 'f', 3);
  }
  m_strip->showRuns(runs(), m_session.choice().open(), m_session.choice().other(), notes);
}

void RunsWindow::keepChoices() {
  m_differences->keepChoices();
}

void RunsWindow::setRuns(std::vector<OpenRun> runs) {
  m_session.setOpen(std::move(runs));
  showMode(m_mode);
}

void RunsWindow::setLogs(std::vector<std::shared_ptr<const Log>> logs) {
  m_logs = std::move(logs);
  showMode(m_mode);
}

void RunsWindow::setOthers(const QStringList& logs, const QStringList& memories) {
  m_hasOtherLogs = !logs.isEmpty();
  m_hasOtherMemory = !memories.isEmpty();
  m_strip->showOthers(logs, memories);
  if (!comparison() && !m_session.choice().isExpecting() && !m_session.isBusy() && runs().size() < 2) {
    showNote(whatToOpen());
  }
}

void RunsWindow::expect(QStringList paths, ChosenRuns::Base base) {
  m_session.choice().expect(std::move(paths), base);
  if (!comparison()) {
    showNote(tr("Reading runs…"));
  }
}

void RunsWindow::showInBase(const QString& path, TimeRange range) {
  m_sight = {path, range};
  showSight();
}

void RunsWindow::showSight() {
  const bool isThere = m_sight && comparison() && !m_session.choice().isExpecting() && !runs().empty() &&
                       runs().front().run.path == m_sight->first;
  if (isThere) {
    timelines()->view(0)->setVisibleRange(m_sight->second);
    m_sight.reset();
  }
}

void RunsWindow::expectMore(const QStringList& paths) {
  m_session.choice().expectMore(paths);
}

void RunsWindow::expectInstead(std::size_t run, const QString& path) {
  m_session.choice().expectInstead(run, path);
}

void RunsWindow::cancelExpected(const QStringList& paths) {
  if (m_session.choice().cancelExpected(paths)) {
    setRuns(m_session.choice().open());
  }
}

void RunsWindow::choose(const std::shared_ptr<const Trace>& base, const std::shared_ptr<const Trace>& other) {
  choose(std::vector{base, other});
}

void RunsWindow::chooseSeen(const std::shared_ptr<const Trace>& front, const std::shared_ptr<const Trace>& before) {
  m_session.change([&](ChosenRuns& choice) { choice.chooseSeen(front, before); });
}

void RunsWindow::showSeen(const std::shared_ptr<const Trace>& front) {
  const auto known = std::ranges::find(runs(), front, [](const ChosenRun& run) { return run.run.trace; });
  if (known == runs().end()) {
    m_session.change([&](ChosenRuns& choice) { choice.bringIn(front); });
  } else if (known != runs().begin()) {
    showOther(static_cast<std::size_t>(known - runs().begin()));
  }
}

void RunsWindow::choose(const std::vector<std::shared_ptr<const Trace>>& traces) {
  m_session.change([&](ChosenRuns& choice) { choice.choose(traces); });
}

}  // namespace kernline::ui
