// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/tabs/changed_strip.h"

#include "ui/kit/style/elided_label.h"
#include "ui/kit/style/icons.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

#include <utility>

namespace kernline::ui {

ChangedStrip::ChangedStrip(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("changedStrip"));
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(8, 2, 4, 2);
  layout->setSpacing(8);
  auto* mark = new QLabel(this);
  constexpr int markSize = 16;
  mark->setPixmap(icon(QStringLiteral("warning")).pixmap(markSize, markSize));
  auto* text =
      new ElidedLabel(tr("The file has changed since it was opened. Details and args can no longer be read."), this);
  auto* reload = new QToolButton(this);
  reload->setObjectName(QStringLiteral("changedReload"));
  reload->setText(tr("Reload"));
  reload->setIcon(icon(QStringLiteral("reload")));
  reload->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  reload->setAutoRaise(true);
  reload->setFocusPolicy(Qt::TabFocus);
  reload->setToolTip(tr("Read the file again (F5)"));
  reload->setAccessibleName(reload->toolTip());
  layout->addWidget(mark);
  layout->addWidget(text, 1);
  layout->addWidget(reload);
  connect(reload, &QToolButton::clicked, this, &ChangedStrip::reloadRequested);
  constexpr int lookEveryMs = 2000;
  m_timer.setInterval(lookEveryMs);
  connect(&m_timer, &QTimer::timeout, this, &ChangedStrip::look);
  hide();
}

void ChangedStrip::watch(Check hasChanged) {
  m_looking = {};
  m_hasChanged = std::move(hasChanged);
  hide();
  if (m_hasChanged) {
    m_timer.start();
  } else {
    m_timer.stop();
  }
}

void ChangedStrip::look() {
  if (!m_hasChanged || m_looking.isRunning() || !parentWidget()->isVisible()) {
    return;
  }
  m_looking = Job<bool>([check = m_hasChanged](const std::stop_token&, Progress&) { return Expected<bool>(check()); },
                        [this](Expected<bool> changed) {
                          if (changed.value_or(false)) {
                            m_timer.stop();
                            show();
                          }
                        });
}

}  // namespace kernline::ui
