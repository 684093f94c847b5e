// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/main_window.h"

#include "ui/views/compare/ranks/trace_ranks.h"
#include "ui/views/details/details_dock.h"
#include "ui/views/memory/memory_panel.h"
#include "ui/views/notes/trace_notes.h"
#include "ui/views/record/live_recording.h"
#include "ui/views/statistics/statistics_dock.h"
#include "ui/views/steps/trace_steps.h"
#include "ui/views/timeline/scene_history.h"
#include "ui/views/timeline/timeline_scene.h"
#include "ui/views/timeline/timeline_view.h"
#include "ui/window/controllers/comparison_controller.h"
#include "ui/window/controllers/exporter.h"
#include "ui/window/controllers/file_controller.h"
#include "ui/window/controllers/graph_controller.h"
#include "ui/window/controllers/guide_controller.h"
#include "ui/window/controllers/help_controller.h"
#include "ui/window/controllers/log_controller.h"
#include "ui/window/controllers/names_controller.h"
#include "ui/window/controllers/record_controller.h"
#include "ui/window/controllers/report_controller.h"
#include "ui/window/controllers/search_controller.h"
#include "ui/window/controllers/snapshot_controller.h"
#include "ui/window/controllers/steps_controller.h"
#include "ui/window/controllers/timeline_controller.h"
#include "ui/window/docks/docks.h"
#include "ui/window/parts/appearance_menus.h"
#include "ui/window/parts/commands.h"
#include "ui/window/parts/current_trace.h"
#include "ui/window/parts/memory_limit_menu.h"
#include "ui/window/parts/status_line.h"
#include "ui/window/parts/window_settings.h"
#include "ui/window/session.h"
#include "ui/window/start/drop_hint.h"
#include "ui/window/start/start_page.h"
#include "ui/window/tabs/experiment_tab.h"
#include "ui/window/tabs/file_tab_bar.h"
#include "ui/window/tabs/file_tabs.h"
#include "ui/window/tabs/log_tab.h"
#include "ui/window/tabs/memory_tab.h"
#include "ui/window/tabs/ranks_tab.h"
#include "ui/window/tabs/trace_tab.h"

#include <QAction>
#include <QCloseEvent>
#include <QKeyEvent>
#include <QLayout>
#include <QMenu>
#include <QMenuBar>
#include <QStackedWidget>
#include <QToolBar>
#include <QToolButton>

#include <utility>

namespace kernline::ui {
namespace {

Available availableIn(const FileTab* file, const CurrentTrace& current) {
  const TraceTab* tab = current.tab();
  const auto* log = qobject_cast<const LogTab*>(file);
  const bool isMemory = qobject_cast<const MemoryTab*>(file) != nullptr;
  const TraceSteps* steps = current.trace() != nullptr ? current.steps() : nullptr;
  const SceneHistory* history = current.trace() != nullptr ? &current.view()->history() : nullptr;
  const bool hasNoTimeline =
      qobject_cast<const ExperimentTab*>(file) != nullptr || qobject_cast<const RanksTab*>(file) != nullptr;
  return {.file = file != nullptr,
          .timelineFile = file != nullptr && log == nullptr && !isMemory && !hasNoTimeline,
          .trace = current.trace() != nullptr,
          .log = log != nullptr && log->log() != nullptr,
          .live = tab != nullptr && tab->live() != nullptr && !tab->live()->isOver(),
          .ranks = tab != nullptr && tab->ranks()->set() != nullptr,
          .memoryFile = isMemory,
          .selection = current.selection() != SpanId::none,
          .step = current.trace() != nullptr && current.view()->scene().selection().step().has_value(),
          .range = current.chosenRange().has_value(),
          .steps = steps != nullptr && steps->found() && !steps->found()->steps.empty(),
          .loading = file != nullptr && file->state() == FileTab::State::Loading,
          .before = history != nullptr && history->hasBefore(),
          .after = history != nullptr && history->hasAfter()};
}

}  // namespace

MainWindow::MainWindow(Settings settings, QWidget* parent) : QMainWindow(parent), m_settings(settings) {
  const bool isKept = settings == Settings::Kept;
  setWindowTitle(QStringLiteral("Kernline"));
  setDockOptions(AnimatedDocks | AllowTabbedDocks | AllowNestedDocks);
  m_appearance = new AppearanceMenus(*this, isKept);
  m_commands = new Commands(dockKinds(), this);
  auto* recent = new QMenu(tr("Open r&ecent"), this);
  auto* steps = new QMenu(tr("&Steps"), this);
  m_commands->fillMenuBar(menuBar(), {.recent = recent,
                                      .steps = steps,
                                      .theme = m_appearance->themeMenu(),
                                      .language = m_appearance->languageMenu(),
                                      .byteUnits = m_appearance->byteUnitsMenu(),
                                      .memoryLimit = memoryLimitMenu(*this, isKept)});
  m_pages = new QStackedWidget(this);
  m_tabs = new FileTabs(m_pages);
  m_pages->addWidget(m_tabs);
  setCentralWidget(m_pages);
  m_current = new CurrentTrace(*m_tabs, this);
  m_status = new StatusLine(this);
  setStatusBar(m_status);
  constexpr QSize firstSize(1440, 900);
  resize(firstSize);

  // In the order in which they get another file: the one that shows a trace comes before the one that searches in it.
  m_docks = new Docks(*this, *m_commands, *m_tabs, *m_current);
  const WindowParts parts{*this, *m_commands, *m_tabs, *m_current, *m_docks, *m_status};
  new TimelineController(parts, isKept);
  new StepsController(parts, *steps);
  m_files = new FileController(parts, *recent, isKept);
  m_logs = new LogController(parts, *m_files);
  m_search = new SearchController(parts);
  m_status->follow(*m_current);
  m_comparison = new ComparisonController(parts, *m_files);
  m_record = new RecordController(parts, *m_files, *m_comparison);
  m_exporter = new Exporter(parts);
  new NamesController(parts, isKept);
  new GraphController(parts, *m_files);
  new ReportController(parts, *m_files);
  new SnapshotController(parts, *m_files);
  new HelpController(parts);
  m_guide = new GuideController(parts, isKept);
  buildToolBar();
  connectParts();
  if (isKept) {
    restoreWindow(*this);
    if (!toolBarBreak(m_tabRow)) {
      insertToolBarBreak(m_tabRow);  // a layout of an earlier version knows no such row
    }
    m_tabs->keepChoices();
    m_comparison->keepChoices();
  }
  enableCommands();
}

MainWindow::~MainWindow() {
  // Children report changes while they are deleted, when there is no receiver.
  m_tabs->blockSignals(true);
  m_current->blockSignals(true);
  delete m_guide;
}

void MainWindow::buildToolBar() {
  QToolBar* bar = addToolBar(tr("Tools"));
  bar->setObjectName(QStringLiteral("toolBar"));
  bar->setMovable(false);
  bar->setContextMenuPolicy(Qt::PreventContextMenu);
  const Commands& commands = *m_commands;
  bar->addAction(commands[Command::Open]);
  bar->addSeparator();
  for (const Command command : {Command::ZoomOut, Command::ZoomIn, Command::FitAll, Command::FitSelection}) {
    bar->addAction(commands[command]);
  }
  bar->addSeparator();
  for (const Command command : {Command::ToLaunch, Command::ToKernel}) {
    bar->addAction(commands[command]);
  }
  bar->addSeparator();
  bar->addWidget(m_search->bars());
  bar->addSeparator();
  bar->addAction(commands[Command::ShowOverview]);
  static_cast<QToolButton*>(bar->widgetForAction(commands[Command::ShowOverview]))
      ->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  bar->addAction(commands.ofDock(statisticsDock));
  bar->addAction(commands.ofDock(detailsDock));
  addToolBarBreak();
  m_tabRow = addToolBar(tr("Open files"));
  m_tabRow->setObjectName(QStringLiteral("fileTabRow"));
  m_tabRow->setMovable(false);
  m_tabRow->setContextMenuPolicy(Qt::PreventContextMenu);
  m_tabRow->layout()->setContentsMargins({});
  m_tabRow->addWidget(m_tabs->bar());
}

void MainWindow::connectParts() {
  connect(m_tabs, &FileTabs::currentFileChanged, this, &MainWindow::showCurrentFile);
  connect(m_current, &CurrentTrace::selectionChanged, this, &MainWindow::enableCommands);
  connect(m_current, &CurrentTrace::selectedStepChanged, this, &MainWindow::enableCommands);
  connect(m_current, &CurrentTrace::chosenRangeChanged, this, &MainWindow::enableCommands);
  connect(m_current, &CurrentTrace::stepsChanged, this, &MainWindow::enableCommands);
  connect(m_current, &CurrentTrace::historyChanged, this, &MainWindow::enableCommands);
  connect(m_current, &CurrentTrace::liveChanged, this, &MainWindow::enableCommands);
  connect(m_current, &CurrentTrace::notesChanged, this, &MainWindow::enableCommands);
  connect(m_record, &RecordController::stateChanged, this, &MainWindow::enableCommands);
  connect(m_search, &SearchController::activeChanged, this, &MainWindow::enableCommands);
  connect(m_search, &SearchController::matchesChanged, this, &MainWindow::enableCommands);
  connect(m_docks, &Docks::refused, m_status, [this](const QString& why) { m_status->showMessage(why); });
  connect(m_docks, &Docks::panelsMade, this, [this] {
    auto* memory = m_docks->find<MemoryPanel>();
    memory->setOthers([this] { return m_tabs->memorySources(m_tabs->current()); });
    memory->setSnapshots([this] { return m_tabs->snapshotsBeside(m_tabs->current()); });
    connect(m_tabs, &FileTabs::fileReady, memory, &MemoryPanel::look);
  });
  connect(new DropHint(this), &DropHint::filesDropped, this, [this](const QStringList& paths) {
    openFiles(paths);
    activateWindow();
  });
  m_commands->on(Command::Quit, this, [this] { close(); });
  m_commands->onChecked(Command::FullScreen, this,
                        [this](bool full) { setWindowState(windowState().setFlag(Qt::WindowFullScreen, full)); });
}

void MainWindow::openFiles(const QStringList& paths) {
  m_files->openFiles(paths);
}

void MainWindow::adopt(std::unique_ptr<FileLoad> load, const Sight& sight) {
  m_tabs->adopt(std::move(load), sight);
}

bool MainWindow::restoreSession() {
  const Session session = m_settings == Settings::Kept ? storedSession() : Session();
  reopen(session, *m_tabs);
  return !session.files.empty();
}

void MainWindow::transferTo(MainWindow& next) {
  m_docks->bringBack();
  placeWindowLike(next, *this);
  next.setWindowIcon(windowIcon());
  m_tabs->blockSignals(true);
  m_current->blockSignals(true);
  const int current = m_tabs->currentIndex();
  for (int i = 0; i < m_tabs->count(); ++i) {
    FileTab* file = m_tabs->at(i);
    next.m_tabs->adopt(file->release())->resume(*file);
  }
  next.m_record->takeOver(*m_record);
  next.m_tabs->setCurrentIndex(current);
  next.showCurrentFile();
}

FileTab* MainWindow::currentFile() const {
  return m_tabs->current();
}

TraceTab* MainWindow::currentTrace() const {
  return m_tabs->currentTrace();
}

LogTab* MainWindow::currentLog() const {
  return m_tabs->currentLog();
}

bool MainWindow::isBusy() const {
  const FileTab* file = currentFile();
  return (file != nullptr && file->isBusy()) || m_search->isBusy() || m_docks->isBusy() || m_exporter->isBusy();
}

void MainWindow::showStartPage() {
  if (m_startPage == nullptr) {
    m_startPage = new StartPage(m_pages);
    m_pages->addWidget(m_startPage);
    connect(m_startPage, &StartPage::openRequested, m_files, &FileController::openDialog);
    connect(m_startPage, &StartPage::sampleRequested, m_files, &FileController::openSample);
    connect(m_startPage, &StartPage::guideRequested, (*m_commands)[Command::GuidedLook], &QAction::trigger);
    connect(m_startPage, &StartPage::compareRequested, this,
            [this] { m_comparison->compareFiles(m_files->askForFiles(tr("Compare traces"))); });
    connect(m_startPage, &StartPage::ranksRequested, m_files, &FileController::openRanksDialog);
    connect(m_startPage, &StartPage::recordRequested, this, [this] {
      QAction* panel = (*m_commands)[Command::ShowRecord];
      if (!panel->isChecked()) {
        panel->trigger();
      }
    });
    connect(m_startPage, &StartPage::fileRequested, this, [this](const QString& path) { openFiles({path}); });
  }
  m_startPage->refresh();
  m_pages->setCurrentWidget(m_startPage);
}

void MainWindow::showCurrentFile() {
  const FileTab* file = currentFile();
  if (file != nullptr) {
    m_pages->setCurrentWidget(m_tabs);
  } else {
    showStartPage();
  }
  m_tabRow->setVisible(file != nullptr);
  setWindowTitle(file != nullptr ? QStringLiteral("%1 – Kernline").arg(file->title()) : QStringLiteral("Kernline"));
  m_status->showFile(file);
  m_current->refresh();
  enableCommands();
}

void MainWindow::enableCommands() {
  Available available = availableIn(currentFile(), *m_current);
  available.search = m_search->isActive();
  available.otherFiles = m_tabs->count() > 1;
  available.matches = m_current->trace() != nullptr && m_search->hasMatches();
  available.closed = m_tabs->hasClosed();
  available.runnable = m_record->mayRun();
  available.running = m_record->isRunning();
  available.armed = m_record->isArmed();
  if (const TraceTab* tab = m_current->tab()) {
    available.noteChange = tab->notes()->canUndo();
    available.undoneChange = tab->notes()->canRedo();
  }
  m_commands->enable(available);
}

/// Esc that clears nothing leads to the file, as one that does.
void MainWindow::keyPressEvent(QKeyEvent* event) {
  FileTab* file = currentFile();
  if (event->key() == Qt::Key_Escape && event->modifiers() == Qt::NoModifier && file != nullptr) {
    file->setFocus();
  } else {
    QMainWindow::keyPressEvent(event);
  }
}

void MainWindow::closeEvent(QCloseEvent* event) {
  if (m_settings == Settings::Kept) {
    m_docks->bringBack();
    storeWindow(*this);
    storeSession(sessionOf(*m_tabs));
  }
  QMainWindow::closeEvent(event);
}

}  // namespace kernline::ui
