// SPDX-License-Identifier: GPL-3.0-or-later
// What the window's commands do with the rows of the timeline.
#include "ui/views/timeline/timeline_view.h"
#include "ui/window/commands.h"
#include "ui/window/document_tab.h"
#include "ui/window/main_window.h"
#include "ui/window/panel_docks.h"

#include <QAction>

namespace kernline::ui {

void MainWindow::connectTrackCommands() {
  const auto onRow = [this](Command command, RowAction action) {
    connect((*m_commands)[command], &QAction::triggered, this, [this, action] {
      DocumentTab* document = currentDocument();
      if (document != nullptr && document->view()->selectedRow() != rootRow) {
        document->view()->arrangeRow(document->view()->selectedRow(), action);
      }
    });
  };
  onRow(Command::HideTrack, RowAction::Hide);
  onRow(Command::OnlyProcess, RowAction::OnlyItsGroup);
  onRow(Command::TrackUp, RowAction::MoveUp);
  onRow(Command::TrackDown, RowAction::MoveDown);
  onRow(Command::TallerLanes, RowAction::Taller);
  onRow(Command::LowerLanes, RowAction::Lower);
  const auto onView = [this](Command command, auto&& what) {
    connect((*m_commands)[command], &QAction::triggered, this, [this, what](bool checked) {
      if (DocumentTab* document = currentDocument()) {
        what(*document->view(), checked);
      }
    });
  };
  onView(Command::PinTrack, [](TimelineView& view, bool) {
    const RowId row = view.selectedRow();
    if (row != rootRow) {
      view.arrangeRow(row, view.arrangement().isPinned(row) ? RowAction::Unpin : RowAction::Pin);
    }
  });
  onView(Command::ShowAllTracks, [](TimelineView& view, bool) { view.showAllRows(); });
  onView(Command::ResetTracks, [](TimelineView& view, bool) { view.resetArrangement(); });
  onView(Command::OneScale, [](TimelineView& view, bool shares) {
    Arrangement arrangement = view.arrangement();
    arrangement.setSharesScales(shares);
    view.arrange(std::move(arrangement));
  });
  connect((*m_commands)[Command::FilterTracks], &QAction::triggered, m_panels, &PanelDocks::filterTracks);
}

void MainWindow::showArrangement() {
  const DocumentTab* document = currentDocument();
  (*m_commands)[Command::OneScale]->setChecked(document == nullptr || document->view()->arrangement().sharesScales());
}

}  // namespace kernline::ui
