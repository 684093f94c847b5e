// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>
#include <QString>

namespace kernline::ui {

/// A choice with a name for tests and styles, and `help` for pointers and screen readers.
[[nodiscard]] inline QComboBox* namedCombo(QWidget* parent, const char* name, const QString& help) {
  auto* made = new QComboBox(parent);
  made->setObjectName(QString::fromUtf8(name));
  made->setAccessibleName(help);
  made->setToolTip(help);
  return made;
}

/// Makes a combo box as wide as what it shows, within reason.
[[nodiscard]] inline QComboBox* fittingCombo(QWidget* parent, const char* name, const QString& help) {
  QComboBox* made = namedCombo(parent, name, help);
  made->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  constexpr int maxWidth = 260;
  made->setMaximumWidth(maxWidth);
  return made;
}

}  // namespace kernline::ui
