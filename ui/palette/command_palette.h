// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/palette/palette_entry.h"

#include <QDialog>

#include <vector>

class QLineEdit;
class QTableView;

namespace kernline::ui {

class PaletteModel;

/// A field and a list below it: type a part of what is wanted, Enter does it. Closes with what it did, with Escape, or
/// when a person turns elsewhere.
class CommandPalette : public QDialog {
  Q_OBJECT

 public:
  CommandPalette(const QString& placeholder, std::vector<PaletteEntry> entries, QWidget* parent);

  /// At the top of `window`, in the middle.
  void openOver(const QWidget& window);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void runCurrent();
  void moveBy(int rows);

  PaletteModel* m_model = nullptr;
  QLineEdit* m_field = nullptr;
  QTableView* m_list = nullptr;
};

}  // namespace kernline::ui
