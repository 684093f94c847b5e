// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/docks/bound_dock.h"

#include <QAction>
#include <QDockWidget>
#include <QTimer>

namespace kernline::ui {

void bindDock(QAction* action, QDockWidget* dock) {
  QObject::connect(action, &QAction::triggered, dock, [action, dock](bool visible) {
    // Behind another tab it is not seen: the command brings it to the front, where the next one closes it.
    const bool isBehind = !dock->isHidden() && !dock->isFloating() && dock->visibleRegion().isEmpty();
    if (isBehind) {
      action->setChecked(true);
    }
    dock->setVisible(visible || isBehind);
    dock->raise();
    // A tab that has just come back has its place among the others only once the layout is done.
    QTimer::singleShot(0, dock, [dock] { dock->raise(); });
  });
  QObject::connect(dock->toggleViewAction(), &QAction::toggled, action, &QAction::setChecked);
  action->setChecked(!dock->isHidden());
}

}  // namespace kernline::ui
