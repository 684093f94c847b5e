// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/record/recorder_process.h"
#include "ui/views/record/run_request.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QObject>
#include <QStringList>
#include <QTimer>

#include <optional>
#include <vector>

namespace kernline::ui {

/// Runs one job after the other through the recorder, and has the results of the last one: without widgets, so that it
/// outlives the panel that shows it when the window is made anew.
class RecordSession : public QObject {
  Q_OBJECT

 public:
  explicit RecordSession(QObject* parent = nullptr);
  ~RecordSession() override;

  void start(RunRequest request, const QString& program, const QString& recording);
  void stop() { m_process.stop(); }
  /// Has an armed recorder record now.
  void fire();

  [[nodiscard]] bool isRunning() const { return m_process.isRunning(); }
  [[nodiscard]] bool isStopping() const { return m_process.isStopping(); }
  /// Its program runs, and is recorded when it is requested.
  [[nodiscard]] bool isArmed() const { return m_isArmed && isRunning() && !isStopping(); }
  /// Its recording has a beginning.
  [[nodiscard]] bool isAnnounced() const { return !m_recordings.isEmpty(); }
  [[nodiscard]] const RunRequest& request() const { return m_request; }  ///< request; no title before the first run
  [[nodiscard]] const QString& program() const { return m_program; }
  [[nodiscard]] const QString& recording() const { return m_recording; }  ///< the first of an armed recorder
  /// All that have a beginning, in the order of time.
  [[nodiscard]] const QStringList& recordings() const { return m_recordings; }
  [[nodiscard]] const QJsonArray& results() const { return m_results; }
  /// Returns earlier events for late listeners; only the last one of stages, samples and clocks.
  [[nodiscard]] const std::vector<QJsonObject>& events() const { return m_events; }
  [[nodiscard]] const std::optional<RecorderProcess::Ending>& ending() const { return m_ending; }

 Q_SIGNALS:
  void eventReceived(const QJsonObject& event);
  void lineReceived(const QString& line);
  void stalled(int seconds);
  void recordingStarted(const QString& path);
  void armed();
  void ended();

 private:
  void take(const QJsonObject& event);
  void forget(const QJsonObject& parameters);
  void tell(const QJsonObject& event);
  void takeLine(const QString& line);
  [[nodiscard]] QString nextRecording() const;
  void announce();
  void finish(const RecorderProcess::Ending& ending);

  RecorderProcess m_process;
  QTimer m_watch;
  RunRequest m_request;
  QString m_program;
  QString m_recording;
  QStringList m_recordings;
  bool m_isArmed = false;
  QJsonArray m_results;
  std::vector<QJsonObject> m_events;
  std::optional<RecorderProcess::Ending> m_ending;
};

}  // namespace kernline::ui
