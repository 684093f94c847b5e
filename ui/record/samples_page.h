// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/jobs/job.h"
#include "ui/record/recorder_catalogue.h"
#include "ui/record/replay.h"

#include <QTimer>
#include <QWidget>

#include <memory>

class QComboBox;
class QLabel;
class QProgressBar;
class QPushButton;
class QVBoxLayout;

namespace kernline::ui {

/// What is missing for recording on this machine, and recordings of another one, replayed as if they were made now.
class SamplesPage : public QWidget {
  Q_OBJECT

 public:
  explicit SamplesPage(QWidget* parent = nullptr);
  ~SamplesPage() override;

  /// Before there is a report: why there is none. Empty: it is being asked for.
  void showReason(const QString& reason);
  void showReport(const DoctorReport& report);
  /// Folder that replays are written to.
  void setFolder(const QString& folder) { m_folder = folder; }
  [[nodiscard]] bool isReplaying() const { return m_replay.isRunning(); }

 Q_SIGNALS:
  void recordingBegan(const QString& path);
  void recordingEnded(const QString& path);
  void checkRequested();

 private:
  void clearChecks();
  void addCheck(const DoctorCheck& check);
  void toggleReplay();
  void togglePause();
  void followReplay();

  QLabel* m_reason = nullptr;
  QVBoxLayout* m_checks = nullptr;
  QComboBox* m_sample = nullptr;
  QComboBox* m_speed = nullptr;
  QPushButton* m_start = nullptr;
  QPushButton* m_pause = nullptr;
  QProgressBar* m_progress = nullptr;
  QLabel* m_problem = nullptr;
  QString m_folder;
  QString m_path;
  bool m_isAnnounced = false;
  std::shared_ptr<ReplayControl> m_control;
  Job<bool> m_replay;
  QTimer m_follow;
};

}  // namespace kernline::ui
