// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/docks/bound_dock.h"

#include <QAction>
#include <QApplication>
#include <QDockWidget>
#include <QShortcutEvent>
#include <QTimer>

#include <utility>

namespace kernline::ui {
namespace {

/// Knows of an action whether its keys triggered it, and not a menu or a button.
class KeyWatch : public QObject {
 public:
  explicit KeyWatch(QAction* action) : QObject(action) { action->installEventFilter(this); }

  bool eventFilter(QObject* /*watched*/, QEvent* event) override {
    if (event->type() == QEvent::Shortcut) {
      m_isByKey = !static_cast<QShortcutEvent*>(event)->isAmbiguous();
    }
    return false;
  }
  [[nodiscard]] bool takeByKey() { return std::exchange(m_isByKey, false); }

 private:
  bool m_isByKey = false;
};

}  // namespace

void bindDock(QAction* action, QDockWidget* dock, DockKeys keys) {
  auto* watch = new KeyWatch(action);
  QObject::connect(action, &QAction::triggered, dock, [action, dock, watch, keys](bool visible) {
    // Behind another tab it is not seen: the command brings it to the front, where the next one closes it.
    const bool isBehind = !dock->isHidden() && !dock->isFloating() && dock->visibleRegion().isEmpty();
    const bool isReached = watch->takeByKey() && keys == DockKeys::ReachFirst && !dock->isHidden() &&
                           !dock->isAncestorOf(QApplication::focusWidget());
    const bool stays = isBehind || isReached;
    if (stays) {
      action->setChecked(true);
    }
    dock->setVisible(visible || stays);
    dock->raise();
    // A tab that has just come back has its place among the others only once the layout is done.
    QTimer::singleShot(0, dock, [dock] { dock->raise(); });
  });
  QObject::connect(dock->toggleViewAction(), &QAction::toggled, action, &QAction::setChecked);
  action->setChecked(!dock->isHidden());
}

}  // namespace kernline::ui
