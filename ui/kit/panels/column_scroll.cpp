// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/panels/column_scroll.h"

#include <QScrollArea>

namespace kernline::ui {

QScrollArea* makeColumnScroll(QWidget* parent) {
  auto* scroll = new QScrollArea(parent);
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll->setWidget(new QWidget(scroll));
  return scroll;
}

}  // namespace kernline::ui
