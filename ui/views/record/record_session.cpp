// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/record/record_session.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>
#include <utility>

namespace kernline::ui {

namespace {

constexpr int watchMs = 100;

QString kindOf(const QJsonObject& event) {
  return event[QStringLiteral("event")].toString();
}

}  // namespace

RecordSession::RecordSession(QObject* parent) : QObject(parent) {
  m_watch.setInterval(watchMs);
  connect(&m_watch, &QTimer::timeout, this, [this] {
    if (QFileInfo(nextRecording()).size() > 0) {
      announce();
    }
  });
  connect(&m_process, &RecorderProcess::eventReceived, this, &RecordSession::take);
  connect(&m_process, &RecorderProcess::lineReceived, this, &RecordSession::takeLine);
  connect(&m_process, &RecorderProcess::stalled, this, &RecordSession::stalled);
  connect(&m_process, &RecorderProcess::ended, this, &RecordSession::finish);
}

RecordSession::~RecordSession() {
  disconnect(&m_process, nullptr, this, nullptr);
}

void RecordSession::start(RunRequest request, const QString& program, const QString& recording) {
  m_request = std::move(request);
  m_program = program;
  m_recording = recording;
  m_recordings.clear();
  m_isArmed = false;
  m_results = {};
  m_events.clear();
  m_ending.reset();
  m_watch.start();
  m_process.start({.program = program,
                   .arguments = m_request.arguments(recording),
                   .folder = m_request.folder,
                   .environment = m_request.environment,
                   .speaksJson = m_request.kind == RunRequest::Kind::Kernel});
}

void RecordSession::take(const QJsonObject& event) {
  const QString kind = kindOf(event);
  if (kind != QLatin1String("result")) {
    if (kind == QLatin1String("recording")) {
      announce();
    }
    tell(event);
    return;
  }
  const QJsonArray runs = event[QStringLiteral("runs")].toArray();
  for (const auto run : runs.isEmpty() ? QJsonArray{event} : runs) {
    QJsonObject one = run.toObject();
    one.remove(QStringLiteral("samples_ns"));  // thousands of numbers that are not shown
    one[QStringLiteral("event")] = kind;
    if (one[QStringLiteral("best")].toBool()) {
      forget(one[QStringLiteral("parameters")].toObject());
    }
    m_results.append(one);
    tell(one);
  }
}

/// The fastest of the tried values is reported once more, with all its facts.
void RecordSession::forget(const QJsonObject& parameters) {
  for (qsizetype i = m_results.size() - 1; i >= 0; --i) {
    if (m_results[i].toObject()[QStringLiteral("parameters")].toObject() == parameters) {
      m_results.removeAt(i);
    }
  }
}

void RecordSession::tell(const QJsonObject& event) {
  const QString kind = kindOf(event);
  const bool onlyLast =
      kind == QLatin1String("stage") || kind == QLatin1String("sample") || kind == QLatin1String("clock");
  const auto before = onlyLast ? std::ranges::find(m_events, kind, kindOf) : m_events.end();
  before != m_events.end() ? void(*before = event) : m_events.push_back(event);
  Q_EMIT eventReceived(event);
}

void RecordSession::fire() {
  if (isArmed()) {
    m_process.fire();
  }
}

void RecordSession::takeLine(const QString& line) {
  // Before that, the signal would end it.
  if (m_request.isArmed && !m_isArmed && line.startsWith(QLatin1String("kernline record: armed"))) {
    m_isArmed = true;
    Q_EMIT armed();
  }
  Q_EMIT lineReceived(line);
}

/// An armed recorder writes a file each time that it is asked.
QString RecordSession::nextRecording() const {
  if (m_recordings.isEmpty()) {
    return m_recording;
  }
  const QFileInfo first(m_recording);
  return first.dir().filePath(
      QStringLiteral("%1-%2.%3").arg(first.completeBaseName()).arg(m_recordings.size() + 1).arg(first.suffix()));
}

void RecordSession::announce() {
  if (m_recordings.isEmpty() || m_request.isArmed) {
    m_recordings << nextRecording();
    Q_EMIT recordingStarted(m_recordings.last());
  }
  if (!m_request.isArmed) {
    m_watch.stop();
  }
}

void RecordSession::finish(const RecorderProcess::Ending& ending) {
  if (QFileInfo(nextRecording()).size() > 0) {
    announce();
  }
  m_watch.stop();
  m_ending = ending;
  Q_EMIT ended();
}

}  // namespace kernline::ui
