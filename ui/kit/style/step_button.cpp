// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/style/step_button.h"

#include "ui/kit/style/icons.h"

#include <QToolButton>

namespace kernline::ui {

QToolButton* stepButton(const char* iconName, const QString& tip, QWidget* parent) {
  auto* button = new QToolButton(parent);
  button->setIcon(icon(QString::fromUtf8(iconName)));
  button->setAutoRaise(true);
  button->setEnabled(false);
  button->setFocusPolicy(Qt::NoFocus);
  button->setToolTip(tip);
  button->setAccessibleName(tip);
  return button;
}

}  // namespace kernline::ui
