// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/window/parts/window_parts.h"

#include <QObject>

namespace kernline::ui {

class ComparisonController;
class FileController;
class RecordDock;

/// The page that records, and the recordings that it makes.
class RecordController : public QObject {
  Q_OBJECT

 public:
  RecordController(const WindowParts& parts, FileController& files, ComparisonController& comparison);

  /// Goes on with what runs in a window that is about to go.
  void takeOver(const RecordController& before);
  [[nodiscard]] bool mayRun() const;  ///< whether the run shown in the panel can start
  [[nodiscard]] bool isRunning() const;
  [[nodiscard]] bool isArmed() const;

 Q_SIGNALS:
  void stateChanged();  ///< emitted for changes of `mayRun`, `isRunning` and `isArmed`

 private:
  void makeDock();
  void connectDock(FileController& files, ComparisonController& comparison);
  void endWritingOf(const QString& path);

  WindowParts m_parts;
  RecordDock* m_dock = nullptr;
};

}  // namespace kernline::ui
