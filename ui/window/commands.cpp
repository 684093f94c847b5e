// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/commands.h"

#include "ui/style/icons.h"

#include <QAction>
#include <QKeySequence>
#include <QMenu>
#include <QMenuBar>

#include <string_view>

namespace kernline::ui {
namespace {

struct Row {
  Command command;
  const char* menu;
  const char* text;
  const char* shortcuts;  ///< separated by blanks
  const char* icon;
  const char* tip;
  Needs needs = Needs::Nothing;
  bool opensGroup = false;  ///< a separator comes before it in its menu
  bool isCheckable = false;
  const char* submenu = "";
};

constexpr Row table[] = {
    {Command::Open, "&File", "&Open…", "Ctrl+O", "open", "Open one or more traces or logs"},
    {Command::OpenSample, "&File", "Open the &sample", "", "sample",
     "Two training iterations of a transformer on an NVIDIA H200"},
    {Command::Reload, "&File", "&Reload", "F5", "reload", "Read this file again", Needs::File, true},
    {Command::CancelLoad, "&File", "Cancel &loading", "Ctrl+.", "", "Stop loading this file", Needs::File},
    {Command::ExportPicture, "&File", "Timeline or chart as &picture…", "Ctrl+E", "",
     "Save the timeline, or the chart of a log, as it is as PNG or SVG", Needs::TraceOrLog, false, false, "E&xport"},
    {Command::ExportTrace, "&File", "&Range as trace…", "Ctrl+Shift+E", "",
     "Save the chosen range, or else what is in sight, as a smaller Chrome trace", Needs::Trace, false, false,
     "E&xport"},
    {Command::ExportDatabase, "&File", "Whole trace as &SQLite…", "", "",
     "Save everything as a database with the tables of the query page", Needs::Trace, false, false, "E&xport"},
    {Command::ExportStatistics, "&File", "S&tatistics as table…", "", "",
     "Save the rows of the statistics, or of a log's table, as CSV or Markdown", Needs::TraceOrLog, false, false,
     "E&xport"},
    {Command::CloseTab, "&File", "&Close", "Ctrl+W", "close", "Close this file", Needs::File, true},
    {Command::Quit, "&File", "&Quit", "Ctrl+Q", "", "Leave Kernline", Needs::Nothing, true},

    {Command::CopyName, "&Edit", "&Copy name", "Ctrl+Shift+C", "copy", "Copy the full name of the selection",
     Needs::Selection},
    {Command::ClearSelection, "&Edit", "Clear &selection", "Esc", "",
     "Forget search, selection and chosen range, one after the other", Needs::TraceOrLog},
    {Command::ChooseSelection, "&Edit", "Choose its &time range", "R", "",
     "Limit statistics and search to the time of the selection", Needs::Selection},
    {Command::Find, "&Edit", "&Find…", "Ctrl+F /", "search", "Search all names, or all of a log", Needs::TraceOrLog,
     true},
    {Command::FindNext, "&Edit", "Find &next", "F3 N", "", "Go to the next match", Needs::TraceOrLog},
    {Command::FindPrevious, "&Edit", "Find &previous", "Shift+F3 Shift+N", "", "Go to the previous match",
     Needs::TraceOrLog},
    {Command::SearchCase, "&Edit", "&Match case", "Alt+C", "", "Upper and lower case differ in searches",
     Needs::Nothing, true, true},
    {Command::SearchRegex, "&Edit", "&Regular expressions", "Alt+R", "",
     "What is searched for is a regular expression (RE2)", Needs::Nothing, false, true},
    {Command::SearchArgs, "&Edit", "Search in &args too", "Alt+A", "",
     "Search what the file says of each span, read from the file again", Needs::Nothing, false, true},
    {Command::ShowMatches, "&Edit", "&List matches", "Ctrl+L", "list",
     "Show or hide the table of what the search found", Needs::Document, false, true},
    {Command::OnlyMatches, "&Edit", "&Only matches", "Alt+O", "filter",
     "Hide rows without a match and spans that do not match", Needs::Matches, false, true},
    {Command::EditFamilies, "&Edit", "&Kernel families…", "", "",
     "The rules by which kernels belong to families, and what each catches", Needs::Nothing, true},

    {Command::ZoomIn, "&View", "Zoom &in", "Ctrl++ Ctrl+=", "zoom-in", "Show less time, larger", Needs::Trace},
    {Command::ZoomOut, "&View", "Zoom &out", "Ctrl+-", "zoom-out", "Show more time, smaller", Needs::Trace},
    {Command::FitAll, "&View", "&Whole trace", "0", "fit-all", "Show the whole trace", Needs::Trace},
    {Command::FitSelection, "&View", "&Fit selection", "F", "fit-selection",
     "Zoom to the selected span, or else to the chosen range", Needs::SelectionOrRange},
    {Command::FitRange, "&View", "Fit chosen &range", "Shift+F", "", "Zoom to the chosen range", Needs::Range},
    {Command::CollapseAll, "&View", "&Collapse all rows", "Ctrl+Up", "", "Collapse every process and track",
     Needs::Trace, true},
    {Command::ExpandAll, "&View", "&Expand all rows", "Ctrl+Down", "", "Expand every process and track", Needs::Trace},
    {Command::ShowOverview, "&View", "O&verview", "F6", "overview",
     "Where the time goes and why the GPU is idle, or all that a log measured, on one page", Needs::TraceOrLog, true,
     true},
    {Command::ShowIdle, "&View", "Idle c&auses", "I", "", "Paint on the timeline why each device is idle", Needs::Trace,
     false, true},
    {Command::ShowQueue, "&View", "&Queue depth", "Q", "",
     "Show over time how much work is launched and not yet finished", Needs::Trace, false, true},
    {Command::ShowDetails, "&View", "&Details", "F9", "details", "Show or hide the details of the selection",
     Needs::Document, true, true},
    {Command::ShowStatistics, "&View", "&Statistics", "F8", "statistics", "Show or hide the statistics",
     Needs::Document, false, true},
    {Command::ShowNotes, "&View", "&Notes", "F7", "bookmark", "Show or hide the notes of this trace", Needs::Document,
     false, true},
    {Command::ShowTracks, "&View", "Trac&ks", "F4", "tracks", "Show or hide the list of rows", Needs::Document, false,
     true},
    {Command::ShowTrust, "&View", "Trust &panel", "Ctrl+I", "warning", "Show or hide what is doubtful about this trace",
     Needs::Document, false, true},
    {Command::ShowQuery, "&View", "Quer&y", "F2", "query", "Show or hide the SQL page", Needs::Document, false, true},
    {Command::ShowCallTree, "&View", "Ca&ll tree", "F12", "", "Show or hide the call tree and the flame graph",
     Needs::Document, false, true},
    {Command::ShortNames, "&View", "&Short", "", "", "The function, without namespaces, parameters and sizes",
     Needs::Nothing, true, true, "Kernel na&mes"},
    {Command::DemangledNames, "&View", "&Demangled", "", "", "The whole C++ declaration", Needs::Nothing, false, true,
     "Kernel na&mes"},
    {Command::RawNames, "&View", "&Raw", "", "", "As the file spells them", Needs::Nothing, false, true,
     "Kernel na&mes"},
    {Command::NextNames, "&View", "&Next of these", "Ctrl+K", "", "Short, demangled, raw, and short again",
     Needs::Nothing, false, false, "Kernel na&mes"},
    {Command::ShowLogText, "&View", "Te&xt of the log", "T", "text", "Show or hide the text that a table stands in",
     Needs::Log, true, true},
    {Command::ShowLogChart, "&View", "C&hart of the table", "C", "chart", "Show or hide the chart of a log's table",
     Needs::Log, false, true},
    {Command::FullScreen, "&View", "F&ull screen", "F11", "", "Use the whole screen", Needs::Nothing, false, true},

    {Command::ToLaunch, "&Go", "To its &launch", "[", "to-launch", "From a kernel to the call that launched it",
     Needs::Selection},
    {Command::ToKernel, "&Go", "To its &kernel", "]", "to-kernel", "From a call or an operator to what it launched",
     Needs::Selection},
    {Command::ToOperator, "&Go", "To its &operator", "O", "", "To the operator that made the selection",
     Needs::Selection},
    {Command::PreviousNamesake, "&Go", "&Previous of this name", ",", "previous",
     "To the span of the same name before this one", Needs::Selection, true},
    {Command::NextNamesake, "&Go", "&Next of this name", ".", "next", "To the span of the same name after this one",
     Needs::Selection},
    {Command::GoToTrack, "&Go", "To a &track…", "Ctrl+P", "tracks", "Type a part of a track's name to go there",
     Needs::Trace, true},
    {Command::Back, "&Go", "&Back", "Alt+Left", "back", "To what was in sight before", Needs::Trace, true},
    {Command::Forward, "&Go", "For&ward", "Alt+Right", "forward", "To what was in sight after", Needs::Trace},
    {Command::AddNote, "&Go", "&Mark with a note…", "M", "bookmark",
     "Write a note at the selection, at the chosen range or at the middle of the view", Needs::Trace},
    {Command::NextTab, "&Go", "Next &file", "Ctrl+Tab Ctrl+PgDown", "", "To the next open file", Needs::File, true},
    {Command::PreviousTab, "&Go", "Pre&vious file", "Ctrl+Shift+Tab Ctrl+PgUp", "", "To the previous open file",
     Needs::File},

    {Command::FilterTracks, "&Tracks", "&Filter rows…", "Ctrl+Shift+F", "filter",
     "Show only rows with a text in their names", Needs::Trace},
    {Command::PinTrack, "&Tracks", "&Pin or unpin", "P", "pin", "Keep the row of the selection at the top, or let go",
     Needs::Selection, true},
    {Command::HideTrack, "&Tracks", "&Hide", "H", "", "Hide the row of the selection", Needs::Selection},
    {Command::OnlyProcess, "&Tracks", "&Only its process", "Ctrl+H", "",
     "Hide every other process, or every other group of rows", Needs::Selection},
    {Command::ShowAllTracks, "&Tracks", "&Show all rows", "Shift+H", "", "No row is hidden or filtered away then",
     Needs::Trace},
    {Command::TrackUp, "&Tracks", "Move &up", "Alt+Up", "up",
     "The row of the selection changes places with the one above", Needs::Selection, true},
    {Command::TrackDown, "&Tracks", "Move &down", "Alt+Down", "down",
     "The row of the selection changes places with the one below", Needs::Selection},
    {Command::TallerLanes, "&Tracks", "&Taller lanes", "Ctrl+Alt++ Ctrl+Alt+=", "",
     "More height for the row of the selection", Needs::Selection},
    {Command::LowerLanes, "&Tracks", "&Lower lanes", "Ctrl+Alt+-", "", "Less height for the row of the selection",
     Needs::Selection},
    {Command::OneScale, "&Tracks", "O&ne scale per unit", "", "", "Counters of one group and one unit have one scale",
     Needs::Trace, true, true},
    {Command::ResetTracks, "&Tracks", "&Reset arrangement", "", "",
     "Forget pins, order, heights and what is hidden, for traces of this kind", Needs::Trace},
    {Command::FindCommand, "&Help", "Find a &command…", "Ctrl+Shift+P", "", "Type a part of what you want done",
     Needs::Nothing, true},
    {Command::Shortcuts, "&Help", "&Keyboard and mouse", "?", "keyboard", "All keys on one sheet"},
    {Command::About, "&Help", "&About Kernline", "", "info", "Version and licence"},
};
static_assert(std::size(table) == static_cast<std::size_t>(Command::Count_));

QList<QKeySequence> shortcutsOf(const Row& row) {
  QList<QKeySequence> keys;
  for (const QString& key : QString::fromUtf8(row.shortcuts).split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
    keys << QKeySequence(key);
  }
  return keys;
}

/// What buttons of commands without an icon say; nullptr: what menus say.
const char* buttonText(Command command) {
  switch (command) {
    case Command::SearchCase:
      return "Aa";
    case Command::SearchRegex:
      return ".*";
    case Command::SearchArgs:
      return "args";
    default:
      return nullptr;
  }
}

QAction* makeAction(const Row& row, QObject* parent) {
  auto* action = new QAction(QString::fromUtf8(row.text), parent);
  action->setShortcuts(shortcutsOf(row));
  action->setCheckable(row.isCheckable);
  action->setStatusTip(QString());
  QString tip = QString::fromUtf8(row.tip);
  if (!action->shortcut().isEmpty()) {
    tip += QStringLiteral(" (%1)").arg(action->shortcut().toString(QKeySequence::NativeText));
  }
  action->setToolTip(tip);
  if (*row.icon != 0) {
    action->setIcon(icon(QString::fromUtf8(row.icon)));
  }
  if (row.command == Command::Quit) {
    action->setMenuRole(QAction::QuitRole);
  }
  if (const char* text = buttonText(row.command)) {
    action->setIconText(QString::fromUtf8(text));
  }
  return action;
}

}  // namespace

bool Available::satisfies(Needs needs) const {
  switch (needs) {
    case Needs::Nothing:
      return true;
    case Needs::File:
      return file;
    case Needs::Document:
      return document;
    case Needs::Log:
      return log;
    case Needs::TraceOrLog:
      return trace || log;
    case Needs::Trace:
      return trace;
    case Needs::Selection:
      return selection;
    case Needs::Range:
      return range;
    case Needs::SelectionOrRange:
      return selection || range;
    case Needs::Matches:
      return matches;
  }
  return false;
}

Commands::Commands(QObject* parent) : QObject(parent) {
  for (const Row& row : table) {
    m_actions[static_cast<std::size_t>(row.command)] = makeAction(row, this);
  }
}

void Commands::fillMenuBar(QMenuBar* bar, QMenu* recent, QMenu* theme) const {
  QMenu* menu = nullptr;
  QMenu* submenu = nullptr;  // rows of one follow each other
  std::string_view title;
  for (const Row& row : table) {
    if (row.menu != title) {
      title = row.menu;
      menu = bar->addMenu(QString::fromUtf8(row.menu));
    }
    if (row.opensGroup) {
      menu->addSeparator();
    }
    if (*row.submenu != 0) {
      if (submenu == nullptr) {
        submenu = menu->addMenu(QString::fromUtf8(row.submenu));
      }
      submenu->addAction((*this)[row.command]);
      continue;
    }
    submenu = nullptr;
    menu->addAction((*this)[row.command]);
    if (row.command == Command::OpenSample) {
      menu->addMenu(recent);
    } else if (row.command == Command::FullScreen) {
      menu->addMenu(theme);
    }
  }
}

void Commands::enable(const Available& available) const {
  for (const Row& row : table) {
    (*this)[row.command]->setEnabled(available.satisfies(row.needs));
  }
}

}  // namespace kernline::ui
