// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/tabs/part_strip.h"

#include "ui/kit/language/core_text.h"
#include "ui/kit/style/elided_label.h"
#include "ui/kit/style/strip_row.h"

#include <QToolButton>

namespace kernline::ui {

PartStrip::PartStrip(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("partStrip"));
  m_text = new ElidedLabel({}, this);
  m_text->setObjectName(QStringLiteral("partText"));
  layStrip(*this, *m_text, QStringLiteral("lost"));
  auto* reload =
      addStripButton(*this, {.icon = QStringLiteral("reload"),
                             .label = tr("Reload"),
                             .tip = tr("Read the file again, with the limit of File > Memory limit for reading (F5)")});
  reload->setObjectName(QStringLiteral("partReload"));
  connect(reload, &QToolButton::clicked, this, &PartStrip::reloadRequested);
  hide();
}

void PartStrip::say(const Message& missing) {
  m_text->setText(coreText(missing));
  setVisible(!missing.isEmpty());
}

}  // namespace kernline::ui
