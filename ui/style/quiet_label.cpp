// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/quiet_label.h"

#include "ui/style/theme.h"

#include <QApplication>
#include <QEvent>

namespace kernline::ui {

QuietLabel::QuietLabel(const QString& text, QWidget* parent) : QLabel(text, parent) {
  setTextFormat(Qt::PlainText);
  quieten();
}

void QuietLabel::changeEvent(QEvent* event) {
  QLabel::changeEvent(event);
  if (event->type() == QEvent::ApplicationPaletteChange || event->type() == QEvent::StyleChange) {
    quieten();
  }
}

void QuietLabel::quieten() {
  QPalette own;
  own.setColor(QPalette::WindowText, tint(QApplication::palette()).quiet);
  setPalette(own);
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
