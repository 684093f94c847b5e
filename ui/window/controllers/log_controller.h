// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/window/parts/window_parts.h"

#include <QList>
#include <QMetaObject>
#include <QObject>
#include <QPointer>
#include <QStringList>

#include <cstdint>

class QMenu;

namespace kernline::ui {

class FileController;
class LogTab;

/// Commands on the current log, and the comparison of logs.
class LogController : public QObject {
  Q_OBJECT

 public:
  LogController(const WindowParts& parts, FileController& files);

  /// Opens files in addition to the current log, and compares it with those that are logs.
  void compareWith(const QStringList& paths);

 private:
  void follow(LogTab* log);
  void showState();
  void fillComparisonMenu(QMenu& menu);
  [[nodiscard]] bool isCompared(const QString& path) const;
  void joinComparison(const QString& path);
  void compareOfExperiment(const QStringList& runs, const QStringList& logs);
  void beginAwaited();
  void goToLineOf(const QString& path, std::uint32_t line);

  WindowParts m_parts;
  FileController& m_files;
  QPointer<LogTab> m_followed;
  QList<QMetaObject::Connection> m_connections;
  QPointer<LogTab> m_comparing;  // tab that waits for these to arrive:
  QStringList m_compared;
  QStringList m_awaited;  // paths to compare, once the first of them is there
};

}  // namespace kernline::ui
