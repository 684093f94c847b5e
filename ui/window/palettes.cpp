// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/palettes.h"

#include "core/format/printable_text.h"
#include "core/format/quantity.h"
#include "ui/style/qt_text.h"

#include <QAction>
#include <QMenu>
#include <QMenuBar>
#include <QPointer>

#include <utility>

namespace kernline::ui {
namespace {

QString plain(QString text) {
  return text.replace(QLatin1String("&&"), QLatin1String("\n"))
      .remove(QLatin1Char('&'))
      .replace(QLatin1Char('\n'), QLatin1Char('&'));
}

void addMenu(const QMenu& menu, const QString& path, std::vector<PaletteEntry>& entries) {
  for (QAction* action : menu.actions()) {
    if (action->menu() != nullptr) {
      addMenu(*action->menu(), path + QStringLiteral(": ") + plain(action->text()), entries);
    } else if (!action->isSeparator() && action->isEnabled()) {
      const QString state = action->isCheckable() && action->isChecked() ? QStringLiteral(" ✓") : QString();
      entries.push_back({path + QStringLiteral(": ") + plain(action->text()) + state,
                         action->shortcut().toString(QKeySequence::NativeText), [safe = QPointer(action)] {
                           if (safe != nullptr) {
                             safe->trigger();
                           }
                         }});
    }
  }
}

}  // namespace

std::vector<PaletteEntry> actionEntries(const QMenuBar& menus) {
  std::vector<PaletteEntry> entries;
  for (const QAction* entry : menus.actions()) {
    if (entry->menu() != nullptr) {
      addMenu(*entry->menu(), plain(entry->text()), entries);
    }
  }
  return entries;
}

std::vector<PaletteEntry> trackEntries(const Trace& trace, std::function<void(TrackId)> go) {
  std::vector<PaletteEntry> entries;
  for (std::uint32_t i = 0; i < trace.tracks().size(); ++i) {
    const Track& track = trace.tracks()[i];
    if (track.spanCount == 0) {
      continue;
    }
    const QString process =
        track.process == ProcessId::none ? QString() : qt(printable(trace.text(trace.process(track.process).title)));
    entries.push_back({qt(printable(trace.text(track.title))),
                       QStringLiteral("%1 · %2 spans").arg(process, qt(formatCount(track.spanCount))),
                       [go, id = TrackId{i}] { go(id); }});
  }
  return entries;
}

}  // namespace kernline::ui
