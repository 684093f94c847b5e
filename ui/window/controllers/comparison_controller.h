// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"
#include "ui/window/parts/window_parts.h"

#include <QObject>
#include <QPointer>
#include <QStringList>

#include <memory>

namespace kernline::ui {

class FileController;
class RunsWindow;

/// The window that compares the traces that are open.
class ComparisonController : public QObject {
  Q_OBJECT

 public:
  ComparisonController(const WindowParts& parts, FileController& files);

  /// Opens traces and shows them beside each other once they are read, the base first.
  void compareFiles(const QStringList& paths);

 private:
  void makeWindow();
  void showWindow();
  void compareOpenTraces();
  void compareRanks(const QString& base, const QString& other, TimeRange ofBase);
  void compareOfExperiment(const QStringList& runs, const QStringList& logs);
  void compareMemory(int number, const std::shared_ptr<const Trace>& base);
  void openMore();
  void offerOpenFiles();

  WindowParts m_parts;
  FileController& m_files;
  QPointer<RunsWindow> m_runs;
};

}  // namespace kernline::ui
