// SPDX-License-Identifier: GPL-3.0-or-later
// This folder holds the command palette.
#pragma once

#include "ui/views/palette/palette_entry.h"

#include <QFrame>
#include <QPointer>

#include <vector>

class QLabel;
class QLineEdit;
class QTableView;

namespace kernline::ui {

class PaletteModel;

/// A field and a list below it, over the window's contents: type a part of what is wanted, Enter does it. Goes away
/// with what it did, with Escape, or when it loses the focus.
class CommandPalette : public QFrame {
  Q_OBJECT

 public:
  /// Opens at the top of `window`, in the middle, with the keyboard in the field.
  CommandPalette(const QString& placeholder, std::vector<PaletteEntry> entries, QWidget* window);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  void place();
  void leave();
  void runCurrent();
  void moveBy(int rows);

  PaletteModel* m_model = nullptr;
  QLineEdit* m_field = nullptr;
  QTableView* m_list = nullptr;
  QLabel* m_nothing = nullptr;  // label in its place if there is no match
  QPointer<QWidget> m_before;   // had the keyboard
};

}  // namespace kernline::ui
