// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QList>
#include <QString>
#include <QStringList>

class QMenuBar;

namespace kernline::ui {

/// All keys on one sheet, read off the menus that have them, and what mouse and held keys do on the timeline.
class ShortcutSheet : public QDialog {
  Q_OBJECT

 public:
  explicit ShortcutSheet(const QMenuBar& menus, QWidget* parent = nullptr);
};

struct ShortcutLine {
  QString text;
  QStringList keys;
};
struct ShortcutGroup {
  QString title;
  QList<ShortcutLine> lines;
};

/// The actions of each menu that have a shortcut.
[[nodiscard]] QList<ShortcutGroup> shortcutsOf(const QMenuBar& menus);

}  // namespace kernline::ui
