// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/record/record_panel.h"

#include "ui/kit/style/elided_label.h"
#include "ui/kit/style/icons.h"
#include "ui/kit/style/quiet_label.h"
#include "ui/views/record/history_page.h"
#include "ui/views/record/kernel_page.h"
#include "ui/views/record/program_page.h"
#include "ui/views/record/replay_session.h"
#include "ui/views/record/result_page.h"
#include "ui/views/record/samples_page.h"

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

constexpr int runsKept = 100;

}  // namespace

RecordPanel::RecordPanel(const QString& folder, QWidget* parent)
    : QWidget(parent), m_history(folder), m_session(std::make_unique<RecordSession>()) {
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
  connect(m_pages, &QTabWidget::currentChanged, this, &RecordPanel::showRequest);
  connect(m_kernels, &KernelPage::changed, this, &RecordPanel::showRequest);
  connect(m_kernels, &KernelPage::ownFileChanged, this, &RecordPanel::askAboutOwnKernel);
  connect(m_programPage, &ProgramPage::changed, this, &RecordPanel::showRequest);
  connect(m_samples, &SamplesPage::checkRequested, this, &RecordPanel::ask);
  connect(m_samples, &SamplesPage::recordingStarted, this, &RecordPanel::recordingStarted);
  connect(m_samples, &SamplesPage::recordingFinished, this, &RecordPanel::recordingFinished);
  connect(m_historyPage, &HistoryPage::openRequested, this, &RecordPanel::openRequested);
  connect(m_historyPage, &HistoryPage::compareRequested, this, &RecordPanel::compare);
  connect(m_historyPage, &HistoryPage::failed, m_result, &ResultPage::takeText);
  connect(m_historyPage, &HistoryPage::removeRequested, this, [this](const QStringList& ids) {
    for (const QString& id : ids) {
      m_history.remove(id);
    }
    showHistory();
  });
  connect(m_historyPage, &HistoryPage::figuresRequested, this, &RecordPanel::showFigures);
  connect(&m_questions, &RecorderQuestions::answerReceived, this, &RecordPanel::stateChanged);
  m_programPage->restore();
  showHistory();
  follow(std::move(m_session));
}

RecordPanel::~RecordPanel() {
  m_session->disconnect(this);
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
  m_copy->setToolTip(tr("Copy the equivalent command"));
  m_copy->setAccessibleName(m_copy->toolTip());
  line->addWidget(m_command, 1);
  line->addWidget(m_copy);
  layout->addLayout(line);
  m_whyNot = new QuietLabel({}, foot);
  m_whyNot->setObjectName(QStringLiteral("runWhyNot"));
  m_whyNot->setWordWrap(true);
  layout->addWidget(m_whyNot);
  auto* buttons = new QHBoxLayout;
  m_run = new QPushButton(icon(QStringLiteral("run")), tr("Run"), foot);
  m_run->setObjectName(QStringLiteral("runButton"));
  m_stop = new QPushButton(icon(QStringLiteral("stop")), tr("Stop"), foot);
  m_stop->setObjectName(QStringLiteral("stopButton"));
  m_fire = new QPushButton(icon(QStringLiteral("record")), tr("Record now"), foot);
  m_fire->setObjectName(QStringLiteral("fireButton"));
  m_fire->setToolTip(tr("Record the armed program now (Ctrl+Shift+F10)"));
  buttons->addWidget(m_run, 1);
  buttons->addWidget(m_fire, 1);
  buttons->addWidget(m_stop, 1);
  layout->addLayout(buttons);
  connect(m_run, &QPushButton::clicked, this, &RecordPanel::run);
  connect(m_fire, &QPushButton::clicked, this, &RecordPanel::fire);
  connect(m_stop, &QPushButton::clicked, this, &RecordPanel::stop);
  connect(m_copy, &QToolButton::clicked, this, [this] {
    if (const auto wanted = request()) {
      QApplication::clipboard()->setText(wanted->shellText());
    }
  });
}

void RecordPanel::ask() {
  if (isAsking()) {
    return;
  }
  m_isUsable = false;
  m_missing.clear();
  m_program = recorderProgram();
  if (m_program.isEmpty()) {
    showMissing(tr("The recorder is not part of this installation. It is built only with CUDA toolkit 12.4 or newer."));
    return;
  }
  m_samples->showReason({});
  m_questions.ask(
      m_program, {QStringLiteral("list"), QStringLiteral("--json")},
      [this](int code, const QByteArray& output, const QString& errors) { takeList(code, output, errors); });
  m_questions.ask(
      m_program, {QStringLiteral("doctor"), QStringLiteral("--json")},
      [this](int code, const QByteArray& output, const QString& errors) { takeReport(code, output, errors); });
}

void RecordPanel::takeList(int /*code*/, const QByteArray& output, const QString& /*errors*/) {
  if (auto kernels = kernelsOf(output)) {
    m_kernels->setKernels(std::move(*kernels));
  }
  showRequest();
}

void RecordPanel::askAboutOwnKernel(const QString& path) {
  if (m_program.isEmpty()) {
    return;
  }
  m_questions.ask(
      m_program, {QStringLiteral("list"), path, QStringLiteral("--json")},
      [this](int /*code*/, const QByteArray& output, const QString& errors) {
        auto kernels = kernelsOf(output);
        if (kernels && kernels->size() == 1) {
          m_kernels->showOwnKernel(std::move(kernels->front()));
        } else {
          m_kernels->showOwnKernel(std::unexpected(
              errors.isEmpty()
                  ? tr("Cannot read the output of the recorder. Check that viewer and recorder have the same version.")
                  : errors));
        }
      });
}

void RecordPanel::takeReport(int code, const QByteArray& output, const QString& errors) {
  const auto report = reportOf(output);
  if (!report) {
    showMissing(
        code < 0 ? tr("The recorder cannot be started or does not respond: %1").arg(m_program)
        : errors.isEmpty()
            ? tr("Cannot read the output of the recorder. Check that viewer and recorder have the same version.")
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
  m_missing = reason;
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
  const RunRequest& last = m_session->request();
  return last.title.isEmpty() ? std::nullopt : std::optional(last);  // the same once more
}

void RecordPanel::showRequest() {
  const auto wanted = request();
  m_command->setText(wanted ? wanted->shellText() : QString());
  m_copy->setEnabled(wanted.has_value());
  m_run->setEnabled(mayRun());
  m_run->setToolTip(tr("Run and record (Ctrl+F10)"));
  m_whyNot->setText(whyNot(wanted.has_value()));
  m_whyNot->setVisible(!m_whyNot->text().isEmpty());
  m_fire->setVisible(m_session->request().isArmed && m_session->isRunning());
  m_fire->setEnabled(m_session->isArmed());
  m_stop->setEnabled(m_session->isRunning());
  m_stop->setText(m_session->isStopping() && m_session->isRunning() ? tr("Stop immediately") : tr("Stop"));
  Q_EMIT stateChanged();
}

void RecordPanel::run() {
  const auto wanted = request();
  if (!wanted || !m_isUsable || m_session->isRunning()) {
    return;
  }
  m_result->begin(wanted->title, m_history.runs());
  m_pages->setCurrentWidget(m_result);
  const QString recording = m_history.begin(
      QFileInfo(wanted->kind == RunRequest::Kind::Kernel ? wanted->kernel : wanted->command.front()).fileName());
  if (recording.isEmpty()) {
    m_result->finish(tr("Cannot write to the folder for recordings."), {});
    return;
  }
  if (wanted->kind == RunRequest::Kind::Program) {
    m_programPage->keep();
  } else if (wanted->kernel.endsWith(QLatin1String(".cu"))) {
    if (const QString source = m_history.keepSource(recording, wanted->kernel); !source.isEmpty()) {
      m_result->showSources({source});
    }
  }
  m_session->start(*wanted, m_program, recording);
  showRequest();
}

void RecordPanel::stop() {
  m_session->stop();
  showRequest();
}

void RecordPanel::fire() {
  m_session->fire();
}

void RecordPanel::follow(std::unique_ptr<RecordSession> session) {
  m_session = std::move(session);
  connect(m_session.get(), &RecordSession::eventReceived, m_result,
          [this](const QJsonObject& message) { m_result->take(recorderEvent(message)); });
  connect(m_session.get(), &RecordSession::lineReceived, m_result, &ResultPage::takeText);
  connect(m_session.get(), &RecordSession::stalled, m_result, &ResultPage::showStalled);
  connect(m_session.get(), &RecordSession::recordingStarted, this, &RecordPanel::recordingStarted);
  connect(m_session.get(), &RecordSession::recordingStarted, this, &RecordPanel::showRecording);
  connect(m_session.get(), &RecordSession::armed, this, &RecordPanel::showArmed);
  connect(m_session.get(), &RecordSession::ended, this, &RecordPanel::finish);
  showRequest();
}

void RecordPanel::showRecording() {
  if (m_session->request().kind == RunRequest::Kind::Program && isRunning()) {
    m_result->showRecording();
  }
}

void RecordPanel::showArmed() {
  m_result->showArmed();
  showRequest();
}

void RecordPanel::takeOver(RecordPanel& before) {
  for (QObject* listener : {static_cast<QObject*>(&before), static_cast<QObject*>(before.m_result)}) {
    before.m_session->disconnect(listener);
  }
  follow(std::exchange(before.m_session, std::make_unique<RecordSession>()));
  m_samples->takeReplays(before.m_samples->releaseReplays());
  m_program = before.m_program;
  m_kernels->resume(*before.m_kernels);
  m_programPage->resume(*before.m_programPage);
  if (const QString title = m_session->request().title; !title.isEmpty()) {
    m_result->begin(title, m_history.runsBefore(m_session->recording()));
    for (const QJsonObject& event : m_session->events()) {
      m_result->take(recorderEvent(event));
    }
    m_result->resumeTrouble(*before.m_result);
    if (m_session->isAnnounced()) {
      showRecording();
    } else if (m_session->isArmed()) {
      showArmed();
    }
    if (m_session->ending()) {
      showEnding(*m_session->ending());
    }
  }
  m_pages->setCurrentIndex(before.m_pages->currentIndex());
  showRequest();
}

void RecordPanel::showEnding(const RecorderProcess::Ending& ending) {
  m_result->finish(wordOf(ending), ending.isGood() ? QString() : ending.lastText);
}

void RecordPanel::finish() {
  const RecorderProcess::Ending ending = *m_session->ending();
  showEnding(ending);
  KeptRun kept;
  kept.id = QFileInfo(m_session->recording()).dir().dirName();
  kept.when = QDateTime::currentDateTime();
  kept.title = m_session->request().title;
  kept.command = m_session->request().shellText();
  kept.recording = m_session->recording();
  kept.outcome = ending.isGood() ? QString() : wordOf(ending);
  m_history.keep(kept, m_session->results());
  m_history.prune(runsKept);
  showHistory();
  showRequest();
  for (const QString& recording : m_session->recordings()) {
    Q_EMIT recordingFinished(recording);
  }
}

void RecordPanel::showHistory() {
  m_historyPage->showRuns(m_history.runs());
}

void RecordPanel::showFigures(const std::vector<KeptRun>& runs) {
  if (isRunning()) {
    return;  // its page shows the run
  }
  std::vector<RunFigures> all;
  QStringList sources;
  for (const KeptRun& run : runs) {
    all.insert(all.end(), run.figures.begin(), run.figures.end());
    if (!run.source.isEmpty()) {
      sources << run.source;
    }
  }
  const bool isOne = runs.size() == 1;
  m_result->showRuns(isOne ? runs.front().title : tr("%1 runs").arg(runs.size()), all,
                     isOne ? m_history.runsBefore(runs.front().recording) : std::vector<KeptRun>());
  m_result->showSources(sources);
  m_result->showLineChanges(recordingsOf(runs));
  if (!all.empty()) {
    m_pages->setCurrentWidget(m_result);
  }
}

/// Compares the figures, and the recordings too if there are two.
void RecordPanel::compare(const std::vector<KeptRun>& runs) {
  showFigures(runs);
  const QStringList paths = recordingsOf(runs);
  constexpr qsizetype pair = 2;
  if (runs.size() == pair && paths.size() == pair) {
    Q_EMIT compareRequested(paths);
  }
}

}  // namespace kernline::ui
