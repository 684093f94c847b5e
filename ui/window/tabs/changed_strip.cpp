// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/tabs/changed_strip.h"

#include "ui/kit/style/elided_label.h"
#include "ui/kit/style/strip_row.h"

#include <QToolButton>

#include <utility>

namespace kernline::ui {

ChangedStrip::ChangedStrip(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("changedStrip"));
  auto* text =
      new ElidedLabel(tr("The file has changed since it was opened. Details and args can no longer be read."), this);
  layStrip(*this, *text, QStringLiteral("warning"));
  auto* reload = addStripButton(
      *this, {.icon = QStringLiteral("reload"), .label = tr("Reload"), .tip = tr("Read the file again (F5)")});
  reload->setObjectName(QStringLiteral("changedReload"));
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
