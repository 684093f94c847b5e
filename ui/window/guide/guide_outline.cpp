// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/guide/guide_outline.h"

#include "ui/kit/style/theme.h"

#include <QPainter>

namespace kernline::ui {

GuideOutline::GuideOutline(QWidget* window) : QWidget(window) {
  setObjectName(QStringLiteral("guideOutline"));
  setAttribute(Qt::WA_TransparentForMouseEvents);
}

void GuideOutline::paintEvent(QPaintEvent* /*event*/) {
  constexpr int thickness = 2;
  QPainter painter(this);
  painter.setPen(QPen(tint(palette()).accent, thickness));
  painter.drawRect(rect().adjusted(1, 1, -1, -1));
}

}  // namespace kernline::ui
