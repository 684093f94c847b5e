// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/compare/runs/runs_window.h"

#include "core/compare/runs/run_text.h"
#include "core/model/format/printable_text.h"
#include "ui/kit/jobs/workers.h"
#include "ui/kit/language/core_text.h"
#include "ui/kit/language/qt_text.h"
#include "ui/views/compare/runs/matrix_page.h"
#include "ui/views/compare/runs/run_rows_model.h"
#include "ui/views/compare/runs/run_strip.h"
#include "ui/views/compare/runs/series_page.h"
#include "ui/views/compare/runs/waterfall_view.h"
#include "ui/views/compare/tables/comparison_page.h"

#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QStackedWidget>
#include <QTabWidget>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace kernline::ui {

namespace {

QString lines(const std::vector<Message>& sentences, const QString& before) {
  QStringList shown;
  for (const Message& sentence : sentences) {
    shown << before + coreText(sentence);
  }
  return shown.join(QLatin1Char('\n'));
}

}  // namespace

RunsWindow::RunsWindow(QWidget* parent) : QWidget(parent, Qt::Window) {
  setObjectName(QStringLiteral("runsWindow"));
  setWindowTitle(tr("Comparison – Kernline"));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  auto* head = new QWidget(this);
  buildHead(head);
  column->addWidget(head);
  m_places = new QStackedWidget(this);
  m_sentence = new QLabel(m_places);
  m_sentence->setObjectName(QStringLiteral("runsSentence"));
  m_sentence->setAlignment(Qt::AlignCenter);
  m_sentence->setWordWrap(true);
  m_sentence->setTextFormat(Qt::PlainText);
  constexpr int margin = 24;
  m_sentence->setMargin(margin);
  m_places->addWidget(m_sentence);
  buildBody();
  column->addWidget(m_places, 1);
  connectStrip();
  showStrip();
  say(whatToOpen());
}

RunsWindow::~RunsWindow() {
  m_job = {};
  disposeInBackground(std::move(m_comparison));
}

void RunsWindow::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  fitColumns();
}

RunKey RunsWindow::key() const {
  return static_cast<RunKey>(m_by->currentData().toInt());
}

std::size_t RunsWindow::shown() const {
  return m_comparison ? std::clamp<std::size_t>(m_other, 1, m_comparison->runs.size() - 1) : 1;
}

void RunsWindow::compare() {
  if (m_runs.size() < 2) {
    m_job = {};
    adopt(Compared{});
    return;
  }
  std::vector<RunInput> inputs;
  for (const ChosenRun& run : m_runs) {
    inputs.push_back({.path = run.run.title.toStdString(), .trace = run.run.trace, .title = run.name.toStdString()});
  }
  const RunComparisonOptions options{
      .by = key(), .step = m_steps->currentData().toString().toStdString(), .pairs = m_pairs[key()]};
  m_job = Job<Compared>(
      [inputs = std::move(inputs), options](std::stop_token, Progress&) -> Expected<Compared> {
        Expected<RunComparison> made = compareRuns(inputs, options);
        if (!made) {
          return std::unexpected(made.error());
        }
        std::vector<std::string> annotations = commonAnnotations(*made);
        return Compared{.comparison = std::make_shared<const RunComparison>(std::move(*made)),
                        .annotations = std::move(annotations)};
      },
      [this](Expected<Compared> made) { adopt(std::move(made)); });
}

bool RunsWindow::isBusy() const {
  return m_job.isRunning() || m_matrix->isBusy() || m_series->isBusy();
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
  return m_comparison == nullptr;
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
      m_matrix->showFiles(m_open, m_logs);
      m_places->setCurrentWidget(m_matrix);
      break;
    case Mode::Series:
      m_series->showRuns(m_open);
      m_places->setCurrentWidget(m_series);
      break;
  }
  focusMode();
}

/// What hides gives its focus to the next one in line: to a button of another mode.
void RunsWindow::focusMode() {
  const bool isOnMode = std::ranges::find(m_modes, static_cast<QWidget*>(focusWidget())) != m_modes.end();
  if (isOnMode) {
    m_modes[static_cast<std::size_t>(m_mode)]->setFocus(Qt::OtherFocusReason);
  }
}

void RunsWindow::say(const QString& sentence) {
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
        "Snapshots and memory timelines tell no time of kernels: “Compare with” on their own page, or the "
        "menu “Add” here, lays their memory over that of another run.");
  }
  return sentences.join(QStringLiteral("\n\n"));
}

void RunsWindow::showDifferences() {
  if (m_mode == Mode::Differences) {
    m_places->setCurrentWidget(m_comparison ? m_body : m_sentence);
  }
}

void RunsWindow::adopt(Expected<Compared> compared) {
  disposeInBackground(std::exchange(m_comparison, compared ? std::move(compared->comparison) : nullptr));
  m_other = std::min(m_other, std::max<std::size_t>(m_runs.size(), 2) - 1);
  m_model->showComparison(m_comparison);
  showOther(m_other);
  if (m_comparison) {
    offerAnnotations(compared->annotations);
    m_timelines->showRuns(m_runs, m_comparison);
    showDifferences();
    fitColumns();
  } else {
    say(!compared              ? coreText(compared.error().message)
        : m_expected.isEmpty() ? whatToOpen()
                               : tr("Reading what is to be compared…"));
  }
}

void RunsWindow::showOther(std::size_t run) {
  m_other = run;
  m_model->showOther(run);
  m_waterfall->showComparison(m_comparison, shown());
  m_tabs->setTabVisible(m_memoryTab, m_memory->showMemory(m_comparison, shown()));
  showVerdict();
  showPairs();
  showStrip();
}

void RunsWindow::showVerdict() {
  QString verdict;
  QString reasons;
  QString doubts;
  if (m_comparison) {
    const Verdict& said = m_comparison->differences[shown() - 1].verdict;
    verdict = coreText(sentenceOn(said));
    if (m_comparison->runs.size() > 2) {
      verdict = tr("%1: %2").arg(qt(m_comparison->runs[shown()].title), verdict);
    }
    reasons = lines(said.reasons, {});
    const Message memory = memorySentence(*m_comparison, shown());
    reasons += memory.isEmpty() ? QString() : QLatin1Char('\n') + coreText(memory);
    doubts = lines(said.doubts, QStringLiteral("⚠ "));
  }
  m_verdict->setText(verdict);
  m_reasons->setText(reasons);
  m_doubts->setText(doubts);
  for (QLabel* label : {m_verdict, m_reasons, m_doubts}) {
    label->setVisible(m_mode == Mode::Differences && !label->text().isEmpty());
  }
}

void RunsWindow::showRowNamed(const QString& name) {
  if (!m_comparison) {
    return;
  }
  const auto found = std::ranges::find(m_comparison->rows, name.toStdString(), &RunRow::name);
  if (found == m_comparison->rows.end()) {
    return;
  }
  const auto number = static_cast<std::size_t>(found - m_comparison->rows.begin());
  if (const int place = m_model->placeOf(number); place >= 0) {
    m_table->selectRow(place);
  }
  m_timelines->showRow(number);
}

/// Both choices keep what was chosen, as long as all runs have it.
void RunsWindow::offerAnnotations(const std::vector<std::string>& annotations) {
  const auto fill = [&](QComboBox* box, const QString& format, int fixed) {
    const QSignalBlocker blocker(box);
    const QString before = box->currentData().toString();
    while (box->count() > fixed) {
      box->removeItem(fixed);
    }
    for (const std::string& name : annotations) {
      box->addItem(format.arg(qt(printable(name))), qt(name));
    }
    const int at = box->findData(before);
    box->setCurrentIndex(at < 0 ? 0 : at);
  };
  fill(m_steps, tr("steps: %1"), 1);
  const QSignalBlocker blocker(m_align);
  if (m_align->count() == 0) {
    m_align->addItem(tr("aligned by steps"), QString());
    m_align->addItem(tr("aligned by the first kernel"), QStringLiteral("\n"));
  }
  fill(m_align, tr("aligned by %1"), 2);
  alignTimelines();
}

void RunsWindow::alignTimelines() {
  RunAlignment alignment;
  const int at = m_align->currentIndex();
  if (at == 1) {
    alignment.by = RunAlignment::By::FirstWork;
  } else if (at > 1) {
    alignment.by = RunAlignment::By::Annotation;
    alignment.annotation = m_align->currentData().toString().toStdString();
  }
  m_timelines->setAlignment(std::move(alignment));
}

}  // namespace kernline::ui
