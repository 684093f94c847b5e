// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/style/strip_row.h"

#include "ui/kit/style/icons.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

namespace kernline::ui {

QToolButton* layStrip(QWidget& strip, QWidget& text, const StripRow& row) {
  auto* layout = new QHBoxLayout(&strip);
  layout->setContentsMargins(8, 2, 4, 2);
  layout->setSpacing(8);
  auto* mark = new QLabel(&strip);
  constexpr int markSize = 16;
  mark->setPixmap(icon(row.mark).pixmap(markSize, markSize));
  auto* button = new QToolButton(&strip);
  button->setText(row.label);
  button->setIcon(icon(row.icon));
  button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  button->setAutoRaise(true);
  button->setFocusPolicy(Qt::TabFocus);
  button->setToolTip(row.tip);
  button->setAccessibleName(row.tip);
  layout->addWidget(mark);
  layout->addWidget(&text, 1);
  layout->addWidget(button);
  return button;
}

}  // namespace kernline::ui
