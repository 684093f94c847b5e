// SPDX-License-Identifier: GPL-3.0-or-later
// How the window searches, and leaves a search.
#include "ui/views/details/span_facts.h"
#include "ui/views/search/search_bar.h"
#include "ui/views/timeline/timeline_view.h"
#include "ui/window/bound_dock.h"
#include "ui/window/commands.h"
#include "ui/window/document_tab.h"
#include "ui/window/main_window.h"
#include "ui/window/panel_docks.h"

#include <QAction>
#include <QDockWidget>

namespace kernline::ui {

void MainWindow::connectSearch() {
  const Commands& all = *m_commands;
  connect(all[Command::Find], &QAction::triggered, this, &MainWindow::find);
  connect(all[Command::FindNext], &QAction::triggered, this, [this] { findNeighbour(true); });
  connect(all[Command::FindPrevious], &QAction::triggered, this, [this] { findNeighbour(false); });
  bindDock(all[Command::ShowMatches], m_panels->search());
  connect(all[Command::OnlyMatches], &QAction::triggered, this, [this](bool only) {
    if (DocumentTab* document = currentDocument()) {
      document->showPage(DocumentTab::Page::Timeline);
      document->view()->setOnlyMatches(only);
    }
  });
  connect(m_search, &SearchBar::spanRequested, this, &MainWindow::goTo);
  connect(m_search, &SearchBar::matchesChanged, this, &MainWindow::showMatches);
  connect(m_search, &SearchBar::listRequested, this, &MainWindow::listMatches);
  connect(m_search, &SearchBar::leaveRequested, this, &MainWindow::leaveSearch);
}

void MainWindow::showMatches(const MatchSet& matches) {
  if (DocumentTab* document = currentDocument(); document != nullptr && document->trace()) {
    document->view()->setMatches(matches);
  }
  m_panels->showMatches(matches);
  enableCommands();
}

void MainWindow::showMatchesOf(SpanId span, const Matches& matches) {
  const DocumentTab* document = currentDocument();
  const QString title = document->trace() && span != SpanId::none ? titleOf(*document->trace(), span) : QString();
  m_search->offerMatches(matches, title);
}

void MainWindow::listMatches() {
  if (DocumentTab* document = currentDocument()) {
    document->showPage(DocumentTab::Page::Timeline);
    m_panels->search()->show();
    m_panels->search()->raise();
  }
}

/// Esc in the field: what is hidden comes back first, then the search goes, then the timeline has the keyboard.
void MainWindow::leaveSearch() {
  DocumentTab* document = currentDocument();
  if (document == nullptr) {
    return;
  }
  if (document->view()->wantsOnlyMatches()) {
    document->view()->setOnlyMatches(false);
    return;
  }
  m_search->end();
  document->setFocus();
}

void MainWindow::leaveSearchOrSelection() {
  leaveLogSearch();
  DocumentTab* document = currentDocument();
  if (document == nullptr) {
    return;
  }
  if (document->view()->wantsOnlyMatches() || m_search->isActive()) {
    leaveSearch();
  } else if (document->view()->selection() != SpanId::none) {
    document->view()->clearSelection();
  } else {
    document->view()->chooseRange(std::nullopt);
  }
  document->setFocus();
}

}  // namespace kernline::ui
