// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/docks/bound_dock.h"

#include <QAction>
#include <QDockWidget>

namespace kernline::ui {

void bindDock(QAction* action, QDockWidget* dock) {
  QObject::connect(action, &QAction::triggered, dock, [dock](bool visible) {
    dock->setVisible(visible);
    dock->raise();  // it may share its place with others
  });
  QObject::connect(dock->toggleViewAction(), &QAction::toggled, action, &QAction::setChecked);
  action->setChecked(!dock->isHidden());
}

}  // namespace kernline::ui
