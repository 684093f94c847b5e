// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/window/parts/window_parts.h"

#include <QObject>

namespace kernline::ui {

class FileController;

/// Joins reports of Nsight Compute to open traces: those that are open too, that lie with a trace in an open folder, or
/// that the user names.
class ReportController : public QObject {
  Q_OBJECT

 public:
  ReportController(const WindowParts& parts, FileController& files);

 private:
  void askForReport();
  void updateTraces();

  WindowParts m_parts;
  FileController& m_files;
};

}  // namespace kernline::ui
