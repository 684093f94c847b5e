// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/whatif/whatif_dock.h"

#include "ui/views/dock/counting_dock.h"
#include "ui/views/whatif/whatif_panel.h"

#include <QCoreApplication>

namespace kernline::ui {

namespace {

class WhatIfDock : public CountingDock {
 public:
  WhatIfDock(WhatIfPanel* panel, QObject* parent) : CountingDock(panel, parent), m_panel(panel) {
    connect(panel, &WhatIfPanel::replayRequested, this, &DockPanel::replayRequested);
    connect(panel, &WhatIfPanel::exportRequested, this, &DockPanel::replayExportRequested);
    connect(panel, &WhatIfPanel::pathRequested, this, [this](const DockPanel::Matches& path) {
      Q_EMIT matchesRequested(path, WhatIfPanel::tr("critical path"));
    });
  }

  /// Changes are made to the recorded run, also while a replay is shown.
  void showTrace(const ShownTrace& shown) override { m_panel->setTrace(shown.recorded); }

  void askWhatIf(const QString& change) override { m_panel->ask(change); }

 private:
  WhatIfPanel* m_panel;
};

}  // namespace

constinit const DockKind whatIfDock{
    .name = "whatIf",
    .title = QT_TRANSLATE_NOOP("Words", "What if"),
    .text = QT_TRANSLATE_NOOP("Words", "What i&f"),
    .shortcut = "Ctrl+F6",
    .icon = "",
    .tip = QT_TRANSLATE_NOOP(
        "Words", "Show or hide the predicted step without the profiler, with changes, and its critical path"),
    .openedLines = 18,
    .takesFocus = true,
    .make = [](QWidget* parent) -> DockPanel* { return new WhatIfDock(new WhatIfPanel(parent), parent); },
};

}  // namespace kernline::ui
