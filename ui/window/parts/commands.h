// SPDX-License-Identifier: GPL-3.0-or-later
// This folder holds shared parts of controllers: commands, the current trace, settings, the status line.
#pragma once

#include "ui/views/dock/dock_kind.h"
#include "ui/window/parts/available.h"

#include <QObject>

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <span>

class QAction;
class QMenu;
class QMenuBar;

namespace kernline::ui {

/// All commands of the window.
enum class Command : std::uint8_t {
  Open,
  OpenRanks,
  OpenRemote,
  OpenSample,
  Reload,
  CancelLoad,
  ExportPicture,
  ExportTrace,
  ExportDatabase,
  ExportStatistics,
  CompareTraces,
  AddCapture,
  AddReport,
  AddSnapshot,
  CloseTab,
  ReopenTab,
  Quit,
  Undo,
  Redo,
  CopyName,
  AskWhatIf,
  Find,
  FindNext,
  FindPrevious,
  SearchCase,
  SearchRegex,
  SearchArgs,
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
  ShowReplayed,
  ShowPath,
  ShowIdle,
  ShowQueue,
  ColorByRoofline,
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
  ToOrigin,
  PreviousSameName,
  NextSameName,
  PreviousStep,
  NextStep,
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
  FireRecording,
  StopRecording,
  FollowEnd,
  NextTab,
  PreviousTab,
  Documentation,
  GuidedLook,
  Shortcuts,
  About,
  Count_
};

/// The window's actions, made from one table: texts, shortcuts, icons, menus. A new command is one row of it. Docks
/// bring commands of their own.
class Commands : public QObject {
  Q_OBJECT

 public:
  Commands(std::span<const DockKind* const> docks, QObject* parent);

  [[nodiscard]] QAction* operator[](Command command) const { return m_actions[static_cast<std::size_t>(command)]; }
  /// Returns the action that shows and hides a dock.
  [[nodiscard]] QAction* ofDock(const DockKind& kind) const { return m_dockActions.at(&kind); }
  /// Does `what` whenever the command is given, as long as `receiver` is there.
  void on(Command command, QObject* receiver, std::function<void()> what) const;
  /// Connects a checkable command.
  void onChecked(Command command, QObject* receiver, std::function<void(bool)> what) const;

  /// Menus whose entries are no commands.
  struct OwnMenus {
    QMenu* recent;
    QMenu* steps;
    QMenu* theme;
    QMenu* language;
    QMenu* byteUnits;
    QMenu* memoryLimit;
  };

  /// Adds the menus; those of `own` are put where they belong.
  void fillMenuBar(QMenuBar* bar, const OwnMenus& own) const;
  void enable(const Available& available) const;

 private:
  void addDocks(QMenu& menu, DockKind::Menu which) const;

  std::span<const DockKind* const> m_docks;
  std::map<const DockKind*, QAction*> m_dockActions;
  std::array<QAction*, static_cast<std::size_t>(Command::Count_)> m_actions{};
};

}  // namespace kernline::ui
