// SPDX-License-Identifier: GPL-3.0-or-later
// This folder holds dialogs: shortcuts, entries of the palette, About.
#pragma once

#include <QDialog>
#include <QList>
#include <QString>
#include <QStringList>

class QMenuBar;

namespace kernline::ui {

struct ShortcutLine {
  QString text;
  QStringList keys;
};
struct ShortcutGroup {
  QString title;
  QList<ShortcutLine> lines;
};

/// All keys on one sheet, read off the menus that have them, and what mouse and held keys do on the timeline.
class ShortcutSheet : public QDialog {
  Q_OBJECT

 public:
  explicit ShortcutSheet(const QMenuBar& menus, QWidget* parent = nullptr);
  explicit ShortcutSheet(const QList<ShortcutGroup>& groups, QWidget* parent = nullptr);
};

/// The actions of each menu that have a shortcut.
[[nodiscard]] QList<ShortcutGroup> shortcutsOf(const QMenuBar& menus);

/// Returns the shortcuts of the main window: shortcutsOf(), and keys and mouse actions of its views.
[[nodiscard]] QList<ShortcutGroup> mainWindowShortcuts(const QMenuBar& menus);

/// Returns the keys and mouse actions of the comparison window, including `help`, and the key that swaps two runs.
[[nodiscard]] QList<ShortcutGroup> comparisonShortcuts(const QStringList& help, const QString& swap);

}  // namespace kernline::ui
