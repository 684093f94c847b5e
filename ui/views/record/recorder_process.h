// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonObject>
#include <QObject>
#include <QProcess>
#include <QStringList>
#include <QTimer>

namespace kernline::ui {

/// The recorder as a process of its own, with what it starts in one process group: it may crash, hang or be killed,
/// and the window goes on. Ends with this object.
class RecorderProcess : public QObject {
  Q_OBJECT

 public:
  struct Start {
    QString program;
    QStringList arguments;
    QString folder;           ///< working folder; empty for this process's folder
    QStringList environment;  ///< "NAME=value", in addition to this process's
    bool speaksJson = false;  ///< stderr is one JSON object a line
  };
  struct Ending {
    int code = 0;
    bool hasCrashed = false;
    bool wasStopped = false;  ///< whether this program stopped it
    bool neverStarted = false;
    QString lastText;  ///< the last lines of stderr that are no progress

    [[nodiscard]] bool isGood() const { return code == 0 && !hasCrashed && !neverStarted; }
  };

  explicit RecorderProcess(QObject* parent = nullptr);
  ~RecorderProcess() override;

  void start(const Start& what);
  /// Asks for an end; who does not listen is killed a little later.
  void stop();
  /// Asks an armed recorder to record now.
  void fire();
  [[nodiscard]] bool isRunning() const { return m_process.state() != QProcess::NotRunning; }
  [[nodiscard]] bool isStopping() const { return m_isStopping; }

 Q_SIGNALS:
  void eventReceived(const QJsonObject& event);
  void lineReceived(const QString& line);  ///< passes a line of standard error that is no progress
  void stalled(int seconds);               ///< no output for that long; 0 if there is output again
  void ended(const kernline::ui::RecorderProcess::Ending& ending);

 private:
  void readErrors();
  void takeLine(const QByteArray& line);
  void finish(bool hasCrashed, bool neverStarted);
  void signalAll(int signal) const;

  QProcess m_process;
  QTimer m_stopTimer;
  QTimer m_listening;
  QByteArray m_partial;
  QStringList m_lastLines;
  int m_stalledSeconds = 0;
  bool m_speaksJson = false;
  bool m_isStopping = false;
  bool m_hasEnded = true;
};

/// The recorder's program: named by KERNLINE_RECORDER, next to this program, in ../libexec/kernline or on the path.
/// Empty if there is none.
[[nodiscard]] QString recorderProgram();

}  // namespace kernline::ui
