// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/facts/part_line.h"

#include "ui/kit/style/elided_label.h"
#include "ui/kit/style/strip_row.h"

namespace kernline::ui {

PartLine::PartLine(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("partLine"));
  m_text = new ElidedLabel({}, this);
  layStrip(*this, *m_text, QStringLiteral("lost"));
  hide();
}

void PartLine::say(const QString& note) {
  m_text->setText(note);
  setVisible(!note.isEmpty());
}

}  // namespace kernline::ui
