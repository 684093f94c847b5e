// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"
#include "ui/views/compare/runs/chosen_runs.h"
#include "ui/window/parts/window_parts.h"

#include <QObject>
#include <QPointer>
#include <QStringList>

#include <cstddef>
#include <memory>

namespace kernline::ui {

class FileController;
class RunsWindow;
class TraceTab;

/// The window that compares the traces that are open.
class ComparisonController : public QObject {
  Q_OBJECT

 public:
  ComparisonController(const WindowParts& parts, FileController& files);

  /// Keeps the choices of its window in the user's settings.
  void keepChoices() { m_keepsChoices = true; }
  /// Opens traces and shows them side by side once they are read. The base is guessed from their names; else it is the
  /// first.
  void compareFiles(const QStringList& paths);

 private:
  void makeWindow();
  void showWindow();
  void compareOpenTraces();
  void compareExpected(const QStringList& paths, ChosenRuns::Base base);
  void askForOther();
  void noteFront();
  [[nodiscard]] bool hasOthers() const;
  void compareRanks(const QString& base, const QString& other, TimeRange ofBase);
  void compareOfExperiment(const QStringList& runs, const QStringList& logs);
  void compareMemory(int number, const std::shared_ptr<const Trace>& base);
  void askForMore();
  void openMore(const QStringList& paths);
  void openInstead(std::size_t run);
  void offerOpenFiles();

  WindowParts m_parts;
  FileController& m_files;
  bool m_keepsChoices = false;
  QPointer<RunsWindow> m_runs;
  QPointer<const TraceTab> m_front;   // front one of a trace's tabs
  QPointer<const TraceTab> m_before;  // was in front before it
};

}  // namespace kernline::ui
