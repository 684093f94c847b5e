// SPDX-License-Identifier: GPL-3.0-or-later
// This folder runs the recorder and shows its results, live and from earlier runs.
#pragma once

#include "ui/views/record/record_session.h"
#include "ui/views/record/recorder_questions.h"
#include "ui/views/record/run_history.h"
#include "ui/views/record/run_request.h"

#include <QStringList>
#include <QWidget>

#include <memory>
#include <optional>

class QLabel;
class QPushButton;
class QTabWidget;
class QToolButton;

namespace kernline::ui {

class ElidedLabel;
class HistoryPage;
class KernelPage;
class ProgramPage;
class ResultPage;
class SamplesPage;

/// Runs kernels and programs through the recorder: what to run, how it goes, what it brought, what was run before.
class RecordPanel : public QWidget {
  Q_OBJECT

 public:
  /// Runs are stored below `folder`.
  explicit RecordPanel(const QString& folder, QWidget* parent = nullptr);
  ~RecordPanel() override;

  /// Asks the recorder what there is; what is missing is shown otherwise.
  void ask();
  void run();
  void stop();
  /// Has the armed recorder record now.
  void fire();
  /// Goes on with what runs in a panel that is about to go, and shows what it shows.
  void takeOver(RecordPanel& before);
  /// Returns whether the shown run can start now.
  [[nodiscard]] bool mayRun() const { return request() && m_isUsable && !m_session->isRunning(); }
  [[nodiscard]] bool isRunning() const { return m_session->isRunning(); }
  /// Returns whether fire() would record.
  [[nodiscard]] bool isArmed() const { return m_session->isArmed(); }
  [[nodiscard]] bool isAsking() const { return m_questions.isAsking(); }

 Q_SIGNALS:
  void recordingStarted(const QString& path);   ///< its file has a beginning
  void recordingFinished(const QString& path);  ///< writing has ended
  void openRequested(const QString& path);
  void compareRequested(const QStringList& paths);  ///< two recordings, the older one first
  void stateChanged();

 private:
  void buildFoot(QWidget* foot);
  void takeList(int code, const QByteArray& output, const QString& errors);
  void askAboutOwnKernel(const QString& path);
  void takeReport(int code, const QByteArray& output, const QString& errors);
  void showMissing(const QString& reason);
  [[nodiscard]] std::optional<RunRequest> request() const;
  void showRequest();
  /// The reason if it cannot run; empty if it can, or is running.
  [[nodiscard]] QString whyNot(bool isRequested) const;
  void follow(std::unique_ptr<RecordSession> session);
  void showRecording();
  void showArmed();
  void showEnding(const RecorderProcess::Ending& ending);
  void finish();
  [[nodiscard]] QString wordOf(const RecorderProcess::Ending& ending) const;
  void showHistory();
  void showFigures(const std::vector<KeptRun>& runs);
  void compare(const std::vector<KeptRun>& runs);

  RunHistory m_history;
  std::unique_ptr<RecordSession> m_session;
  QString m_program;
  bool m_isUsable = false;
  QString m_missing;  // reason why the recorder does not even report what is missing
  RecorderQuestions m_questions;

  QTabWidget* m_pages = nullptr;
  KernelPage* m_kernels = nullptr;
  ProgramPage* m_programPage = nullptr;
  ResultPage* m_result = nullptr;
  HistoryPage* m_historyPage = nullptr;
  SamplesPage* m_samples = nullptr;
  QLabel* m_whyNot = nullptr;
  QPushButton* m_run = nullptr;
  QPushButton* m_fire = nullptr;
  QPushButton* m_stop = nullptr;
  ElidedLabel* m_command = nullptr;
  QToolButton* m_copy = nullptr;
};

}  // namespace kernline::ui
