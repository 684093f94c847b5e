// SPDX-License-Identifier: GPL-3.0-or-later
// What the commands of the window do.
#include "core/model/format/quantity.h"
#include "core/open/formats.h"
#include "ui/kit/language/core_text.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/open/sample_file.h"
#include "ui/views/details/span_facts.h"
#include "ui/views/details/span_links.h"
#include "ui/views/details/span_reading.h"
#include "ui/views/notes/trace_notes.h"
#include "ui/views/palette/command_palette.h"
#include "ui/views/record/live_recording.h"
#include "ui/views/statistics/statistics_panel.h"
#include "ui/views/timeline/timeline_view.h"
#include "ui/window/about_box.h"
#include "ui/window/bound_dock.h"
#include "ui/window/commands.h"
#include "ui/window/document_tab.h"
#include "ui/window/document_tabs.h"
#include "ui/window/exporter.h"
#include "ui/window/log_tab.h"
#include "ui/window/main_window.h"
#include "ui/window/memory_dock.h"
#include "ui/window/palettes.h"
#include "ui/window/panel_docks.h"
#include "ui/window/recent_files.h"
#include "ui/window/run_choice.h"
#include "ui/window/shortcut_sheet.h"
#include "ui/window/status_line.h"
#include "ui/window/stored_path.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QDockWidget>
#include <QFileDialog>
#include <QFileInfo>
#include <QInputDialog>
#include <QMenu>
#include <QMenuBar>
#include <QSettings>

#include <algorithm>

namespace kernline::ui {
namespace {

constexpr auto folderKey = "open/folder";

}  // namespace

void MainWindow::connectFileCommands() {
  const auto on = [this](Command command, auto&& what) {
    connect((*m_commands)[command], &QAction::triggered, this, std::forward<decltype(what)>(what));
  };
  on(Command::Open, [this] { openDialog(); });
  on(Command::OpenRanks, [this] { openRanksDialog(); });
  on(Command::OpenSample, [this] { openSample(); });
  on(Command::Reload, [this] {
    if (FileTab* file = currentFile()) {
      file->reload();
    }
  });
  on(Command::CancelLoad, [this] {
    if (FileTab* file = currentFile()) {
      file->cancel();
    }
  });
  on(Command::CloseTab, [this] { m_tabs->closeTab(m_tabs->currentIndex()); });
  on(Command::Quit, [this] { close(); });
  on(Command::NextTab, [this] { m_tabs->step(1); });
  on(Command::PreviousTab, [this] { m_tabs->step(-1); });
  on(Command::AddNote, [this] { addNote(); });
  on(Command::FindCommand, [this] { findCommand(); });
  on(Command::GoToTrack, [this] { findTrack(); });
  on(Command::Shortcuts, [this] { (new ShortcutSheet(*menuBar(), this))->open(); });
  on(Command::About, [this] { showAbout(this); });
  connect(m_recent, &QMenu::aboutToShow, this, &MainWindow::fillRecentMenu);
}

void MainWindow::connectExportCommands() {
  m_exporter = new Exporter(this);
  m_runChoice = new RunChoice(this);
  connect(m_exporter, &Exporter::started, m_status, &StatusLine::showWriting);
  connect(m_exporter, &Exporter::told, this, [this](const QString& what) {
    m_exporter->isBusy() ? m_status->showMessage(what) : m_status->showOutcome(what);
  });
  connect(m_status, &StatusLine::cancelRequested, m_exporter, &Exporter::cancel);
  connect(m_tabs, &DocumentTabs::exportRequested, m_exporter, &Exporter::exportTable);
  connect(m_panels, &PanelDocks::tableExportRequested, m_exporter, &Exporter::exportTable);
  const auto on = [this](Command command, void (Exporter::*what)(const DocumentTab&)) {
    connect((*m_commands)[command], &QAction::triggered, this, [this, what] {
      const DocumentTab* document = currentDocument();
      if (document != nullptr && document->trace()) {
        (m_exporter->*what)(*document);
      }
    });
  };
  connect((*m_commands)[Command::ExportPicture], &QAction::triggered, this, [this] {
    if (const FileTab* file = currentFile(); file != nullptr && file->pictureWidget() != nullptr) {
      m_exporter->exportPicture(*file);
    }
  });
  on(Command::ExportTrace, &Exporter::exportTrace);
  on(Command::ExportDatabase, &Exporter::exportDatabase);
  connect((*m_commands)[Command::ExportStatistics], &QAction::triggered, this, [this] {
    if (const LogTab* log = currentLog()) {
      m_exporter->exportTable(log->tableText());
    } else if (const StatisticsPanel* panel = m_panels->statisticsPanel()) {
      m_exporter->exportTable(panel->allRows());
    }
  });
}

void MainWindow::connectViewCommands() {
  const auto onView = [this](Command command, void (TimelineView::*slot)()) {
    connect((*m_commands)[command], &QAction::triggered, this, [this, slot] {
      if (DocumentTab* document = currentDocument()) {
        (document->view()->*slot)();
      }
    });
  };
  onView(Command::ZoomIn, &TimelineView::zoomIn);
  onView(Command::ZoomOut, &TimelineView::zoomOut);
  onView(Command::FitAll, &TimelineView::fitAll);
  onView(Command::FitSelection, &TimelineView::fitSelection);
  onView(Command::FitRange, &TimelineView::fitChosenRange);
  onView(Command::ChooseSelection, &TimelineView::chooseSelection);
  onView(Command::Back, &TimelineView::goBack);
  onView(Command::Forward, &TimelineView::goForward);
  for (const auto& [command, collapsed] :
       {std::pair(Command::CollapseAll, true), std::pair(Command::ExpandAll, false)}) {
    connect((*m_commands)[command], &QAction::triggered, this, [this, fold = collapsed] {
      if (DocumentTab* document = currentDocument()) {
        document->view()->setAllCollapsed(fold);
      }
    });
  }
  const auto onDocument = [this](Command command, auto&& what) {
    connect((*m_commands)[command], &QAction::triggered, this, [this, what] {
      if (DocumentTab* document = currentDocument()) {
        what(*document);
      }
    });
  };
  onDocument(Command::ShowOverview, [](DocumentTab& document) {
    const bool isShown = document.page() == DocumentTab::Page::Overview;
    document.showPage(isShown ? DocumentTab::Page::Timeline : DocumentTab::Page::Overview);
  });
  onDocument(Command::FollowEnd, [](DocumentTab& document) {
    if (LiveRecording* live = document.live()) {
      live->setFollowing(!live->isFollowing());
    }
  });
  onDocument(Command::ShowIdle,
             [](DocumentTab& document) { document.showDeviceNotes(!document.showsIdle(), document.showsQueues()); });
  onDocument(Command::ShowQueue,
             [](DocumentTab& document) { document.showDeviceNotes(document.showsIdle(), !document.showsQueues()); });
  connect((*m_commands)[Command::FullScreen], &QAction::triggered, this,
          [this](bool full) { setWindowState(windowState().setFlag(Qt::WindowFullScreen, full)); });
}

void MainWindow::connectDockCommands() {
  bindDock((*m_commands)[Command::ShowDetails], m_panels->details());
  bindDock((*m_commands)[Command::ShowStatistics], m_panels->statistics());
  bindDock((*m_commands)[Command::ShowNotes], m_panels->notes());
  bindDock((*m_commands)[Command::ShowTracks], m_panels->tracks());
  bindDock((*m_commands)[Command::ShowTrust], m_panels->trust());
  connect((*m_commands)[Command::ShowTrust], &QAction::triggered, this, [this](bool shown) {
    if (shown) {
      showFindings();
    }
  });
  bindDock((*m_commands)[Command::ShowQuery], m_panels->query());
  connect((*m_commands)[Command::ShowQuery], &QAction::triggered, this, [this](bool visible) {
    QDockWidget* dock = m_panels->query();
    if (visible && dock->widget() != nullptr) {
      constexpr int lines = 20;  // a query and an answer want more room than a table
      resizeDocks({dock}, {std::max(dock->height(), fontMetrics().height() * lines)}, Qt::Vertical);
      dock->widget()->setFocus();
    }
  });
  bindDock((*m_commands)[Command::ShowCallTree], m_panels->callTree());
  connect((*m_commands)[Command::ShowCallTree], &QAction::triggered, this, [this](bool visible) {
    QDockWidget* dock = m_panels->callTree();
    if (visible && dock->widget() != nullptr) {
      constexpr int lines = 24;  // stacks are deep
      resizeDocks({dock}, {std::max(dock->height(), fontMetrics().height() * lines)}, Qt::Vertical);
      dock->widget()->setFocus();
    }
  });
  bindDock((*m_commands)[Command::ShowRanks], m_panels->ranks());
  connect((*m_commands)[Command::ShowRanks], &QAction::triggered, this, [this](bool visible) {
    if (visible && m_panels->ranks()->widget() != nullptr) {
      m_panels->ranks()->widget()->setFocus();
    }
  });
  bindDock((*m_commands)[Command::ShowMemory], m_panels->memory());
  connect((*m_commands)[Command::ShowMemory], &QAction::triggered, this, [this](bool visible) {
    if (visible && !m_panels->memory()->hasMemory()) {
      m_panels->memory()->hide();
      m_status->showMessage(MemoryDock::sentenceOfNone());
    } else if (visible) {
      constexpr int lines = 28;  // a curve, and below it what was alive
      resizeDocks({m_panels->memory()}, {std::max(m_panels->memory()->height(), fontMetrics().height() * lines)},
                  Qt::Vertical);
      m_panels->memory()->setFocus();
    }
  });
}

void MainWindow::connectGoCommands() {
  const auto toLinked = [this](Command command, SpanId (*target)(const Trace&, SpanId)) {
    connect((*m_commands)[command], &QAction::triggered, this, [this, target] {
      const DocumentTab* document = currentDocument();
      if (document != nullptr && document->trace() && document->view()->selection() != SpanId::none) {
        goTo(target(*document->trace(), document->view()->selection()));
      }
    });
  };
  toLinked(Command::ToLaunch, &launchTarget);
  toLinked(Command::ToKernel, &kernelTarget);
  toLinked(Command::ToOperator, [](const Trace& trace, SpanId span) { return trace.opOf(span); });
  toLinked(Command::PreviousNamesake,
           [](const Trace& trace, SpanId span) { return namesakesOf(trace, span).previous; });
  toLinked(Command::NextNamesake, [](const Trace& trace, SpanId span) { return namesakesOf(trace, span).next; });
  connect((*m_commands)[Command::CopyName], &QAction::triggered, this, [this] {
    const DocumentTab* document = currentDocument();
    if (document != nullptr && document->trace() && document->view()->selection() != SpanId::none) {
      QApplication::clipboard()->setText(qt(document->trace()->nameText(document->view()->selection())));
    }
  });
  connect((*m_commands)[Command::ClearSelection], &QAction::triggered, this, &MainWindow::leaveSearchOrSelection);
}

void MainWindow::findCommand() {
  new CommandPalette(tr("Type a command"), actionEntries(*menuBar()), this);
}

void MainWindow::findTrack() {
  const DocumentTab* document = currentDocument();
  if (document == nullptr || !document->trace()) {
    return;
  }
  const QPointer<TimelineView> view = document->view();
  new CommandPalette(tr("Type a part of a track's or a process's name"),
                     trackEntries(*document->trace(),
                                  [view](TrackId track) {
                                    if (view != nullptr) {
                                      view->showTrack(track);
                                    }
                                  }),
                     this);
}

/// Asks for the text; the note is at the chosen range, else at the selection, else at the middle of the view.
void MainWindow::addNote() {
  DocumentTab* document = currentDocument();
  if (document == nullptr || !document->trace()) {
    return;
  }
  const SpanId span = document->view()->selection();
  const std::optional<TimeRange> chosen = document->view()->chosenRange();
  const TimeRange sight = document->view()->visibleRange();
  const Time middle = sight.begin + Duration{sight.length().ns / 2};
  const bool isOnSpan = !chosen && span != SpanId::none;
  Note note =
      isOnSpan ? noteOn(*document->trace(), span, {}) : Note{{}, chosen.value_or(TimeRange{middle, middle}), {}, {}};
  const QString place = chosen     ? tr("About the chosen range (%1):").arg(qt(formatDuration(chosen->length())))
                        : isOnSpan ? tr("About %1:").arg(titleOf(*document->trace(), span))
                                   : tr("About the middle of the view:");
  auto* dialog = new QInputDialog(this);
  dialog->setObjectName(QStringLiteral("noteDialog"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setWindowTitle(tr("Mark with a note"));
  dialog->setLabelText(fontMetrics().elidedText(place, Qt::ElideMiddle, fontMetrics().averageCharWidth() * 64));
  dialog->setOkButtonText(tr("Keep"));
  connect(dialog, &QInputDialog::textValueSelected, document,
          [document, note = std::move(note)](const QString& text) mutable {
            note.text = text.toStdString();
            document->notes()->add(std::move(note));
          });
  dialog->open();
}

void MainWindow::goTo(SpanId span) {
  DocumentTab* document = currentDocument();
  if (document == nullptr || !document->trace()) {
    return;
  }
  if (span == SpanId::none) {
    m_status->showMessage(tr("The file links nothing there."), 3000);
    return;
  }
  document->showPage(DocumentTab::Page::Timeline);
  document->view()->select(span, true);
}

/// Over the window that asks, which may be that of the comparison.
QStringList MainWindow::askForFiles(const QString& title) {
  const FileTab* file = currentFile();
  const QString folder = file != nullptr && file->path() != QLatin1String("-")
                             ? QFileInfo(storedPath(file->path())).absolutePath()
                             : QSettings().value(QLatin1String(folderKey), QDir::homePath()).toString();
  QWidget* asking = QApplication::activeWindow();
  const QStringList paths =
      QFileDialog::getOpenFileNames(asking != nullptr ? asking : this, title, folder,
                                    tr("Traces and logs (%1);;All files (*)").arg(qt(filePatterns())));
  if (!paths.isEmpty()) {
    QSettings().setValue(QLatin1String(folderKey), QFileInfo(paths.first()).absolutePath());
  }
  return paths;
}

void MainWindow::openDialog() {
  open(askForFiles(tr("Open traces and logs")));
}

void MainWindow::openRanksDialog() {
  const FileTab* file = currentFile();
  const QString near = file != nullptr && file->path() != QLatin1String("-")
                           ? QFileInfo(storedPath(file->path())).absolutePath()
                           : QSettings().value(QLatin1String(folderKey), QDir::homePath()).toString();
  const QString folder = QFileDialog::getExistingDirectory(this, tr("Open a folder of ranks"), near);
  if (!folder.isEmpty()) {
    QSettings().setValue(QLatin1String(folderKey), QFileInfo(folder).absolutePath());
    open({folder});
  }
}

void MainWindow::openSample() {
  const Expected<QString> path = sampleFile();
  if (path) {
    open({*path});
  } else {
    m_status->showMessage(coreText(path.error().message));
  }
}

void MainWindow::fillRecentMenu() {
  m_recent->clear();
  const QStringList files = RecentFiles::list();
  for (const QString& path : files) {
    QAction* action = m_recent->addAction(displayPath(path).replace(QLatin1Char('&'), QLatin1String("&&")));
    action->setEnabled(QFileInfo::exists(path));
    connect(action, &QAction::triggered, this, [this, path] { open({path}); });
  }
  if (files.isEmpty()) {
    m_recent->addAction(tr("Nothing opened yet"))->setEnabled(false);
    return;
  }
  m_recent->addSeparator();
  connect(m_recent->addAction(tr("Remove &missing files")), &QAction::triggered, this, [files] {
    for (const QString& path : files) {
      if (!QFileInfo::exists(path)) {
        RecentFiles::remove(path);
      }
    }
  });
  connect(m_recent->addAction(tr("&Clear list")), &QAction::triggered, this, [] { RecentFiles::clear(); });
}

}  // namespace kernline::ui
