// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/dialogs/palette_entries.h"

#include "core/model/format/printable_text.h"
#include "ui/kit/language/counted.h"
#include "ui/kit/language/mnemonic.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/language/source_text.h"
#include "ui/kit/language/words.h"

#include <QAction>
#include <QMenu>
#include <QMenuBar>
#include <QPointer>

#include <utility>

namespace kernline::ui {
namespace {

/// The menus that lead to an entry, in the current language and in English.
struct MenuPath {
  QString text;
  QString source;

  [[nodiscard]] MenuPath to(const QAction& action) const {
    const QString separator = text.isEmpty() ? QString() : QStringLiteral(": ");
    return {text + separator + withoutMnemonic(action.text()),
            source + separator + withoutMnemonic(sourceText(action))};
  }
};

void addMenu(const QMenu& menu, const MenuPath& path, std::vector<PaletteEntry>& entries) {
  for (QAction* action : menu.actions()) {
    const MenuPath here = path.to(*action);
    if (action->menu() != nullptr) {
      addMenu(*action->menu(), here, entries);
    } else if (!action->isSeparator() && action->isEnabled()) {
      const QString state = action->isCheckable() && action->isChecked() ? QStringLiteral(" ✓") : QString();
      entries.push_back({.title = here.text + state,
                         .detail = action->shortcut().toString(QKeySequence::NativeText),
                         .run =
                             [safe = QPointer(action)] {
                               if (safe != nullptr) {
                                 safe->trigger();
                               }
                             },
                         .otherTitle = sourceText(*action).isEmpty() ? QString() : here.source});
    }
  }
}

}  // namespace

std::vector<PaletteEntry> actionEntries(const QMenuBar& menus) {
  std::vector<PaletteEntry> entries;
  for (const QAction* entry : menus.actions()) {
    if (entry->menu() != nullptr) {
      addMenu(*entry->menu(), MenuPath().to(*entry), entries);
    }
  }
  return entries;
}

std::vector<PaletteEntry> trackEntries(const Trace& trace, const std::function<void(TrackId)>& go) {
  std::vector<PaletteEntry> entries;
  for (std::uint32_t i = 0; i < trace.tracks().size(); ++i) {
    const Track& track = trace.tracks()[i];
    if (track.spanCount == 0) {
      continue;
    }
    const QString process =
        track.process == ProcessId::none ? QString() : qt(printable(trace.text(trace.process(track.process).title)));
    entries.push_back(
        {.title = qt(printable(trace.text(track.title))),
         .detail = counted(track.spanCount, Words::tr("%2 · %1 span"), Words::tr("%2 · %1 spans")).arg(process),
         .run = [go, id = TrackId{i}] { go(id); }});
  }
  return entries;
}

}  // namespace kernline::ui
