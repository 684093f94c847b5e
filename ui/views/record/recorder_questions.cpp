// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/record/recorder_questions.h"

#include <QProcess>
#include <QTimer>

#include <utility>

namespace kernline::ui {

namespace {

constexpr int answerTimeoutMs = 20'000;

}  // namespace

RecorderQuestions::~RecorderQuestions() {
  for (QProcess* question : findChildren<QProcess*>(Qt::FindDirectChildrenOnly)) {
    disconnect(question, nullptr, this, nullptr);
    question->kill();
    question->waitForFinished();
  }
}

void RecorderQuestions::ask(const QString& program, const QStringList& arguments, Answer answer) {
  auto* process = new QProcess(this);
  auto* killTimer = new QTimer(process);
  killTimer->setSingleShot(true);
  const auto done = [this, process, answer = std::move(answer)](int code) {
    disconnect(process, nullptr, this, nullptr);
    process->deleteLater();
    --m_asking;
    answer(code, process->readAllStandardOutput(), QString::fromUtf8(process->readAllStandardError()).trimmed());
    Q_EMIT answerReceived();
  };
  connect(process, &QProcess::finished, this,
          [done](int code, QProcess::ExitStatus status) { done(status == QProcess::CrashExit ? -1 : code); });
  connect(process, &QProcess::errorOccurred, this, [done](QProcess::ProcessError error) {
    if (error == QProcess::FailedToStart) {
      done(-1);
    }
  });
  connect(killTimer, &QTimer::timeout, process, &QProcess::kill);
  killTimer->start(answerTimeoutMs);
  ++m_asking;
  process->setStandardInputFile(QProcess::nullDevice());
  process->start(program, arguments);
}

}  // namespace kernline::ui
