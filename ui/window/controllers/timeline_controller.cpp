// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/controllers/timeline_controller.h"

#include "core/analysis/causes/span_origin.h"
#include "core/analysis/causes/trace_analysis.h"
#include "ui/kit/language/qt_text.h"
#include "ui/views/details/span_links.h"
#include "ui/views/details/span_reading.h"
#include "ui/views/notes/note_dialog.h"
#include "ui/views/notes/trace_notes.h"
#include "ui/views/record/live_recording.h"
#include "ui/views/timeline/reveal.h"
#include "ui/views/timeline/scene_history.h"
#include "ui/views/timeline/timeline_scene.h"
#include "ui/views/timeline/timeline_view.h"
#include "ui/views/tracks/tracks_dock.h"
#include "ui/views/tracks/tracks_panel.h"
#include "ui/views/work/roofline_colors.h"
#include "ui/window/controllers/motion_keys.h"
#include "ui/window/docks/docks.h"
#include "ui/window/parts/current_trace.h"
#include "ui/window/parts/status_line.h"
#include "ui/window/parts/window_settings.h"
#include "ui/window/tabs/trace_tab.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QMainWindow>
#include <QMenu>

#include <utility>

namespace kernline::ui {

TimelineController::TimelineController(const WindowParts& parts, bool keepsColors)
    : QObject(&parts.window), m_parts(parts) {
  connectZoom();
  connectPages();
  connectRows();
  connectWays();
  connectColors(keepsColors);
  new MotionKeys(parts.window, [current = &parts.current]() -> QWidget* {
    return current->view() != nullptr ? current->view()->focusProxy() : nullptr;
  });
  const CurrentTrace* current = &parts.current;
  connect(current, &CurrentTrace::changed, this, [this] {
    showPage();
    showLive();
    showArrangement();
  });
  connect(current, &CurrentTrace::pageChanged, this, &TimelineController::showPage);
  connect(current, &CurrentTrace::liveChanged, this, &TimelineController::showLive);
  connect(current, &CurrentTrace::arrangementChanged, this, &TimelineController::showArrangement);
  connect(current, &CurrentTrace::spanMenuRequested, this, &TimelineController::openSpanMenu);
  connect(current, &CurrentTrace::noteRequested, this, &TimelineController::addNote);
  connect(current, &CurrentTrace::notesFailed, this, [this](const QString& why) { m_parts.status.showMessage(why); });
  connect(current, &CurrentTrace::nothingLinked, this, [this] {
    constexpr int shownMs = 3000;
    m_parts.status.showMessage(tr("No linked span in this file."), shownMs);
  });
}

void TimelineController::onTab(Command command, std::function<void(TraceTab&)> what) {
  m_parts.commands.on(command, this, [this, what = std::move(what)] {
    if (TraceTab* tab = m_parts.current.tab()) {
      what(*tab);
    }
  });
}

void TimelineController::onScene(Command command, std::function<void(TimelineScene&)> what) {
  onTab(command, [what = std::move(what)](TraceTab& tab) { what(tab.view()->scene()); });
}

void TimelineController::openSpanMenu(QPoint at) {
  using enum Command;
  auto* menu = new QMenu(&m_parts.window);
  menu->setObjectName(QStringLiteral("spanMenu"));
  menu->setAttribute(Qt::WA_DeleteOnClose);
  for (const Command command : {FitSelection, ChooseSelection, ToLaunch, ToKernel, ToOperator, ToOrigin,
                                PreviousSameName, NextSameName, AskWhatIf, CopyName}) {
    if (command == ToLaunch || command == PreviousSameName || command == AskWhatIf) {
      menu->addSeparator();
    }
    menu->addAction(m_parts.commands[command]);
  }
  menu->popup(at);
}

void TimelineController::connectZoom() {
  onScene(Command::ZoomIn, [](TimelineScene& scene) { scene.time().zoomIn(); });
  onScene(Command::ZoomOut, [](TimelineScene& scene) { scene.time().zoomOut(); });
  onScene(Command::FitAll, [](TimelineScene& scene) { scene.time().fitAll(); });
  onScene(Command::FitSelection, fitSelection);
  onScene(Command::FitRange, fitChosenRange);
  onScene(Command::ChooseSelection, chooseSelection);
  onTab(Command::Back, [](TraceTab& tab) { tab.view()->history().goBack(); });
  onTab(Command::Forward, [](TraceTab& tab) { tab.view()->history().goForward(); });
}

void TimelineController::connectPages() {
  onTab(Command::ShowOverview, [](TraceTab& tab) {
    const bool isShown = tab.page() == TraceTab::Page::Overview;
    tab.showPage(isShown ? TraceTab::Page::Timeline : TraceTab::Page::Overview);
  });
  onTab(Command::FollowEnd, [](TraceTab& tab) {
    if (LiveRecording* live = tab.live()) {
      live->setFollowing(!live->isFollowing());
    }
  });
  onTab(Command::ShowReplayed, [](TraceTab& tab) {
    if (tab.isReplayed()) {
      tab.showRecorded();
    } else {
      tab.showReplayed();
    }
  });
  const auto onNotes = [this](Command command, bool NoteRows::* row) {
    onTab(command, [row](TraceTab& tab) {
      NoteRows rows = tab.view()->scene().shownNotes();
      rows.*row = !(rows.*row);
      tab.showNotes(rows);
    });
  };
  onNotes(Command::ShowIdle, &NoteRows::idle);
  onNotes(Command::ShowQueue, &NoteRows::queues);
  onNotes(Command::ShowPath, &NoteRows::path);
  onTab(Command::AddNote, [this](TraceTab&) { addNote(); });
  onTab(Command::Undo, [](TraceTab& tab) { tab.notes()->undo(); });
  onTab(Command::Redo, [](TraceTab& tab) { tab.notes()->redo(); });
}

void TimelineController::connectRows() {
  const auto onRow = [this](Command command, RowAction action) {
    onScene(command, [action](TimelineScene& scene) {
      if (const RowId row = scene.selection().row(); row != rootRow) {
        scene.arranger().act(row, action);
      }
    });
  };
  onRow(Command::HideTrack, RowAction::Hide);
  onRow(Command::OnlyProcess, RowAction::OnlyItsGroup);
  onRow(Command::TrackUp, RowAction::MoveUp);
  onRow(Command::TrackDown, RowAction::MoveDown);
  onRow(Command::TallerLanes, RowAction::Taller);
  onRow(Command::LowerLanes, RowAction::Lower);
  onScene(Command::PinTrack, [](TimelineScene& scene) {
    if (const RowId row = scene.selection().row(); row != rootRow) {
      RowArranger& arranger = scene.arranger();
      arranger.act(row, arranger.arrangement().isPinned(row) ? RowAction::Unpin : RowAction::Pin);
    }
  });
  onScene(Command::CollapseAll, [](TimelineScene& scene) { scene.arranger().setAllCollapsed(true); });
  onScene(Command::ExpandAll, [](TimelineScene& scene) { scene.arranger().setAllCollapsed(false); });
  onScene(Command::ShowAllTracks, [](TimelineScene& scene) { scene.arranger().showAll(); });
  onScene(Command::ResetTracks, [](TimelineScene& scene) { scene.arranger().reset(); });
  onScene(Command::OneScale, [this](TimelineScene& scene) {
    Arrangement arrangement = scene.arranger().arrangement();
    arrangement.setSharesScales(m_parts.commands[Command::OneScale]->isChecked());
    scene.arranger().arrange(std::move(arrangement));
  });
  m_parts.commands.on(Command::FilterTracks, this, [this] {
    m_parts.docks.show(tracksDock);
    m_parts.docks.find<TracksPanel>()->beginFilter();
  });
}

void TimelineController::connectWays() {
  const auto toLinked = [this](Command command, SpanId (*target)(const Trace&, SpanId)) {
    m_parts.commands.on(command, this, [this, target] {
      if (const SpanId span = m_parts.current.selection(); span != SpanId::none) {
        m_parts.current.goTo(target(*m_parts.current.trace(), span));
      }
    });
  };
  toLinked(Command::ToLaunch, &launchTarget);
  toLinked(Command::ToKernel, &kernelTarget);
  toLinked(Command::ToOperator, [](const Trace& trace, SpanId span) { return trace.opOf(span); });
  m_parts.commands.on(Command::ToOrigin, this, [this] { goToOrigin(); });
  toLinked(Command::PreviousSameName,
           [](const Trace& trace, SpanId span) { return sameNameSpans(trace, span).previous; });
  toLinked(Command::NextSameName, [](const Trace& trace, SpanId span) { return sameNameSpans(trace, span).next; });
  m_parts.commands.on(Command::CopyName, this, [this] {
    if (const SpanId span = m_parts.current.selection(); span != SpanId::none) {
      QApplication::clipboard()->setText(qt(m_parts.current.trace()->nameText(span)));
    }
  });
}

/// One choice for all traces and windows.
void TimelineController::connectColors(bool keeps) {
  TimelineColoring& coloring = TimelineColoring::shared();
  if (keeps) {
    coloring.setByRoofline(storedRooflineColors());
  }
  m_parts.commands.onChecked(Command::ColorByRoofline, this, [keeps](bool isByRoofline) {
    TimelineColoring::shared().setByRoofline(isByRoofline);
    if (keeps) {
      storeRooflineColors(isByRoofline);
    }
  });
  connect(&coloring, &TimelineColoring::changed, this, &TimelineController::showColors);
  showColors();
}

/// A worker finds the origin; another selection meanwhile cancels it.
void TimelineController::goToOrigin() {
  const SpanId span = m_parts.current.selection();
  if (span == SpanId::none) {
    return;
  }
  const std::shared_ptr<const Trace> trace = m_parts.current.trace();
  m_origin = Job<SpanId>(
      [causes = causesOf(trace), span](std::stop_token stop, Progress&) -> Expected<SpanId> {
        return originTarget(originOf(*causes, span, stop));
      },
      [this, trace, span](Expected<SpanId> target) {
        if (target && m_parts.current.trace() == trace && m_parts.current.selection() == span) {
          m_parts.current.goTo(*target);
        }
      });
}

void TimelineController::addNote() {
  if (m_parts.current.trace()) {
    askForNote(*m_parts.current.tab()->notes(), *m_parts.current.view(), &m_parts.window);
  }
}

void TimelineController::showPage() {
  const TraceTab* tab = m_parts.current.tab();
  const Commands& commands = m_parts.commands;
  commands[Command::ShowOverview]->setChecked(tab != nullptr && tab->page() == TraceTab::Page::Overview);
  commands[Command::ShowReplayed]->setChecked(tab != nullptr && tab->isReplayed());
  const NoteRows notes = tab != nullptr ? tab->view()->scene().shownNotes() : NoteRows{};
  commands[Command::ShowIdle]->setChecked(notes.idle);
  commands[Command::ShowQueue]->setChecked(notes.queues);
  commands[Command::ShowPath]->setChecked(notes.path);
}

void TimelineController::showLive() {
  const TraceTab* tab = m_parts.current.tab();
  const LiveRecording* live = tab != nullptr ? tab->live() : nullptr;
  m_parts.commands[Command::FollowEnd]->setChecked(live != nullptr && live->isFollowing());
}

void TimelineController::showColors() {
  m_parts.commands[Command::ColorByRoofline]->setChecked(TimelineColoring::shared().isByRoofline());
}

void TimelineController::showArrangement() {
  const TimelineView* view = m_parts.current.view();
  m_parts.commands[Command::OneScale]->setChecked(view == nullptr ||
                                                  view->scene().arranger().arrangement().sharesScales());
}

}  // namespace kernline::ui
