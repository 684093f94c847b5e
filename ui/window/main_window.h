// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/format/byte_units.h"
#include "core/model/trace/trace.h"
#include "ui/kit/language/language.h"
#include "ui/kit/open/file_load.h"
#include "ui/kit/style/theme.h"

#include <QList>
#include <QMainWindow>
#include <QMetaObject>
#include <QPointer>
#include <QStringList>

#include <cstdint>
#include <memory>
#include <vector>

class QMenu;
class QStackedWidget;

namespace kernline::ui {

class Commands;
class DocumentTab;
class DocumentTabs;
class DropHint;
class Exporter;
class FileTab;
class LogSearchBar;
class LogTab;
class MatchSet;
class PanelDocks;
class RecordDock;
class RunChoice;
class RunsWindow;
class SearchBar;
class StartPage;
class StatusLine;

/// The program's window: open files as tabs, search above, statistics and details around, a status line below.
class MainWindow : public QMainWindow {
  Q_OBJECT

 public:
  /// Ephemeral windows, e.g. for a picture, neither read nor write the user's settings.
  enum class Settings { Kept, Ephemeral };

  explicit MainWindow(Settings settings = Settings::Kept, QWidget* parent = nullptr);
  ~MainWindow() override;

  void open(const QStringList& paths);
  /// Opens files beside the current log, and compares it with those that are logs.
  void compareWith(const QStringList& paths);
  /// Opens traces and shows them beside each other once they are read, the base first.
  void compareFiles(const QStringList& paths);
  void adopt(std::unique_ptr<FileLoad> load);
  /// Opens what was open when the last window was closed, each file where it was looked at. False: there was nothing.
  bool restoreSession();
  /// For a window without any file.
  void showStart() { showCurrentDocument(); }
  void setTheme(ThemeChoice choice);
  [[nodiscard]] ThemeChoice theme() const { return m_theme; }
  /// Marks what is chosen in the menu. A window speaks the language that it was made in: see Windows.
  void setLanguage(LanguageChoice choice);
  /// Makes `next` look like this window, with all of its files, each where it was looked at and none read again. This
  /// window is to go then.
  void handOverTo(MainWindow& next);

  [[nodiscard]] FileTab* currentFile() const;
  [[nodiscard]] DocumentTab* currentDocument() const;  ///< nullptr for a log
  [[nodiscard]] LogTab* currentLog() const;            ///< nullptr for anything else
  [[nodiscard]] const Commands& commands() const { return *m_commands; }
  /// Something is still being loaded, counted or read.
  [[nodiscard]] bool isBusy() const;

 public Q_SLOTS:
  void openDialog();
  void openRanksDialog();
  void openSample();
  void goTo(kernline::SpanId span);

 Q_SIGNALS:
  void languageRequested(kernline::ui::LanguageChoice choice);
  void byteUnitsRequested(kernline::ByteUnits units);

 protected:
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dragLeaveEvent(QDragLeaveEvent* event) override;
  void dropEvent(QDropEvent* event) override;
  void closeEvent(QCloseEvent* event) override;

 private:
  using Matches = std::shared_ptr<const std::vector<SpanId>>;

  void buildToolBar();
  void buildThemeMenu(QMenu* menu);
  void buildLanguageMenu(QMenu* menu);
  void buildByteUnitsMenu(QMenu* menu);
  void connectFileCommands();
  void connectExportCommands();
  void connectViewCommands();
  void connectDockCommands();
  void connectGoCommands();
  void connectTrackCommands();
  void connectSearch();
  void connectNames();
  void connectLogs();
  void connectParts();
  void connectRuns();
  void buildRecordDock();
  void connectRecord();
  void endWritingOf(const QString& path);
  void fillRecentMenu();
  [[nodiscard]] QStringList askForFiles(const QString& title);
  void showStartPage();
  void keepSession() const;

  void showCurrentDocument();
  void showPageOfDocument();
  void followView(DocumentTab* document);
  void followLog(LogTab* log);
  void showLogState();
  void fillComparisonMenu(QMenu& menu);
  void chooseComparedFiles();
  [[nodiscard]] bool isCompared(const QString& path) const;
  void joinComparison(const QString& path);
  void goToLineOf(const QString& path, std::uint32_t line);
  void leaveLogSearch();
  void find();
  void findNeighbour(bool forward);
  void showSelection(SpanId span);
  void showGrown();
  void showLive();
  void showChosenRange();
  void showArrangement();
  void showMatches(const MatchSet& matches);
  void showMatchesOf(SpanId span, const Matches& matches);
  void listMatches();
  void leaveSearch();
  void leaveSearchOrSelection();
  void showFindings();
  void addNote();
  void makeRunsWindow();
  void compareTraces();
  void compareMemory(int number, const std::shared_ptr<const Trace>& base);
  void showRunsToCompare();
  void findCommand();
  void findTrack();
  void enableCommands();

  Settings m_settings;
  ThemeChoice m_theme = ThemeChoice::System;
  LanguageChoice m_language = LanguageChoice::System;
  Commands* m_commands = nullptr;
  QStackedWidget* m_pages = nullptr;
  DocumentTabs* m_tabs = nullptr;
  StartPage* m_startPage = nullptr;
  PanelDocks* m_panels = nullptr;
  RecordDock* m_record = nullptr;
  QStackedWidget* m_searchPlace = nullptr;
  SearchBar* m_search = nullptr;
  LogSearchBar* m_logSearch = nullptr;
  StatusLine* m_status = nullptr;
  DropHint* m_dropHint = nullptr;
  Exporter* m_exporter = nullptr;
  RunChoice* m_runChoice = nullptr;
  QMenu* m_recent = nullptr;
  QMenu* m_themeMenu = nullptr;
  QMenu* m_languageMenu = nullptr;
  QPointer<RunsWindow> m_runs;
  QPointer<DocumentTab> m_followed;
  QPointer<LogTab> m_followedLog;
  QPointer<LogTab> m_comparing;  // which waits for these to arrive:
  QStringList m_compared;
  QList<QMetaObject::Connection> m_viewConnections;
  QList<QMetaObject::Connection> m_logConnections;
};

}  // namespace kernline::ui
