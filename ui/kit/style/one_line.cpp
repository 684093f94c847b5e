// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/style/one_line.h"

#include <QFontMetrics>

namespace kernline::ui {

void drawOneLine(QPainter& painter, const QRect& rect, Qt::Alignment alignment, const QString& text) {
  const QFontMetrics metrics = painter.fontMetrics();
  const int spare = rect.width() - metrics.horizontalAdvance(text);
  const int indent = alignment.testFlag(Qt::AlignRight) ? spare : alignment.testFlag(Qt::AlignHCenter) ? spare / 2 : 0;
  painter.drawText(rect.left() + indent, rect.top() + (rect.height() - metrics.height()) / 2 + metrics.ascent(), text);
}

}  // namespace kernline::ui
