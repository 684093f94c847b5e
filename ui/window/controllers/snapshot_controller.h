// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/window/parts/window_parts.h"

#include <QObject>

namespace kernline::ui {

class FileController;

/// Memory snapshots that the user draws below the timeline of a trace.
class SnapshotController : public QObject {
  Q_OBJECT

 public:
  SnapshotController(const WindowParts& parts, FileController& files);

 private:
  void askForSnapshot();
  void showMemory();

  WindowParts m_parts;
  FileController& m_files;
};

}  // namespace kernline::ui
