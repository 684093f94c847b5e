// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/kit/jobs/job.h"
#include "ui/views/record/replay.h"

#include <QObject>
#include <QTemporaryDir>
#include <QTimer>

#include <memory>

namespace kernline::ui {

/// Replays of samples, and the folder that they are written to: outlives the page that shows it when the window is made
/// anew.
class ReplaySession : public QObject {
  Q_OBJECT

 public:
  explicit ReplaySession(QObject* parent = nullptr);
  ~ReplaySession() override;

  void start(const QString& sample, double speed);
  void stop() { m_job.requestStop(); }
  void setSpeed(double speed) { m_control->speed = speed; }
  void setPaused(bool paused) { m_control->isPaused = paused; }
  [[nodiscard]] bool isPaused() const { return m_control->isPaused; }
  [[nodiscard]] bool isRunning() const { return m_job.isRunning(); }

 Q_SIGNALS:
  void progressChanged(double done);  ///< 0 to 1
  void recordingStarted(const QString& path);
  void recordingFinished(const QString& path);
  void ended(const QString& problem);  ///< passes the problem in words; empty if none

 private:
  void follow();
  void finish(const Expected<bool>& done);

  QTemporaryDir m_folder;
  QString m_path;
  bool m_isAnnounced = false;
  std::shared_ptr<ReplayControl> m_control = std::make_shared<ReplayControl>();
  Job<bool> m_job;
  QTimer m_follow;
};

}  // namespace kernline::ui
