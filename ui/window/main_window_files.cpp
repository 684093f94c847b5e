// SPDX-License-Identifier: GPL-3.0-or-later
// The session, and how one window takes over from another.
#include "ui/views/timeline/timeline_view.h"
#include "ui/window/document_tab.h"
#include "ui/window/document_tabs.h"
#include "ui/window/main_window.h"
#include "ui/window/panel_docks.h"
#include "ui/window/record_dock.h"
#include "ui/window/session.h"
#include "ui/window/window_settings.h"

#include <QFileInfo>

namespace kernline::ui {

void MainWindow::keepSession() const {
  Session session;
  for (int i = 0; i < m_tabs->count(); ++i) {
    const FileTab* file = m_tabs->at(i);
    if (file->path() == QLatin1String("-") || file->state() != FileTab::State::Ready) {
      continue;  // what was piped in is gone, and what was refused will be again
    }
    if (i == m_tabs->currentIndex()) {
      session.current = static_cast<int>(session.files.size());
    }
    SessionFile kept{QFileInfo(file->path()).absoluteFilePath(), std::nullopt, std::nullopt};
    if (const auto* document = qobject_cast<const DocumentTab*>(file)) {
      const TimelineView& view = *document->view();
      kept.range = view.showsAll() ? std::nullopt : std::optional(view.visibleRange());
      kept.chosen = view.chosenRange();
    }
    session.files.push_back(std::move(kept));
  }
  storeSession(session);
}

bool MainWindow::restoreSession() {
  const Session session = m_settings == Settings::Kept ? storedSession() : Session();
  for (const SessionFile& file : session.files) {
    m_tabs->open(file.path);
    if (auto* document = qobject_cast<DocumentTab*>(m_tabs->at(m_tabs->count() - 1))) {
      document->showFirst(file.range, file.chosen);
    }
  }
  m_tabs->setCurrentIndex(session.current);
  return !session.files.empty();
}

void MainWindow::handOverTo(MainWindow& next) {
  m_panels->bringBack();
  placeWindowLike(next, *this);
  next.setWindowIcon(windowIcon());
  disconnect(m_tabs, nullptr, this, nullptr);
  const int current = m_tabs->currentIndex();
  for (int i = 0; i < m_tabs->count(); ++i) {
    FileTab* file = m_tabs->at(i);
    next.m_tabs->adopt(file->release());
    next.m_tabs->at(next.m_tabs->count() - 1)->resume(*file);
  }
  next.m_record->takeOver(*m_record);
  next.m_tabs->setCurrentIndex(current);
  next.showCurrentDocument();
}

}  // namespace kernline::ui
