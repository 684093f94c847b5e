// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/kit/open/sample_file.h"
#include "ui/views/record/recorder_catalog.h"

#include <QWidget>

#include <memory>

class QComboBox;
class QLabel;
class QPushButton;
class QVBoxLayout;

namespace kernline::ui {

class ReplaySession;
class ThinProgress;

/// Page on what is missing for recording on this machine, with recordings of another one, replayed as if live.
class SamplesPage : public QWidget {
  Q_OBJECT

 public:
  /// `sample` is one of those that come with the program, or the reason why there are none.
  explicit SamplesPage(QWidget* parent = nullptr, const Expected<QString>& sample = sampleFile());
  ~SamplesPage() override;

  /// Shows the reason why there is no report yet. Empty while it is being requested.
  void showReason(const QString& reason);
  void showReport(const DoctorReport& report);
  /// Shows the replays of `session` from now on; for another page, `releaseReplays` lets go of them.
  void takeReplays(std::unique_ptr<ReplaySession> session);
  [[nodiscard]] std::unique_ptr<ReplaySession> releaseReplays();
  [[nodiscard]] bool isReplaying() const;

 Q_SIGNALS:
  void recordingStarted(const QString& path);
  void recordingFinished(const QString& path);
  void checkRequested();

 private:
  void buildReplay(QVBoxLayout* layout, const Expected<QString>& sample);
  void clearChecks();
  void addCheck(const DoctorCheck& check);
  void toggleReplay();
  void showReplay(bool isRunning);

  QLabel* m_reason = nullptr;
  QVBoxLayout* m_checks = nullptr;
  QComboBox* m_sample = nullptr;
  QComboBox* m_speed = nullptr;
  QPushButton* m_start = nullptr;
  QPushButton* m_pause = nullptr;
  ThinProgress* m_progress = nullptr;
  QLabel* m_problem = nullptr;
  std::unique_ptr<ReplaySession> m_replays;
};

}  // namespace kernline::ui
