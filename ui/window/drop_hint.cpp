// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/drop_hint.h"

#include "ui/kit/style/quiet_label.h"
#include "ui/kit/style/theme.h"

#include <QPainter>

namespace kernline::ui {

DropHint::DropHint(QWidget* window) : QWidget(window) {
  setObjectName(QStringLiteral("dropHint"));
  setAttribute(Qt::WA_TransparentForMouseEvents);
  hide();
}

void DropHint::showFor(qsizetype files) {
  say(files == 1 ? tr("Drop to open this file") : tr("Drop to open %1 files").arg(files));
}

void DropHint::showForFolder() {
  say(tr("Drop to open the traces in this folder as the ranks of one run"));
}

void DropHint::say(const QString& text) {
  m_text = text;
  setGeometry(parentWidget()->rect());
  raise();
  show();
  update();
}

void DropHint::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  QColor veil = palette().color(QPalette::Window);
  veil.setAlphaF(0.85F);
  painter.fillRect(rect(), veil);
  constexpr int margin = 24;
  constexpr int corner = 12;
  painter.setPen(QPen(tint(palette()).accent, 2, Qt::DashLine));
  painter.drawRoundedRect(rect().adjusted(margin, margin, -margin, -margin), corner, corner);
  painter.setFont(titleFont(font(), 1.5));
  painter.setPen(palette().color(QPalette::WindowText));
  painter.drawText(rect(), Qt::AlignCenter, m_text);
}

}  // namespace kernline::ui
