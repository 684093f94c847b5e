// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/record/recorder_process.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QJsonDocument>
#include <QProcessEnvironment>
#include <QStandardPaths>

#include <sys/types.h>
#include <unistd.h>
#include <csignal>

namespace kernline::ui {

namespace {

constexpr int stopTimeoutMs = 4000;  // timeout of each way of asking
constexpr int exitTimeoutMs = 300;
constexpr int listenMs = 1000;
constexpr int stalledSeconds = 20;
constexpr qsizetype keptLines = 12;
constexpr qsizetype maxLineBytes = qsizetype{8} << 20;

}  // namespace

RecorderProcess::RecorderProcess(QObject* parent) : QObject(parent) {
  m_process.setProcessChannelMode(QProcess::SeparateChannels);
  m_process.setChildProcessModifier([] { setpgid(0, 0); });
  m_stopTimer.setSingleShot(true);
  m_listening.setInterval(listenMs);
  connect(&m_stopTimer, &QTimer::timeout, this, [this] {
    signalAll(SIGKILL);  // it had its time
  });
  connect(&m_listening, &QTimer::timeout, this, [this] {
    if (++m_stalledSeconds >= stalledSeconds && m_speaksJson) {
      Q_EMIT stalled(m_stalledSeconds);
    }
  });
  connect(&m_process, &QProcess::readyReadStandardError, this, &RecorderProcess::readErrors);
  connect(&m_process, &QProcess::readyReadStandardOutput, this, [this] { m_process.readAllStandardOutput(); });
  connect(&m_process, &QProcess::finished, this,
          [this](int, QProcess::ExitStatus status) { finish(status == QProcess::CrashExit, false); });
  connect(&m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
    if (error == QProcess::FailedToStart) {
      finish(false, true);
    }
  });
}

RecorderProcess::~RecorderProcess() {
  disconnect(&m_process, nullptr, this, nullptr);
  if (isRunning()) {
    signalAll(SIGINT);  // it may still write its footer
    if (!m_process.waitForFinished(exitTimeoutMs)) {
      signalAll(SIGKILL);
      m_process.waitForFinished(exitTimeoutMs);
    }
  }
}

void RecorderProcess::start(const Start& what) {
  m_hasEnded = false;
  m_isStopping = false;
  m_stalledSeconds = 0;
  m_partial.clear();
  m_lastLines.clear();
  m_speaksJson = what.speaksJson;
  QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
  for (const QString& setting : what.environment) {
    environment.insert(setting.section(QLatin1Char('='), 0, 0), setting.section(QLatin1Char('='), 1));
  }
  m_process.setProcessEnvironment(environment);
  m_process.setWorkingDirectory(what.folder);
  m_process.setStandardInputFile(QProcess::nullDevice());
  m_listening.start();
  m_process.start(what.program, what.arguments);
}

void RecorderProcess::stop() {
  if (!isRunning()) {
    return;
  }
  if (m_isStopping) {  // requested twice: at once
    signalAll(SIGKILL);
    return;
  }
  m_isStopping = true;
  ::kill(static_cast<pid_t>(m_process.processId()), SIGINT);
  m_stopTimer.start(stopTimeoutMs);
}

void RecorderProcess::fire() {
  if (isRunning()) {
    ::kill(static_cast<pid_t>(m_process.processId()), SIGUSR2);
  }
}

void RecorderProcess::signalAll(int signal) const {
  if (const auto id = static_cast<pid_t>(m_process.processId()); id > 0) {
    ::kill(-id, signal);
    ::kill(id, signal);
  }
}

void RecorderProcess::readErrors() {
  if (m_stalledSeconds >= stalledSeconds) {
    Q_EMIT stalled(0);
  }
  m_stalledSeconds = 0;
  m_partial += m_process.readAllStandardError();
  qsizetype begin = 0;
  for (qsizetype end = m_partial.indexOf('\n'); end >= 0; end = m_partial.indexOf('\n', begin)) {
    takeLine(m_partial.mid(begin, end - begin));
    begin = end + 1;
  }
  m_partial.remove(0, begin);
  if (m_partial.size() > maxLineBytes) {
    m_partial.clear();  // no line of ours
  }
}

void RecorderProcess::takeLine(const QByteArray& line) {
  const QJsonDocument event = m_speaksJson ? QJsonDocument::fromJson(line) : QJsonDocument();
  if (event.isObject()) {
    Q_EMIT eventReceived(event.object());
    return;
  }
  const QString text = QString::fromUtf8(line).trimmed();
  if (!text.isEmpty()) {
    m_lastLines << text.left(400);
    while (m_lastLines.size() > keptLines) {
      m_lastLines.removeFirst();
    }
    Q_EMIT lineReceived(text);
  }
}

void RecorderProcess::finish(bool hasCrashed, bool neverStarted) {
  if (std::exchange(m_hasEnded, true)) {
    return;
  }
  m_stopTimer.stop();
  m_listening.stop();
  if (!neverStarted) {
    readErrors();
    if (!m_partial.isEmpty()) {
      takeLine(std::exchange(m_partial, {}));
    }
  }
  Q_EMIT ended({m_process.exitCode(), hasCrashed, m_isStopping, neverStarted, m_lastLines.join(QLatin1Char('\n'))});
}

QString recorderProgram() {
  const QString named = qEnvironmentVariable("KERNLINE_RECORDER");
  if (!named.isEmpty()) {
    return QFileInfo(named).isExecutable() ? named : QString();
  }
  const QString own = QCoreApplication::applicationDirPath();
  for (const char* place : {"/kernline-recorder", "/../libexec/kernline/kernline-recorder"}) {
    const QFileInfo file(own + QLatin1String(place));
    if (file.isExecutable()) {
      return file.canonicalFilePath();
    }
  }
  return QStandardPaths::findExecutable(QStringLiteral("kernline-recorder"));
}

}  // namespace kernline::ui
