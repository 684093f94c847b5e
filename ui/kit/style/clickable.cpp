// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/style/clickable.h"

#include "ui/kit/style/theme.h"

#include <QPainter>

namespace kernline::ui {

Clickable::Clickable(QWidget* parent) : QAbstractButton(parent) {
  setAttribute(Qt::WA_Hover);  // painted anew when the mouse comes and goes
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  setClickable(true);
}

void Clickable::setClickable(bool isClickable) {
  m_isClickable = isClickable;
  setFocusPolicy(isClickable ? Qt::StrongFocus : Qt::NoFocus);
  setCursor(isClickable ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

void Clickable::paintState(QPainter& painter, int radius) const {
  if (!m_isClickable || !isEnabled() || !(underMouse() || hasFocus())) {
    return;
  }
  const Tint& colors = tint(palette());
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(hasFocus() ? QPen(colors.accent) : QPen(Qt::NoPen));
  painter.setBrush(underMouse() ? QBrush(colors.hover) : QBrush());
  painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
}

}  // namespace kernline::ui
