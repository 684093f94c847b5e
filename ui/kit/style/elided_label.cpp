// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/style/elided_label.h"

#include <QPainter>
#include <QStyle>

namespace kernline::ui {

QSize ElidedLabel::minimumSizeHint() const {
  return {0, QuietLabel::minimumSizeHint().height()};
}

void ElidedLabel::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  const QRect inner = contentsRect();
  const QString shown = fontMetrics().elidedText(text(), Qt::ElideRight, inner.width());
  setToolTip(shown == text() ? QString() : text());
  style()->drawItemText(&painter, inner, static_cast<int>(alignment()), palette(), isEnabled(), shown,
                        foregroundRole());
}

}  // namespace kernline::ui
