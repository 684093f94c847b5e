// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/parts/commands.h"

#include "ui/kit/language/mnemonic.h"
#include "ui/kit/language/source_text.h"
#include "ui/kit/language/words.h"
#include "ui/kit/style/icons.h"

#include <QAction>
#include <QCoreApplication>
#include <QKeySequence>
#include <QMenu>
#include <QMenuBar>

#include <string_view>
#include <utility>

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

/// A struct, so that texts marked here and translated with tr() are of one context.
struct Table {
  Q_DECLARE_TR_FUNCTIONS(Commands)

 public:
  static constexpr auto file = QT_TR_NOOP("&File");
  static constexpr auto edit = QT_TR_NOOP("&Edit");
  static constexpr auto view = QT_TR_NOOP("&View");
  static constexpr auto go = QT_TR_NOOP("&Go");
  static constexpr auto tracks = QT_TR_NOOP("&Tracks");
  static constexpr auto record = QT_TR_NOOP("Recor&d");
  static constexpr auto help = QT_TR_NOOP("&Help");
  static constexpr auto exports = QT_TR_NOOP("E&xport");
  static constexpr auto names = QT_TR_NOOP("Kernel na&mes");
  static constexpr auto panels = QT_TR_NOOP("&Panels");
  static constexpr auto args = QT_TR_NOOP("args");

  static constexpr Row rows[] = {
      {Command::Open, file, QT_TR_NOOP("&Open…"), "Ctrl+O", "open", QT_TR_NOOP("Open one or more traces or logs")},
      {Command::OpenRanks, file, QT_TR_NOOP("Open &folder of ranks…"), "Ctrl+Shift+O", "",
       QT_TR_NOOP("Open the traces of all ranks of a run as one trace")},
      {Command::OpenRemote, file, QT_TR_NOOP("Open remo&te…"), "", "",
       QT_TR_NOOP("Open a file on another machine over ssh, without copying it")},
      {Command::OpenSample, file, QT_TR_NOOP("Open the &sample"), "", "sample",
       QT_TR_NOOP("Two training iterations of a transformer on an NVIDIA H200")},
      {Command::Reload, file, QT_TR_NOOP("&Reload"), "F5", "reload", QT_TR_NOOP("Reload this file"), Needs::File, true},
      {Command::CancelLoad, file, QT_TR_NOOP("Cancel &loading"), "Ctrl+.", "", QT_TR_NOOP("Stop loading this file"),
       Needs::Loading},
      {Command::ExportPicture, file, QT_TR_NOOP("Timeline or chart as &picture…"), "Ctrl+E", "",
       QT_TR_NOOP("Save the timeline, or the chart of a log, as PNG or SVG"), Needs::Picture, false, false, exports},
      {Command::ExportTrace, file, QT_TR_NOOP("&Range as trace…"), "Ctrl+Shift+E", "",
       QT_TR_NOOP("Save the selected range, or the visible range if none is selected, as a smaller Chrome trace"),
       Needs::Trace, false, false, exports},
      {Command::ExportDatabase, file, QT_TR_NOOP("Whole trace as &SQLite…"), "", "",
       QT_TR_NOOP("Save everything as an SQLite database with the tables of the query page"), Needs::Trace, false,
       false, exports},
      {Command::ExportStatistics, file, QT_TR_NOOP("S&tatistics as table…"), "", "",
       QT_TR_NOOP("Save the rows of the statistics or of a log table as CSV or Markdown"), Needs::TraceOrLog, false,
       false, exports},
      {Command::CompareTraces, file, QT_TR_NOOP("Co&mpare traces…"), "Ctrl+Shift+D", "",
       QT_TR_NOOP("Compare this trace with others in a separate window"), Needs::Trace},
      {Command::AddCapture, file, QT_TR_NOOP("&Add graph capture…"), "", "",
       QT_TR_NOOP("Show which operators launched replayed kernels, from the trace of the capture"), Needs::Trace},
      {Command::AddReport, file, QT_TR_NOOP("Add &Nsight Compute report…"), "", "",
       QT_TR_NOOP("Add values that Nsight Compute measured for these kernels"), Needs::Trace},
      {Command::AddSnapshot, file, QT_TR_NOOP("Add memory snaps&hot…"), "", "",
       QT_TR_NOOP("Draw a memory snapshot of the same process below the timeline"), Needs::Trace},
      {Command::CloseTab, file, QT_TR_NOOP("&Close"), "Ctrl+W", "close", QT_TR_NOOP("Close this file"), Needs::File,
       true},
      {Command::ReopenTab, file, QT_TR_NOOP("Reo&pen closed file"), "Ctrl+Shift+T", "",
       QT_TR_NOOP("Open the file closed last again"), Needs::Closed},
      {Command::Quit, file, QT_TR_NOOP("&Quit"), "Ctrl+Q", "", QT_TR_NOOP("Quit Kernline"), Needs::Nothing, true},

      {Command::Undo, edit, QT_TR_NOOP("&Undo"), "Ctrl+Z", "", QT_TR_NOOP("Undo the last change of a note"),
       Needs::NoteChange},
      {Command::Redo, edit, QT_TR_NOOP("Re&do"), "Ctrl+Shift+Z Ctrl+Y", "",
       QT_TR_NOOP("Repeat the change of a note that was undone"), Needs::UndoneChange},
      {Command::CopyName, edit, QT_TR_NOOP("&Copy name"), "Ctrl+Shift+C", "copy",
       QT_TR_NOOP("Copy the full name of the selection"), Needs::Selection, true},
      {Command::AskWhatIf, edit, QT_TR_NOOP("W&hat if this took…"), "", "",
       QT_TR_NOOP("Enter how long spans of this name would take, and replay the run"), Needs::Selection},
      {Command::ClearSelection, edit, QT_TR_NOOP("Clear &selection"), "Esc", "",
       QT_TR_NOOP("Clear the search, the selection and the selected range, one at a time"), Needs::Clearable},
      {Command::ChooseSelection, edit, QT_TR_NOOP("Select its &time range"), "R", "",
       QT_TR_NOOP("Limit statistics and search to the time of the selection"), Needs::SelectionOrStep},
      {Command::Find, edit, QT_TR_NOOP("&Find…"), "Ctrl+F /", "search",
       QT_TR_NOOP("Search all names, or the whole log"), Needs::TraceOrLog, true},
      {Command::FindNext, edit, QT_TR_NOOP("Find &next"), "F3 N", "", QT_TR_NOOP("Go to the next match"),
       Needs::Search},
      {Command::FindPrevious, edit, QT_TR_NOOP("Find &previous"), "Shift+F3 Shift+N", "",
       QT_TR_NOOP("Go to the previous match"), Needs::Search},
      {Command::SearchCase, edit, QT_TR_NOOP("&Match case"), "Alt+C", "",
       QT_TR_NOOP("Distinguish upper and lower case"), Needs::Trace, true, true},
      {Command::SearchRegex, edit, QT_TR_NOOP("&Regular expressions"), "Alt+R", "",
       QT_TR_NOOP("Treat the search text as a regular expression (RE2)"), Needs::Trace, false, true},
      {Command::SearchArgs, edit, QT_TR_NOOP("Search in &args too"), "Alt+A", "",
       QT_TR_NOOP("Also search the args of each span, read from the file again"), Needs::Trace, false, true},
      {Command::OnlyMatches, edit, QT_TR_NOOP("&Only matches"), "Alt+O", "filter",
       QT_TR_NOOP("Hide tracks without a match and spans that do not match"), Needs::Matches, false, true},
      {Command::EditFamilies, edit, QT_TR_NOOP("&Kernel families…"), "", "",
       QT_TR_NOOP("Rules that assign kernels to families, and what each rule matches"), Needs::Nothing, true},

      {Command::ZoomIn, view, QT_TR_NOOP("Zoom &in"), "Ctrl++ Ctrl+=", "zoom-in",
       QT_TR_NOOP("Show a shorter time range"), Needs::Trace},
      {Command::ZoomOut, view, QT_TR_NOOP("&Zoom out"), "Ctrl+-", "zoom-out", QT_TR_NOOP("Show a longer time range"),
       Needs::Trace},
      {Command::FitAll, view, QT_TR_NOOP("&Whole trace"), "0", "fit-all", QT_TR_NOOP("Show the whole trace"),
       Needs::Trace},
      {Command::FitSelection, view, QT_TR_NOOP("&Fit selection"), "F", "fit-selection",
       QT_TR_NOOP("Zoom to the selected span or step, or to the selected range if none is selected"),
       Needs::SelectionOrRange},
      {Command::FitRange, view, QT_TR_NOOP("Fit selected &range"), "Shift+F", "",
       QT_TR_NOOP("Zoom to the selected range"), Needs::Range},
      {Command::CollapseAll, view, QT_TR_NOOP("&Collapse all tracks"), "Ctrl+Up", "",
       QT_TR_NOOP("Collapse every process and track"), Needs::Trace, true},
      {Command::ExpandAll, view, QT_TR_NOOP("&Expand all tracks"), "Ctrl+Down", "",
       QT_TR_NOOP("Expand every process and track"), Needs::Trace},
      {Command::ShowOverview, view, QT_TR_NOOP("O&verview"), "F6", "overview",
       QT_TR_NOOP("Where time goes and why the GPU is idle, or everything that a log measured, on one page"),
       Needs::TraceOrLog, true, true},
      {Command::ShowReplayed, view, QT_TR_NOOP("With&out the profiler"), "Shift+P", "",
       QT_TR_NOOP("Show all times as they would be without the profiler: the run is replayed"), Needs::Trace, false,
       true},
      {Command::ShowPath, view, QT_TR_NOOP("Mar&k the critical path"), "K", "",
       QT_TR_NOOP("Show the critical path of the steps on the timeline, without the profiler"), Needs::Trace, false,
       true},
      {Command::ShowIdle, view, QT_TR_NOOP("Idle c&auses"), "I", "",
       QT_TR_NOOP("Mark on the timeline why each device is idle"), Needs::Trace, false, true},
      {Command::ShowQueue, view, QT_TR_NOOP("&Queue depth"), "Q", "",
       QT_TR_NOOP("Show how much work is launched but not finished over time"), Needs::Trace, false, true},
      {Command::ColorByRoofline, view, QT_TR_NOOP("Co&lor by roofline"), "Shift+C", "",
       QT_TR_NOOP("Color device work on the timeline by its share of the roofline instead of by name"), Needs::Trace,
       false, true},
      {Command::ShortNames, view, QT_TR_NOOP("&Short"), "", "",
       QT_TR_NOOP("The function, without namespaces, parameters and sizes"), Needs::Nothing, true, true, names},
      {Command::DemangledNames, view, QT_TR_NOOP("&Demangled"), "", "", QT_TR_NOOP("The whole C++ declaration"),
       Needs::Nothing, false, true, names},
      {Command::RawNames, view, QT_TR_NOOP("&Raw"), "", "", QT_TR_NOOP("As in the file"), Needs::Nothing, false, true,
       names},
      {Command::NextNames, view, QT_TR_NOOP("&Next name style"), "Ctrl+K", "",
       QT_TR_NOOP("Cycle through short, demangled and raw names"), Needs::Nothing, false, false, names},
      {Command::ShowLogText, view, QT_TR_NOOP("Log te&xt"), "T", "text",
       QT_TR_NOOP("Show or hide the log text around a table"), Needs::Log, true, true},
      {Command::ShowLogChart, view, QT_TR_NOOP("Table c&hart"), "C", "chart",
       QT_TR_NOOP("Show or hide the chart of a log table"), Needs::Log, false, true},
      {Command::FullScreen, view, QT_TR_NOOP("F&ull screen"), "F11", "", QT_TR_NOOP("Use the whole screen"),
       Needs::Nothing, false, true},

      {Command::ToLaunch, go, QT_TR_NOOP("Go to &launch"), "[", "to-launch",
       QT_TR_NOOP("Go from a kernel to the call that launched it"), Needs::Selection},
      {Command::ToKernel, go, QT_TR_NOOP("Go to &kernel"), "]", "to-kernel",
       QT_TR_NOOP("Go from a call or an operator to the work that it launched"), Needs::Selection},
      {Command::ToOperator, go, QT_TR_NOOP("Go to &operator"), "O", "",
       QT_TR_NOOP("Go to the operator of the selection"), Needs::Selection},
      {Command::ToOrigin, go, QT_TR_NOOP("Go to what &caused it"), "U", "",
       QT_TR_NOOP("Go to the Python function, or the operator of the forward pass, that led to the selection"),
       Needs::Selection},
      {Command::PreviousSameName, go, QT_TR_NOOP("&Previous with this name"), ",", "previous",
       QT_TR_NOOP("Go to the previous span with the same name"), Needs::Selection, true},
      {Command::NextSameName, go, QT_TR_NOOP("&Next with this name"), ".", "next",
       QT_TR_NOOP("Go to the next span with the same name"), Needs::Selection},
      {Command::PreviousStep, go, QT_TR_NOOP("Previous &step"), "<", "", QT_TR_NOOP("Go to the previous step"),
       Needs::Steps, true},
      {Command::NextStep, go, QT_TR_NOOP("N&ext step"), ">", "", QT_TR_NOOP("Go to the next step"), Needs::Steps},
      {Command::GoToTrack, go, QT_TR_NOOP("Go to &track…"), "Ctrl+P", "tracks",
       QT_TR_NOOP("Type part of a track name to go to that track"), Needs::Trace, true},
      {Command::Back, go, QT_TR_NOOP("&Back"), "Alt+Left", "back", QT_TR_NOOP("Return to the previous view"),
       Needs::Before, true},
      {Command::Forward, go, QT_TR_NOOP("For&ward"), "Alt+Right", "forward", QT_TR_NOOP("Go to the next view"),
       Needs::After},
      {Command::AddNote, go, QT_TR_NOOP("&Mark with a note…"), "M", "bookmark",
       QT_TR_NOOP("Add a note at the selection, the selected range or the middle of the view"), Needs::Trace},
      {Command::NextTab, go, QT_TR_NOOP("Next &file"), "Ctrl+Tab Ctrl+PgDown", "",
       QT_TR_NOOP("Go to the next open file"), Needs::OtherFiles, true},
      {Command::PreviousTab, go, QT_TR_NOOP("Pre&vious file"), "Ctrl+Shift+Tab Ctrl+PgUp", "",
       QT_TR_NOOP("Go to the previous open file"), Needs::OtherFiles},

      {Command::FilterTracks, tracks, QT_TR_NOOP("&Filter tracks…"), "Ctrl+Shift+F", "filter",
       QT_TR_NOOP("Show only tracks whose names contain a text"), Needs::Trace},
      {Command::PinTrack, tracks, QT_TR_NOOP("&Pin or unpin"), "P", "pin",
       QT_TR_NOOP("Pin the track of the selection to the top, or unpin it"), Needs::Selection, true},
      {Command::HideTrack, tracks, QT_TR_NOOP("&Hide"), "H", "", QT_TR_NOOP("Hide the track of the selection"),
       Needs::Selection},
      {Command::OnlyProcess, tracks, QT_TR_NOOP("Show &only this process"), "Ctrl+H", "",
       QT_TR_NOOP("Hide all other processes or groups of tracks"), Needs::Selection},
      {Command::ShowAllTracks, tracks, QT_TR_NOOP("&Show all tracks"), "Shift+H", "",
       QT_TR_NOOP("Show all hidden and filtered tracks"), Needs::Trace},
      {Command::TrackUp, tracks, QT_TR_NOOP("Move &up"), "Alt+Up", "up",
       QT_TR_NOOP("Swap the track of the selection with the one above"), Needs::Selection, true},
      {Command::TrackDown, tracks, QT_TR_NOOP("Move &down"), "Alt+Down", "down",
       QT_TR_NOOP("Swap the track of the selection with the one below"), Needs::Selection},
      {Command::TallerLanes, tracks, QT_TR_NOOP("&Taller lanes"), "Ctrl+Alt++ Ctrl+Alt+=", "",
       QT_TR_NOOP("Make the track of the selection taller"), Needs::Selection},
      {Command::LowerLanes, tracks, QT_TR_NOOP("Shorter &lanes"), "Ctrl+Alt+-", "",
       QT_TR_NOOP("Make the track of the selection shorter"), Needs::Selection},
      {Command::OneScale, tracks, QT_TR_NOOP("O&ne scale per unit"), "", "",
       QT_TR_NOOP("Use one scale for counters of the same group and unit"), Needs::Trace, true, true},
      {Command::ResetTracks, tracks, QT_TR_NOOP("&Reset arrangement"), "", "",
       QT_TR_NOOP("Clear pins, order, heights and hidden tracks for traces of this kind"), Needs::Trace},
      {Command::ShowRecord, record, QT_TR_NOOP("&Panel"), "F10", "record",
       QT_TR_NOOP("Show or hide the panel that runs kernels and programs on this machine's GPU"), Needs::Nothing, false,
       true},
      {Command::RunRecording, record, QT_TR_NOOP("&Run"), "Ctrl+F10", "run",
       QT_TR_NOOP("Run and record what the panel shows"), Needs::Runnable, true},
      {Command::FireRecording, record, QT_TR_NOOP("Record &now"), "Ctrl+Shift+F10", "record",
       QT_TR_NOOP("Record the program that the panel has started armed"), Needs::Armed},
      {Command::StopRecording, record, QT_TR_NOOP("&Stop"), "Ctrl+Shift+Return", "stop",
       QT_TR_NOOP("Stop the run and keep the recording"), Needs::Running},
      {Command::FollowEnd, record, QT_TR_NOOP("&Follow the end"), "End", "to-end",
       QT_TR_NOOP("Keep the newest records of a running recording visible"), Needs::Live, true, true},
      {Command::FindCommand, help, QT_TR_NOOP("Find a &command…"), "Ctrl+Shift+P", "",
       QT_TR_NOOP("Type part of a command name"), Needs::Nothing, true},
      {Command::Documentation, help, QT_TR_NOOP("&Documentation"), "F1", "text",
       QT_TR_NOOP("Show the pages on every feature of Kernline")},
      {Command::GuidedLook, help, QT_TR_NOOP("&Guided look"), "", "sample",
       QT_TR_NOOP("Five steps through the sample, in two minutes")},
      {Command::Shortcuts, help, QT_TR_NOOP("&Keyboard and mouse"), "?", "keyboard", QT_TR_NOOP("Show all shortcuts")},
      {Command::About, help, QT_TR_NOOP("&About Kernline"), "", "info", QT_TR_NOOP("Version and license")},
  };
};
static_assert(std::size(Table::rows) == static_cast<std::size_t>(Command::Count_));

/// Parses keys separated by blanks.
QList<QKeySequence> shortcutsFrom(const char* keys) {
  QList<QKeySequence> shortcuts;
  for (const QString& key : QString::fromUtf8(keys).split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
    shortcuts << QKeySequence(key);
  }
  return shortcuts;
}

/// Returns the text of buttons of commands without an icon; nullptr for the menu's text.
const char* buttonText(Command command) {
  switch (command) {
    case Command::SearchCase:
      return "Aa";
    case Command::SearchRegex:
      return ".*";
    case Command::SearchArgs:
      return Table::args;
    default:
      return nullptr;
  }
}

struct ActionTexts {
  const char* source;  ///< English text
  QString text;
  QString tip;
};

QAction* makeAction(const ActionTexts& texts, const char* shortcuts, const char* iconName, QObject* parent) {
  auto* action = new QAction(texts.text, parent);
  setSourceText(action, texts.source);
  action->setShortcuts(shortcutsFrom(shortcuts));
  action->setStatusTip(QString());
  QString tip = texts.tip;
  if (!action->shortcut().isEmpty()) {
    tip += QStringLiteral(" (%1)").arg(action->shortcut().toString(QKeySequence::NativeText));
  }
  action->setToolTip(tip);
  if (*iconName != 0) {
    action->setIcon(icon(QString::fromUtf8(iconName)));
  }
  action->setIconText(withoutMnemonic(action->text()));
  return action;
}

QAction* makeAction(const Row& row, QObject* parent) {
  QAction* action = makeAction({row.text, Table::tr(row.text), Table::tr(row.tip)}, row.shortcuts, row.icon, parent);
  action->setCheckable(row.isCheckable);
  if (row.command == Command::Quit) {
    action->setMenuRole(QAction::QuitRole);
  }
  if (const char* text = buttonText(row.command)) {
    action->setIconText(Table::tr(text));
  }
  return action;
}

QAction* makeAction(const DockKind& kind, QObject* parent) {
  QAction* action =
      makeAction({kind.text, Words::tr(kind.text), Words::tr(kind.tip)}, kind.shortcut, kind.icon, parent);
  action->setCheckable(true);
  return action;
}

}  // namespace

Commands::Commands(std::span<const DockKind* const> docks, QObject* parent) : QObject(parent), m_docks(docks) {
  for (const Row& row : Table::rows) {
    m_actions[static_cast<std::size_t>(row.command)] = makeAction(row, this);
  }
  for (const DockKind* kind : docks) {
    m_dockActions.emplace(kind, makeAction(*kind, this));
  }
}

void Commands::on(Command command, QObject* receiver, std::function<void()> what) const {
  connect((*this)[command], &QAction::triggered, receiver, [what = std::move(what)] { what(); });
}

void Commands::onChecked(Command command, QObject* receiver, std::function<void(bool)> what) const {
  connect((*this)[command], &QAction::triggered, receiver, std::move(what));
}

void Commands::addDocks(QMenu& menu, DockKind::Menu which) const {
  for (const DockKind* kind : m_docks) {
    if (kind->menu == which) {
      menu.addAction(ofDock(*kind));
    }
  }
}

void Commands::fillMenuBar(QMenuBar* bar, const OwnMenus& own) const {
  QMenu* menu = nullptr;
  QMenu* submenu = nullptr;  // rows of one follow each other
  std::string_view title;
  for (const Row& row : Table::rows) {
    if (row.menu != title) {
      title = row.menu;
      menu = bar->addMenu(Table::tr(row.menu));
      setSourceText(menu->menuAction(), row.menu);
    }
    if (row.opensGroup) {
      menu->addSeparator();
    }
    if (*row.submenu != 0) {
      if (submenu == nullptr) {
        submenu = menu->addMenu(Table::tr(row.submenu));
        setSourceText(submenu->menuAction(), row.submenu);
      }
      submenu->addAction((*this)[row.command]);
      continue;
    }
    submenu = nullptr;
    menu->addAction((*this)[row.command]);
    if (row.command == Command::OpenSample) {
      menu->addMenu(own.recent);
    } else if (row.command == Command::Reload) {
      menu->addMenu(own.memoryLimit);
    } else if (row.command == Command::SearchArgs) {
      addDocks(*menu, DockKind::Menu::Edit);
    } else if (row.command == Command::ColorByRoofline) {
      menu->addMenu(own.steps);
      menu->addSeparator();
      QMenu* panels = menu->addMenu(Table::tr(Table::panels));
      setSourceText(panels->menuAction(), Table::panels);
      addDocks(*panels, DockKind::Menu::View);
    } else if (row.command == Command::FullScreen) {
      menu->addMenu(own.theme);
      menu->addMenu(own.language);
      menu->addMenu(own.byteUnits);
    }
  }
}

void Commands::enable(const Available& available) const {
  for (const Row& row : Table::rows) {
    (*this)[row.command]->setEnabled(available.satisfies(row.needs));
  }
  for (const auto& [kind, action] : m_dockActions) {
    action->setEnabled(available.satisfies(kind->needs));
  }
}

}  // namespace kernline::ui
