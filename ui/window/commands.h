// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <array>
#include <cstddef>
#include <cstdint>

class QAction;
class QMenu;
class QMenuBar;

namespace kernline::ui {

/// Everything the window can be told to do.
enum class Command : std::uint8_t {
  Open,
  OpenRanks,
  OpenSample,
  Reload,
  CancelLoad,
  ExportPicture,
  ExportTrace,
  ExportDatabase,
  ExportStatistics,
  CompareTraces,
  CloseTab,
  Quit,
  CopyName,
  Find,
  FindNext,
  FindPrevious,
  SearchCase,
  SearchRegex,
  SearchArgs,
  ShowMatches,
  OnlyMatches,
  EditFamilies,
  ClearSelection,
  ChooseSelection,
  ZoomIn,
  ZoomOut,
  FitAll,
  FitSelection,
  FitRange,
  CollapseAll,
  ExpandAll,
  ShowOverview,
  ShowIdle,
  ShowQueue,
  ShowDetails,
  ShowStatistics,
  ShowNotes,
  ShowTracks,
  ShowTrust,
  ShowQuery,
  ShowCallTree,
  ShowMemory,
  ShowRanks,
  ShortNames,
  DemangledNames,
  RawNames,
  NextNames,
  ShowLogText,
  ShowLogChart,
  FullScreen,
  ToLaunch,
  ToKernel,
  ToOperator,
  PreviousNamesake,
  NextNamesake,
  GoToTrack,
  FindCommand,
  Back,
  Forward,
  AddNote,
  FilterTracks,
  PinTrack,
  HideTrack,
  OnlyProcess,
  ShowAllTracks,
  TrackUp,
  TrackDown,
  TallerLanes,
  LowerLanes,
  OneScale,
  ResetTracks,
  ShowRecord,
  RunRecording,
  StopRecording,
  FollowEnd,
  NextTab,
  PreviousTab,
  Shortcuts,
  About,
  Count_
};

/// What must be there for a command to make sense.
enum class Needs : std::uint8_t {
  Nothing,
  File,
  Document,
  Trace,
  Selection,
  Range,
  SelectionOrRange,
  Matches,
  Log,
  Ranks,
  Live,
  Picture,
  TraceOrLog
};

/// What is there.
struct Available {
  bool file = false;
  bool document = false;  ///< a file that is no log
  bool trace = false;
  bool log = false;
  bool live = false;        ///< a recording that is being written
  bool ranks = false;       ///< a trace of several ranks
  bool memoryFile = false;  ///< a file about memory alone
  bool selection = false;   ///< of a span
  bool range = false;       ///< a chosen stretch of time
  bool matches = false;     ///< of a search

  [[nodiscard]] bool satisfies(Needs needs) const;
};

/// The window's actions, made from one table: texts, shortcuts, icons, menus. A new command is one row of it.
class Commands : public QObject {
  Q_OBJECT

 public:
  explicit Commands(QObject* parent);

  [[nodiscard]] QAction* operator[](Command command) const { return m_actions[static_cast<std::size_t>(command)]; }

  /// Menus whose entries are no commands.
  struct OwnMenus {
    QMenu* recent;
    QMenu* theme;
    QMenu* language;
    QMenu* byteUnits;
  };

  /// Adds the menus; those of `own` are put where they belong.
  void fillMenuBar(QMenuBar* bar, const OwnMenus& own) const;
  void enable(const Available& available) const;

 private:
  std::array<QAction*, static_cast<std::size_t>(Command::Count_)> m_actions{};
};

}  // namespace kernline::ui
