// SPDX-License-Identifier: GPL-3.0-or-later
// This folder holds the main window, its creation, and sessions.
#pragma once

#include "ui/kit/open/file_load.h"
#include "ui/window/tabs/sight.h"

#include <QMainWindow>
#include <QStringList>

#include <memory>

class QStackedWidget;
class QToolBar;

namespace kernline::ui {

class AppearanceMenus;
class Commands;
class ComparisonController;
class CurrentTrace;
class Docks;
class Exporter;
class FileController;
class FileTab;
class FileTabs;
class GuideController;
class LogController;
class LogTab;
class RecordController;
class SearchController;
class StartPage;
class StatusLine;
class TraceTab;

/// The program's window: open files as tabs, search above, docks around, a status line below. It puts its parts in
/// their places; what they do, controllers do.
class MainWindow : public QMainWindow {
  Q_OBJECT

 public:
  /// Ephemeral windows, e.g. for a picture, neither read nor write the user's settings.
  enum class Settings { Kept, Ephemeral };

  explicit MainWindow(Settings settings = Settings::Kept, QWidget* parent = nullptr);
  ~MainWindow() override;

  void openFiles(const QStringList& paths);
  /// Shows what was being read before there was a window.
  void adopt(std::unique_ptr<FileLoad> load, const Sight& sight = {});
  /// Opens the files that were open when the last window was closed, each at its last place. False if there were none.
  bool restoreSession();
  /// Shows a window without any file.
  void showStart() { showCurrentFile(); }
  /// Makes `next` look like this window, with all of its files, each at its last place and none read again. This
  /// window is to go then.
  void transferTo(MainWindow& next);

  [[nodiscard]] FileTab* currentFile() const;
  [[nodiscard]] TraceTab* currentTrace() const;  ///< nullptr where the current file is none; likewise:
  [[nodiscard]] LogTab* currentLog() const;
  [[nodiscard]] const Commands& commands() const { return *m_commands; }
  /// A window speaks the language that it was made in: see Windows.
  [[nodiscard]] AppearanceMenus& appearance() const { return *m_appearance; }
  [[nodiscard]] LogController& logs() const { return *m_logs; }
  [[nodiscard]] ComparisonController& comparison() const { return *m_comparison; }
  /// Something is still being loaded, counted or read.
  [[nodiscard]] bool isBusy() const;

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void closeEvent(QCloseEvent* event) override;

 private:
  void buildToolBar();
  void connectParts();
  void showCurrentFile();
  void showStartPage();
  void enableCommands();

  Settings m_settings;
  AppearanceMenus* m_appearance = nullptr;
  Commands* m_commands = nullptr;
  QStackedWidget* m_pages = nullptr;
  FileTabs* m_tabs = nullptr;
  QToolBar* m_tabRow = nullptr;
  StartPage* m_startPage = nullptr;
  CurrentTrace* m_current = nullptr;
  StatusLine* m_status = nullptr;
  Docks* m_docks = nullptr;
  FileController* m_files = nullptr;
  SearchController* m_search = nullptr;
  LogController* m_logs = nullptr;
  ComparisonController* m_comparison = nullptr;
  RecordController* m_record = nullptr;
  Exporter* m_exporter = nullptr;
  GuideController* m_guide = nullptr;
};

}  // namespace kernline::ui
