// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/controllers/help_controller.h"

#include "ui/views/help/help_window.h"
#include "ui/views/palette/command_palette.h"
#include "ui/views/timeline/reveal.h"
#include "ui/views/timeline/timeline_scene.h"
#include "ui/views/timeline/timeline_view.h"
#include "ui/window/dialogs/about_box.h"
#include "ui/window/dialogs/palette_entries.h"
#include "ui/window/dialogs/shortcut_sheet.h"
#include "ui/window/parts/commands.h"
#include "ui/window/parts/current_trace.h"

#include <QMainWindow>
#include <QMenuBar>
#include <QPointer>

namespace kernline::ui {

HelpController::HelpController(const WindowParts& parts) : QObject(&parts.window), m_parts(parts) {
  QMainWindow* window = &parts.window;
  parts.commands.on(Command::FindCommand, this, [this] { findCommand(); });
  parts.commands.on(Command::GoToTrack, this, [this] { findTrack(); });
  parts.commands.on(Command::Shortcuts, this, [window] { (new ShortcutSheet(*window->menuBar(), window))->open(); });
  parts.commands.on(Command::Documentation, this, [this] { showDocumentation(); });
  parts.commands.on(Command::About, this, [window] { showAbout(window); });
}

void HelpController::showDocumentation() {
  auto* help = m_parts.window.findChild<HelpWindow*>();
  if (help == nullptr) {
    help = new HelpWindow(&m_parts.window);
  }
  help->show();
  help->raise();
  help->activateWindow();
}

void HelpController::findCommand() {
  new CommandPalette(tr("Type a command"), actionEntries(*m_parts.window.menuBar()), &m_parts.window);
}

void HelpController::findTrack() {
  if (!m_parts.current.trace()) {
    return;
  }
  const QPointer<TimelineView> view = m_parts.current.view();
  new CommandPalette(tr("Type part of a track or process name"),
                     trackEntries(*m_parts.current.trace(),
                                  [view](TrackId track) {
                                    if (view != nullptr) {
                                      revealTrack(view->scene(), track);
                                    }
                                  }),
                     &m_parts.window);
}

}  // namespace kernline::ui
