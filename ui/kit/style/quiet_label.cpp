// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/style/quiet_label.h"

namespace kernline::ui {

QuietLabel::QuietLabel(const QString& text, QWidget* parent) : QLabel(text, parent) {
  setTextFormat(Qt::PlainText);
  // A role instead of a palette of its own: it follows when the theme changes.
  setForegroundRole(QPalette::PlaceholderText);
}

QFont titleFont(const QFont& base, double factor) {
  QFont font = base;
  font.setWeight(QFont::DemiBold);
  if (base.pointSizeF() > 0) {
    font.setPointSizeF(base.pointSizeF() * factor);
  } else {
    font.setPixelSize(static_cast<int>(base.pixelSize() * factor));
  }
  return font;
}

}  // namespace kernline::ui
