// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/window/parts/window_parts.h"

#include <QObject>

namespace kernline::ui {

class FileController;

/// Joins CUDA graphs of the current trace to captures in other files.
class GraphController : public QObject {
  Q_OBJECT

 public:
  GraphController(const WindowParts& parts, FileController& files);

 private:
  void askForCapture();

  WindowParts m_parts;
  FileController& m_files;
};

}  // namespace kernline::ui
