// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/style/strip_row.h"

#include "ui/kit/style/icons.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLayout>
#include <QToolButton>

namespace kernline::ui {

void layStrip(QWidget& strip, QWidget& text, const QString& mark) {
  auto* layout = new QHBoxLayout(&strip);
  layout->setContentsMargins(8, 2, 4, 2);
  layout->setSpacing(8);
  auto* shown = new QLabel(&strip);
  constexpr int markSize = 16;
  shown->setPixmap(icon(mark).pixmap(markSize, markSize));
  layout->addWidget(shown);
  layout->addWidget(&text, 1);
}

QToolButton* addStripButton(QWidget& strip, const StripButton& shown) {
  auto* button = new QToolButton(&strip);
  button->setText(shown.label);
  button->setIcon(icon(shown.icon));
  button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  button->setAutoRaise(true);
  button->setFocusPolicy(Qt::TabFocus);
  button->setToolTip(shown.tip);
  button->setAccessibleName(shown.tip);
  strip.layout()->addWidget(button);
  return button;
}

}  // namespace kernline::ui
