// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/record/record_panel.h"

#include "ui/record/history_page.h"
#include "ui/record/kernel_page.h"
#include "ui/record/program_page.h"
#include "ui/record/result_page.h"
#include "ui/record/samples_page.h"
#include "ui/style/elided_label.h"
#include "ui/style/icons.h"

#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QPushButton>
#include <QTabWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <utility>

namespace kernline::ui {

namespace {

constexpr int questionMs = 20'000;
constexpr int watchMs = 100;
constexpr int runsKept = 100;
constexpr int noGpu = 3;

}  // namespace

RecordPanel::RecordPanel(const QString& folder, QWidget* parent) : QWidget(parent), m_history(folder) {
  setObjectName(QStringLiteral("recordPanel"));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  m_pages = new QTabWidget(this);
  m_pages->setObjectName(QStringLiteral("recordPages"));
  m_pages->setDocumentMode(true);
  m_kernels = new KernelPage(m_pages);
  m_programPage = new ProgramPage(m_pages);
  m_result = new ResultPage(m_pages);
  m_historyPage = new HistoryPage(m_pages);
  m_samples = new SamplesPage(m_pages);
  m_samples->setFolder(m_replays.path());
  m_pages->addTab(m_kernels, tr("Kernel"));
  m_pages->addTab(m_programPage, tr("Program"));
  m_pages->addTab(m_result, tr("Result"));
  m_pages->addTab(m_historyPage, tr("History"));
  m_pages->addTab(m_samples, tr("This machine"));
  m_pages->setUsesScrollButtons(true);
  layout->addWidget(m_pages, 1);
  auto* foot = new QWidget(this);
  buildFoot(foot);
  layout->addWidget(foot);
  m_watch.setInterval(watchMs);
  connect(&m_watch, &QTimer::timeout, this, [this] {
    if (QFileInfo(m_recording).size() > 0) {
      announce();
    }
  });
  connect(m_pages, &QTabWidget::currentChanged, this, &RecordPanel::showRequest);
  connect(m_kernels, &KernelPage::changed, this, &RecordPanel::showRequest);
  connect(m_programPage, &ProgramPage::changed, this, &RecordPanel::showRequest);
  connect(&m_process, &RecorderProcess::progressed, this, &RecordPanel::takeProgress);
  connect(&m_process, &RecorderProcess::said, m_result, &ResultPage::takeText);
  connect(&m_process, &RecorderProcess::silent, m_result, &ResultPage::showSilence);
  connect(&m_process, &RecorderProcess::ended, this, &RecordPanel::finish);
  connect(m_samples, &SamplesPage::checkRequested, this, &RecordPanel::ask);
  connect(m_samples, &SamplesPage::recordingBegan, this, &RecordPanel::recordingBegan);
  connect(m_samples, &SamplesPage::recordingEnded, this, &RecordPanel::recordingEnded);
  connect(m_historyPage, &HistoryPage::openRequested, this, &RecordPanel::openRequested);
  connect(m_historyPage, &HistoryPage::compareRequested, this, &RecordPanel::compare);
  connect(m_historyPage, &HistoryPage::failed, m_result, &ResultPage::takeText);
  connect(m_historyPage, &HistoryPage::removeRequested, this, [this](const QStringList& ids) {
    for (const QString& id : ids) {
      m_history.remove(id);
    }
    showHistory();
  });
  m_programPage->restore();
  showHistory();
  showRequest();
}

RecordPanel::~RecordPanel() {
  disconnect(&m_process, nullptr, this, nullptr);
  // Questions that nobody waits for any more.
  for (QProcess* question : findChildren<QProcess*>(Qt::FindDirectChildrenOnly)) {
    disconnect(question, nullptr, this, nullptr);
    question->kill();
    question->waitForFinished();
  }
}

void RecordPanel::buildFoot(QWidget* foot) {
  auto* layout = new QVBoxLayout(foot);
  layout->setContentsMargins(8, 4, 8, 8);
  auto* line = new QHBoxLayout;
  m_command = new ElidedLabel({}, foot);
  m_command->setObjectName(QStringLiteral("recordCommand"));
  m_copy = new QToolButton(foot);
  m_copy->setObjectName(QStringLiteral("copyCommand"));
  m_copy->setIcon(icon(QStringLiteral("copy")));
  m_copy->setAutoRaise(true);
  m_copy->setFocusPolicy(Qt::TabFocus);
  m_copy->setToolTip(tr("Copy the command that does the same"));
  m_copy->setAccessibleName(m_copy->toolTip());
  line->addWidget(m_command, 1);
  line->addWidget(m_copy);
  layout->addLayout(line);
  auto* buttons = new QHBoxLayout;
  m_run = new QPushButton(icon(QStringLiteral("run")), tr("Run"), foot);
  m_run->setObjectName(QStringLiteral("runButton"));
  m_stop = new QPushButton(icon(QStringLiteral("stop")), tr("Stop"), foot);
  m_stop->setObjectName(QStringLiteral("stopButton"));
  buttons->addWidget(m_run, 1);
  buttons->addWidget(m_stop, 1);
  layout->addLayout(buttons);
  connect(m_run, &QPushButton::clicked, this, &RecordPanel::run);
  connect(m_stop, &QPushButton::clicked, this, &RecordPanel::stop);
  connect(m_copy, &QToolButton::clicked, this, [this] {
    if (const auto wanted = request()) {
      QApplication::clipboard()->setText(wanted->shellText());
    }
  });
}

/// A short question to the recorder; one that does not answer in time counts as failed.
void RecordPanel::question(const QStringList& arguments, Answer answer) {
  auto* process = new QProcess(this);
  auto* patience = new QTimer(process);
  patience->setSingleShot(true);
  const auto done = [this, process, answer = std::move(answer)](int code) {
    disconnect(process, nullptr, this, nullptr);
    process->deleteLater();
    --m_asking;
    answer(code, process->readAllStandardOutput(), QString::fromUtf8(process->readAllStandardError()).trimmed());
    Q_EMIT stateChanged();
  };
  connect(process, &QProcess::finished, this,
          [done](int code, QProcess::ExitStatus status) { done(status == QProcess::CrashExit ? -1 : code); });
  connect(process, &QProcess::errorOccurred, this, [done](QProcess::ProcessError error) {
    if (error == QProcess::FailedToStart) {
      done(-1);
    }
  });
  connect(patience, &QTimer::timeout, process, &QProcess::kill);
  patience->start(questionMs);
  ++m_asking;
  process->setStandardInputFile(QProcess::nullDevice());
  process->start(m_program, arguments);
}

void RecordPanel::ask() {
  if (m_asking > 0) {
    return;
  }
  m_isUsable = false;
  m_program = recorderProgram();
  if (m_program.isEmpty()) {
    showMissing(
        tr("The recorder is not part of this installation. It is built where a CUDA toolkit 12.4 or newer is."));
    return;
  }
  m_samples->showReason({});
  question({QStringLiteral("list"), QStringLiteral("--json")},
           [this](int code, const QByteArray& output, const QString& errors) { takeList(code, output, errors); });
  question({QStringLiteral("doctor"), QStringLiteral("--json")},
           [this](int code, const QByteArray& output, const QString& errors) { takeReport(code, output, errors); });
}

void RecordPanel::takeList(int /*code*/, const QByteArray& output, const QString& /*errors*/) {
  if (auto kernels = kernelsOf(output)) {
    m_kernels->setKernels(std::move(*kernels));
  }
  showRequest();
}

void RecordPanel::takeReport(int code, const QByteArray& output, const QString& errors) {
  const auto report = reportOf(output);
  if (!report) {
    showMissing(code < 0           ? tr("The recorder cannot be started or does not answer: %1").arg(m_program)
                : errors.isEmpty() ? tr("The recorder said something that is not understood: are both of one version?")
                                   : errors);
    return;
  }
  m_isUsable = report->isUsable;
  m_samples->showReport(*report);
  if (!m_isUsable) {
    m_pages->setCurrentWidget(m_samples);
  }
  showRequest();
}

void RecordPanel::showMissing(const QString& reason) {
  m_samples->showReason(reason);
  m_pages->setCurrentWidget(m_samples);
  showRequest();
}

std::optional<RunRequest> RecordPanel::request() const {
  const QWidget* page = m_pages->currentWidget();
  if (page == m_programPage) {
    return m_programPage->request();
  }
  if (page == m_kernels) {
    return m_kernels->request();
  }
  return m_running.title.isEmpty() ? std::nullopt : std::optional(m_running);  // the same once more
}

void RecordPanel::showRequest() {
  const auto wanted = request();
  m_command->setText(wanted ? wanted->shellText() : QString());
  m_copy->setEnabled(wanted.has_value());
  m_run->setEnabled(wanted && m_isUsable && !m_process.isRunning());
  m_run->setToolTip(m_isUsable || m_asking > 0 ? tr("Run and record (Ctrl+F10)")
                                               : tr("Nothing can be run here: see “This machine”"));
  m_stop->setEnabled(m_process.isRunning());
  m_stop->setText(m_process.isStopping() && m_process.isRunning() ? tr("Stop at once") : tr("Stop"));
  Q_EMIT stateChanged();
}

void RecordPanel::run() {
  const auto wanted = request();
  if (!wanted || !m_isUsable || m_process.isRunning()) {
    return;
  }
  m_running = *wanted;
  m_results = {};
  m_isAnnounced = false;
  m_result->begin(wanted->title);
  m_pages->setCurrentWidget(m_result);
  m_recording = m_history.begin(wanted->kind == RunRequest::Kind::Kernel ? wanted->kernel : wanted->command.front());
  if (m_recording.isEmpty()) {
    m_result->finish(tr("The folder for recordings cannot be written."), {});
    return;
  }
  if (wanted->kind == RunRequest::Kind::Program) {
    m_programPage->keep();
  }
  m_watch.start();
  m_process.start({.program = m_program,
                   .arguments = wanted->arguments(m_recording),
                   .folder = wanted->folder,
                   .environment = wanted->environment,
                   .speaksJson = wanted->kind == RunRequest::Kind::Kernel});
  showRequest();
}

void RecordPanel::stop() {
  m_process.stop();
  showRequest();
}

void RecordPanel::takeProgress(const QJsonObject& event) {
  const QString kind = event[QStringLiteral("event")].toString();
  if (kind == QLatin1String("result")) {
    QJsonObject result = event;
    result.remove(QStringLiteral("samples_ns"));  // thousands of numbers that the history needs not
    const QJsonArray runs = event[QStringLiteral("runs")].toArray();
    if (runs.isEmpty()) {
      m_results.append(result);
      m_result->takeProgress(result);
    }
    for (const auto run : runs) {
      QJsonObject one = run.toObject();
      one.remove(QStringLiteral("samples_ns"));
      one[QStringLiteral("event")] = kind;
      m_results.append(one);
      m_result->takeProgress(one);
    }
    return;
  }
  if (kind == QLatin1String("recording")) {
    announce();
  }
  m_result->takeProgress(event);
}

void RecordPanel::announce() {
  m_watch.stop();
  if (!std::exchange(m_isAnnounced, true)) {
    Q_EMIT recordingBegan(m_recording);
  }
}

QString RecordPanel::wordOf(const RecorderProcess::Ending& ending) const {
  const bool isProgram = m_running.kind == RunRequest::Kind::Program;
  if (ending.neverStarted) {
    return tr("The recorder cannot be started: %1").arg(m_program);
  }
  if (ending.wasStopped) {
    return m_isAnnounced ? tr("Stopped. What was recorded is kept.") : tr("Stopped before anything was recorded.");
  }
  if (ending.hasCrashed) {
    return m_isAnnounced ? tr("The recorder crashed or was killed. What it had recorded is kept.")
                         : tr("The recorder crashed or was killed before anything was recorded.");
  }
  if (ending.code == 0) {
    return isProgram ? tr("The program ended.") : tr("Done");
  }
  if (isProgram) {
    return tr("The program ended with status %1.").arg(ending.code);
  }
  return ending.code == noGpu ? tr("There is no GPU that can be used: see “This machine”.") : tr("The run failed.");
}

void RecordPanel::finish(const RecorderProcess::Ending& ending) {
  if (!m_isAnnounced && QFileInfo(m_recording).size() > 0) {
    announce();
  }
  m_watch.stop();
  const QString word = wordOf(ending);
  const bool isGood = ending.code == 0 && !ending.hasCrashed && !ending.neverStarted;
  m_result->finish(word, isGood ? QString() : ending.lastText);
  KeptRun kept;
  kept.id = QFileInfo(m_recording).dir().dirName();
  kept.when = QDateTime::currentDateTime();
  kept.title = m_running.title;
  kept.command = m_running.shellText();
  kept.recording = m_recording;
  kept.outcome = isGood ? QString() : word;
  m_history.keep(kept, m_results);
  m_history.prune(runsKept);
  showHistory();
  showRequest();
  if (m_isAnnounced) {
    Q_EMIT recordingEnded(m_recording);
  }
}

void RecordPanel::showHistory() {
  m_historyPage->showRuns(m_history.runs());
}

void RecordPanel::compare(const std::vector<KeptRun>& runs) {
  if (m_process.isRunning()) {
    return;  // its page shows the run
  }
  std::vector<RunFigures> all;
  for (const KeptRun& run : runs) {
    all.insert(all.end(), run.figures.begin(), run.figures.end());
  }
  m_result->showRuns(runs.size() == 1 ? runs.front().title : tr("%1 runs").arg(runs.size()), all);
  if (!all.empty()) {
    m_pages->setCurrentWidget(m_result);
  }
}

}  // namespace kernline::ui
