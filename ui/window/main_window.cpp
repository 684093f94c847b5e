// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/main_window.h"

#include "ui/kit/style/icons.h"
#include "ui/kit/style/shown_names.h"
#include "ui/views/compare/runs/runs_window.h"
#include "ui/views/logs/log_search_bar.h"
#include "ui/views/notes/trace_notes.h"
#include "ui/views/record/live_recording.h"
#include "ui/views/search/search_bar.h"
#include "ui/views/timeline/timeline_view.h"
#include "ui/views/trust/trace_trust.h"
#include "ui/window/commands.h"
#include "ui/window/document_tab.h"
#include "ui/window/document_tabs.h"
#include "ui/window/drop_hint.h"
#include "ui/window/exporter.h"
#include "ui/window/log_tab.h"
#include "ui/window/memory_dock.h"
#include "ui/window/memory_tab.h"
#include "ui/window/panel_docks.h"
#include "ui/window/range_strip.h"
#include "ui/window/recent_files.h"
#include "ui/window/run_choice.h"
#include "ui/window/start_page.h"
#include "ui/window/status_line.h"
#include "ui/window/stored_path.h"
#include "ui/window/window_settings.h"

#include <QAction>
#include <QCloseEvent>
#include <QDockWidget>
#include <QFileInfo>
#include <QMenu>
#include <QMenuBar>
#include <QStackedWidget>
#include <QToolBar>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace kernline::ui {

MainWindow::MainWindow(Settings settings, QWidget* parent) : QMainWindow(parent), m_settings(settings) {
  setWindowTitle(QStringLiteral("Kernline"));
  setAcceptDrops(true);
  setDockOptions(AnimatedDocks | AllowTabbedDocks | AllowNestedDocks);
  m_commands = new Commands(this);
  m_recent = new QMenu(tr("Open r&ecent"), this);
  m_themeMenu = new QMenu(tr("&Theme"), this);
  m_languageMenu = new QMenu(tr("Lan&guage"), this);
  auto* byteUnitsMenu = new QMenu(tr("Units of memory: &1024 or 1000"), this);
  m_commands->fillMenuBar(
      menuBar(), {.recent = m_recent, .theme = m_themeMenu, .language = m_languageMenu, .byteUnits = byteUnitsMenu});
  buildThemeMenu(m_themeMenu);
  buildLanguageMenu(m_languageMenu);
  buildByteUnitsMenu(byteUnitsMenu);
  m_pages = new QStackedWidget(this);
  m_tabs = new DocumentTabs(m_pages);
  m_pages->addWidget(m_tabs);
  setCentralWidget(m_pages);
  const Commands& all = *m_commands;
  m_searchPlace = new QStackedWidget(this);
  m_search = new SearchBar({.regex = all[Command::SearchRegex],
                            .matchCase = all[Command::SearchCase],
                            .args = all[Command::SearchArgs],
                            .list = all[Command::ShowMatches],
                            .only = all[Command::OnlyMatches]},
                           m_searchPlace);
  m_logSearch = new LogSearchBar(m_searchPlace);
  m_searchPlace->addWidget(m_search);
  m_searchPlace->addWidget(m_logSearch);
  m_searchPlace->setSizePolicy(m_search->sizePolicy());
  buildToolBar();
  m_status = new StatusLine(this);
  setStatusBar(m_status);
  constexpr QSize firstSize(1440, 900);
  resize(firstSize);
  m_panels = new PanelDocks(this);
  buildRecordDock();
  m_dropHint = new DropHint(this);
  if (m_settings == Settings::Kept) {
    restoreWindow(*this);
    m_tabs->keepArrangements();
    ShownNames::shared().setStyle(storedNameStyle());
  }
  connectFileCommands();
  connectExportCommands();
  connectViewCommands();
  connectDockCommands();
  connectGoCommands();
  connectSearch();
  connectNames();
  connectTrackCommands();
  connectLogs();
  connectParts();
  connectRuns();
  connectRecord();
  enableCommands();
}

MainWindow::~MainWindow() {
  // Children report changes on their way out; nobody is left to care.
  disconnect(m_tabs, nullptr, this, nullptr);
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
  bar->addWidget(m_searchPlace);
  bar->addSeparator();
  bar->addAction(commands[Command::ShowOverview]);
  static_cast<QToolButton*>(bar->widgetForAction(commands[Command::ShowOverview]))
      ->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  bar->addAction(commands[Command::ShowStatistics]);
  bar->addAction(commands[Command::ShowDetails]);
}

void MainWindow::connectParts() {
  connect(m_tabs, &DocumentTabs::documentChanged, this, &MainWindow::showCurrentDocument);
  connect(m_tabs, &DocumentTabs::openRequested, this, &MainWindow::openDialog);
  connect(m_tabs, &DocumentTabs::fileRequested, this, [this](const QString& path) { open({path}); });
  connect(m_tabs, &DocumentTabs::opened, this, [this](const QString& path) {
    if (m_settings == Settings::Kept && QFileInfo::exists(storedPath(path))) {
      RecentFiles::add(QFileInfo(storedPath(path)).absoluteFilePath());
    }
    joinComparison(path);
  });
  connect(m_tabs, &DocumentTabs::refused, m_runChoice, &RunChoice::lookInto);
  connect(m_runChoice, &RunChoice::chosen, this, [this](const QString& refused, const QStringList& runs) {
    m_tabs->closeFile(refused);
    open(runs);
  });
  connect(m_tabs, &DocumentTabs::logsLeftOut, this, [this](const QString& archive, std::size_t count) {
    m_status->showOutcome(tr("%1 holds %2 more logs than are opened at once").arg(archive).arg(count));
  });
  connect(m_status, &StatusLine::findingsRequested, this, &MainWindow::showFindings);
  connect(m_panels, &PanelDocks::spanRequested, this, &MainWindow::goTo);
  m_panels->memory()->setOthers([this] { return m_tabs->memorySources(m_tabs->current()); });
  connect(m_panels, &PanelDocks::matchesFound, this, [this](const Matches& matches) {
    if (DocumentTab* document = currentDocument()) {
      showMatchesOf(document->view()->selection(), matches);
    }
  });
  connect(m_panels, &PanelDocks::clocksRequested, this, [this](const RankCorrections& corrections) {
    if (DocumentTab* document = currentDocument()) {
      document->setClocks(corrections);
    }
  });
  connect(m_panels, &PanelDocks::companionsRequested, this, [this](const std::vector<SpanId>& spans, bool pinned) {
    if (DocumentTab* document = currentDocument()) {
      document->showTogether(spans, pinned);
    }
  });
  connect(m_panels, &PanelDocks::findingsRequested, this, &MainWindow::showFindings);
  connect(m_panels, &PanelDocks::noteRequested, this, [this](std::size_t at) {
    if (DocumentTab* document = currentDocument()) {
      document->goToNote(at);
    }
  });
  connect(m_panels, &PanelDocks::namedMatchesFound, m_search, &SearchBar::showMatches);
  connect(m_panels, &PanelDocks::matchesOffered, m_search, &SearchBar::offerMatches);
}

void MainWindow::open(const QStringList& paths) {
  for (const QString& path : paths) {
    m_tabs->open(path);
  }
}

void MainWindow::adopt(std::unique_ptr<FileLoad> load) {
  m_tabs->adopt(std::move(load));
}

FileTab* MainWindow::currentFile() const {
  return m_tabs->current();
}

DocumentTab* MainWindow::currentDocument() const {
  return qobject_cast<DocumentTab*>(m_tabs->current());
}

bool MainWindow::isBusy() const {
  const FileTab* file = currentFile();
  return (file != nullptr && file->isBusy()) || m_logSearch->isBusy() || m_panels->isBusy() || m_search->isBusy() ||
         m_exporter->isBusy() || m_runChoice->isBusy();
}

void MainWindow::showStartPage() {
  if (m_startPage == nullptr) {
    m_startPage = new StartPage(m_pages);
    m_pages->addWidget(m_startPage);
    connect(m_startPage, &StartPage::openRequested, this, &MainWindow::openDialog);
    connect(m_startPage, &StartPage::sampleRequested, this, &MainWindow::openSample);
    connect(m_startPage, &StartPage::fileRequested, this, [this](const QString& path) { open({path}); });
  }
  m_startPage->refresh();
  m_pages->setCurrentWidget(m_startPage);
}

void MainWindow::showCurrentDocument() {
  FileTab* file = currentFile();
  DocumentTab* document = currentDocument();
  if (file != nullptr) {
    m_pages->setCurrentWidget(m_tabs);
  } else {
    showStartPage();
  }
  setWindowTitle(file != nullptr ? QStringLiteral("%1 – Kernline").arg(file->title()) : QStringLiteral("Kernline"));
  followView(document);
  followLog(currentLog());
  const bool isReady = document != nullptr && document->state() == DocumentTab::State::Ready;
  showPageOfDocument();
  showLive();
  m_search->setTrace(isReady ? document->trace() : nullptr);
  m_status->showFile(file);
  if (document != nullptr && document->trace()) {
    m_status->showRange(*document->trace(), document->view()->visibleRange());
    m_panels->showRange(document->view()->visibleRange());
  }
  showChosenRange();
  showArrangement();
  (*m_commands)[Command::OnlyMatches]->setChecked(document != nullptr && document->view()->wantsOnlyMatches());
  showSelection(document != nullptr && document->trace() ? document->view()->selection() : SpanId::none);
}

void MainWindow::showPageOfDocument() {
  const DocumentTab* document = currentDocument();
  const bool isOverview = document != nullptr && document->page() == DocumentTab::Page::Overview;
  (*m_commands)[Command::ShowOverview]->setChecked(isOverview);
  (*m_commands)[Command::ShowIdle]->setChecked(document != nullptr && document->showsIdle());
  (*m_commands)[Command::ShowQueue]->setChecked(document != nullptr && document->showsQueues());
  m_panels->showDocument(document);
}

void MainWindow::followView(DocumentTab* document) {
  if (document == m_followed) {
    return;
  }
  for (const QMetaObject::Connection& connection : std::exchange(m_viewConnections, {})) {
    disconnect(connection);
  }
  m_followed = document;
  if (document == nullptr) {
    return;
  }
  const TimelineView* view = document->view();
  m_viewConnections = {
      connect(document, &DocumentTab::pageChanged, this, &MainWindow::showPageOfDocument),
      connect(document, &DocumentTab::grown, this, &MainWindow::showGrown),
      connect(document, &DocumentTab::liveChanged, this, &MainWindow::showLive),
      connect(document, &DocumentTab::findingsRequested, this, &MainWindow::showFindings),
      connect(view, &TimelineView::selectionChanged, this, &MainWindow::showSelection),
      connect(view, &TimelineView::visibleRangeChanged, this,
              [this, document](TimeRange range) {
                if (document->trace()) {
                  m_status->showRange(*document->trace(), range);
                  m_panels->showRange(range);
                }
              }),
      connect(view, &TimelineView::arrangementChanged, this, &MainWindow::showArrangement),
      connect(view, &TimelineView::chosenRangeChanged, this, &MainWindow::showChosenRange),
      connect(view, &TimelineView::onlyMatchesChanged, this,
              [this, view] { (*m_commands)[Command::OnlyMatches]->setChecked(view->wantsOnlyMatches()); }),
      connect(document->trust(), &TraceTrust::changed, this,
              [this, document] {
                m_panels->showTrust(document);
                m_status->showFile(document);
              }),
      connect(document->rangeStrip(), &RangeStrip::keepRequested, this, &MainWindow::addNote),
      connect(document->notes(), &TraceNotes::failed, this, [this](const QString& why) { m_status->showMessage(why); }),
  };
}

/// A recording has more: the timeline shows it already. What counts spans follows from time to time.
void MainWindow::showGrown() {
  DocumentTab* document = currentDocument();
  if (document == nullptr || !document->trace()) {
    return;
  }
  m_panels->showGrown(document);
  m_search->setTrace(document->trace());
  m_status->showFile(document);
  m_status->showSelection(document->trace().get(), document->view()->selection());
}

void MainWindow::showLive() {
  const DocumentTab* document = currentDocument();
  const LiveRecording* live = document != nullptr ? document->live() : nullptr;
  (*m_commands)[Command::FollowEnd]->setChecked(live != nullptr && live->isFollowing());
  enableCommands();
}

void MainWindow::showChosenRange() {
  const DocumentTab* document = currentDocument();
  const std::optional<TimeRange> chosen =
      document != nullptr && document->trace() ? document->view()->chosenRange() : std::nullopt;
  m_panels->showChosenRange(chosen);
  m_search->setRange(chosen);
  enableCommands();
}

void MainWindow::showSelection(SpanId span) {
  const DocumentTab* document = currentDocument();
  m_panels->showSelection(document, span);
  m_status->showSelection(document != nullptr ? document->trace().get() : nullptr, span);
  if (document != nullptr && document->state() == DocumentTab::State::Ready) {
    m_search->setSelection(span);
  }
  enableCommands();
}

void MainWindow::enableCommands() {
  const DocumentTab* document = currentDocument();
  const bool hasTrace = document != nullptr && document->trace() != nullptr;
  const LogTab* log = currentLog();
  m_commands->enable({.file = currentFile() != nullptr,
                      .document = document != nullptr,
                      .trace = hasTrace,
                      .log = log != nullptr && log->log() != nullptr,
                      .live = document != nullptr && document->live() != nullptr && !document->live()->isOver(),
                      .ranks = document != nullptr && document->ranks() != nullptr,
                      .memoryFile = qobject_cast<const MemoryTab*>(currentFile()) != nullptr,
                      .selection = hasTrace && document->view()->selection() != SpanId::none,
                      .range = hasTrace && document->view()->chosenRange().has_value(),
                      .matches = hasTrace && m_search->matches().isActive()});
  m_search->setEnabled(hasTrace);
}

void MainWindow::showFindings() {
  if (DocumentTab* document = currentDocument()) {
    document->showPage(DocumentTab::Page::Timeline);
    m_panels->trust()->show();
    m_panels->trust()->raise();
    if (QWidget* panel = m_panels->trust()->widget()) {
      panel->setFocus();
    }
  }
}

void MainWindow::closeEvent(QCloseEvent* event) {
  if (m_settings == Settings::Kept) {
    m_panels->bringBack();
    storeWindow(*this);
    keepSession();
  }
  QMainWindow::closeEvent(event);
}

}  // namespace kernline::ui
