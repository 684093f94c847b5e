// SPDX-License-Identifier: GPL-3.0-or-later
// This folder holds tabs: a trace, a log, a snapshot, an experiment, a file that is loading.
#pragma once

#include "ui/kit/open/file_load.h"
#include "ui/views/memory/memory_source.h"
#include "ui/window/tabs/file_tab.h"

#include <QStackedWidget>
#include <QString>
#include <QStringList>

#include <cstddef>
#include <memory>
#include <vector>

namespace kernline::ui {

class ExperimentTab;
class FileTabBar;
class LogTab;
class MemoryTab;
class RanksTab;
class TraceTab;

/// The open files. One tab a file: opening it again goes to its tab. Their bar is put where no panel next to the files
/// narrows it.
class FileTabs : public QStackedWidget {
  Q_OBJECT

 public:
  explicit FileTabs(QWidget* parent = nullptr);

  void openFile(const QString& path);
  /// Opens a file, with the part to show if it is not open yet. From a large export only the visible part is read.
  void openFile(const QString& path, const Sight& sight);
  void openTraceAt(const QString& path, TimeRange range);
  /// A load that was started before there was a window, and what to show of it.
  FileTab* adopt(std::unique_ptr<FileLoad> load, const Sight& sight = {});
  void closeTab(int index);
  /// Opens the file closed last, with its last view, in its place.
  void reopenClosed();
  [[nodiscard]] bool hasClosed() const { return !m_closed.empty(); }
  /// Stores the arrangement of rows in files opened from now on, and their steps, in the user's settings.
  void keepChoices() { m_keepsChoices = true; }
  void step(int by);  ///< goes to a neighbor, around the ends

  /// Returns the hint of the shown file: others must not keep the window large.
  [[nodiscard]] QSize minimumSizeHint() const override;

  [[nodiscard]] FileTabBar* bar() const { return m_bar; }
  [[nodiscard]] FileTab* current() const;
  [[nodiscard]] TraceTab* currentTrace() const;  ///< nullptr where the current file is none; likewise:
  [[nodiscard]] LogTab* currentLog() const;
  [[nodiscard]] FileTab* at(int index) const;
  /// Open files with memory data, but for one.
  [[nodiscard]] std::vector<MemorySource> memorySources(const FileTab* except) const;
  /// Snapshots that may be of the process of this tab's trace: those that are joined to it, those that are open, and
  /// in open folders those that lie with it.
  [[nodiscard]] std::vector<MemorySource> snapshotsBeside(const FileTab* tab) const;

 Q_SIGNALS:
  void currentFileChanged();            ///< another tab is current, the current one's state changed, or one has gone
  void fileReady(const QString& path);  ///< all of a file has arrived
  void fileRefused(const QString& path);
  void logsSkipped(const QString& archive, std::size_t count);  ///< it has more than are opened at once
  void openRequested();                                         ///< another file, in place of one that cannot be shown
  void fileRequested(const QString& path);                      ///< a file names another one
  /// Requests a comparison of an experiment's files: at least two runs, or a run and logs, or logs.
  void comparisonRequested(const QStringList& runs, const QStringList& logs);
  /// Traces of two ranks side by side, at a range of the first.
  void ranksRequested(const QString& base, const QString& other, kernline::TimeRange ofBase);
  void tableExportRequested(const QString& tabSeparated);  ///< asks to export a table of a memory file

 private:
  [[nodiscard]] int indexOfFile(const QString& path) const;
  [[nodiscard]] FileTab* makeTab(const FileLoad& load);
  [[nodiscard]] LogTab* makeLogTab(const QString& path);
  [[nodiscard]] ExperimentTab* makeExperimentTab(const QString& path);
  [[nodiscard]] MemoryTab* makeMemoryTab(const QString& path);
  [[nodiscard]] RanksTab* makeRanksTab(const QString& path);
  [[nodiscard]] TraceTab* makeTraceTab(const QString& path);
  void insert(int index, FileTab* tab);
  void remove(int index);
  void moveFile(int from, int to);
  void nameTabs();
  void openOthersOf(FileTab* tab);
  void follow(FileTab* tab);
  void exchange(FileTab* tab);

  struct ClosedFile {
    QString path;
    Sight sight;
    int index;
  };

  FileTabBar* m_bar;
  std::vector<ClosedFile> m_closed;  // the last one last
  bool m_keepsChoices = false;
};

}  // namespace kernline::ui
