// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/record/recorder_process.h"
#include "ui/record/run_history.h"
#include "ui/record/run_request.h"

#include <QElapsedTimer>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTimer>
#include <QWidget>

#include <functional>
#include <optional>

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
  /// Runs are kept below `folder`.
  explicit RecordPanel(const QString& folder, QWidget* parent = nullptr);
  ~RecordPanel() override;

  /// Asks the recorder what there is; what is missing is shown otherwise.
  void ask();
  void run();
  void stop();
  [[nodiscard]] bool isRunning() const { return m_process.isRunning(); }
  [[nodiscard]] bool isAsking() const { return m_asking > 0; }

 Q_SIGNALS:
  void recordingBegan(const QString& path);  ///< its file has a beginning
  void recordingEnded(const QString& path);  ///< nobody writes any more
  void openRequested(const QString& path);
  void stateChanged();

 private:
  using Answer = std::function<void(int code, const QByteArray& output, const QString& errors)>;

  void buildFoot(QWidget* foot);
  void question(const QStringList& arguments, Answer answer);
  void takeList(int code, const QByteArray& output, const QString& errors);
  void takeReport(int code, const QByteArray& output, const QString& errors);
  void showMissing(const QString& reason);
  [[nodiscard]] std::optional<RunRequest> request() const;
  void showRequest();
  void takeProgress(const QJsonObject& event);
  void announce();
  void finish(const RecorderProcess::Ending& ending);
  [[nodiscard]] QString wordOf(const RecorderProcess::Ending& ending) const;
  void showHistory();
  void compare(const std::vector<KeptRun>& runs);

  RunHistory m_history;
  QTemporaryDir m_replays;
  RecorderProcess m_process;
  QString m_program;
  bool m_isUsable = false;
  int m_asking = 0;
  RunRequest m_running;
  QString m_recording;
  bool m_isAnnounced = false;
  QJsonArray m_results;
  QTimer m_watch;

  QTabWidget* m_pages = nullptr;
  KernelPage* m_kernels = nullptr;
  ProgramPage* m_programPage = nullptr;
  ResultPage* m_result = nullptr;
  HistoryPage* m_historyPage = nullptr;
  SamplesPage* m_samples = nullptr;
  QPushButton* m_run = nullptr;
  QPushButton* m_stop = nullptr;
  ElidedLabel* m_command = nullptr;
  QToolButton* m_copy = nullptr;
};

}  // namespace kernline::ui
