// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/kit/jobs/job.h"
#include "ui/window/parts/window_parts.h"

#include <QObject>
#include <QString>

namespace kernline::ui {

class TraceTab;
struct WhatIfScenario;
class FileTab;

/// Implements File > Export: asks for a name, then writes on a worker.
class Exporter : public QObject {
  Q_OBJECT

 public:
  explicit Exporter(const WindowParts& parts);

  /// Exports a table with a line of titles; `note` is on unread parts of its sources.
  void exportTable(const QString& tabSeparated, const QString& note = {});
  [[nodiscard]] bool isBusy() const { return m_writing.isRunning(); }
  /// Cancels the current writing; no part of the file remains.
  void cancel() { m_writing.requestStop(); }

 Q_SIGNALS:
  void started(const QString& path);
  void statusMessage(const QString& what);  ///< done, or why not; one sentence

 private:
  void connectCommands();
  void exportPicture(const FileTab& file);
  void exportTrace(const TraceTab& tab);  ///< the chosen range, or else what is in sight
  void exportReplay(const TraceTab& tab, const WhatIfScenario& scenario);
  void exportDatabase(const TraceTab& tab);
  void exportStatistics();
  /// Returns true if an export may begin, else shows why not. One is written at a time.
  [[nodiscard]] bool isFree();
  /// `write` returns a message for the user.
  void start(const QString& path, Job<QString>::Work write);
  [[nodiscard]] QString memoryNote() const;
  [[nodiscard]] QString askName(const FileTab& file, const QString& title, const QString& ending,
                                const QString& filters) const;

  WindowParts m_parts;
  QString m_path;  // being written
  Job<QString> m_writing;
};

}  // namespace kernline::ui
