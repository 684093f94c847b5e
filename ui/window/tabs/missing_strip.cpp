// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/tabs/missing_strip.h"

#include "ui/kit/language/core_text.h"
#include "ui/kit/style/elided_label.h"
#include "ui/kit/style/strip_row.h"
#include "ui/views/trust/trace_trust.h"

#include <QToolButton>

namespace kernline::ui {

MissingStrip::MissingStrip(const TraceTrust& trust, QWidget* parent) : QWidget(parent), m_trust(trust) {
  setObjectName(QStringLiteral("missingStrip"));
  m_text = new ElidedLabel({}, this);
  layStrip(*this, *m_text, QStringLiteral("lost"));
  m_all = addStripButton(*this, {.icon = QStringLiteral("reload"),
                                 .label = tr("Read all"),
                                 .tip = tr("Read the whole file, not only what is in sight")});
  m_all->setObjectName(QStringLiteral("missingReadAll"));
  auto* findings = addStripButton(*this, {.icon = QStringLiteral("list"),
                                          .label = tr("Findings"),
                                          .tip = tr("Show everything that was found about this file")});
  findings->setObjectName(QStringLiteral("missingFindings"));
  connect(m_all, &QToolButton::clicked, this, &MissingStrip::allRequested);
  connect(findings, &QToolButton::clicked, this, &MissingStrip::findingsRequested);
  connect(&trust, &TraceTrust::changed, this, &MissingStrip::follow);
  hide();
}

void MissingStrip::follow() {
  if (!m_trust.findings() && m_trust.isBusy()) {
    return;  // nothing jumps where more of the same file was read
  }
  m_all->setVisible(m_trust.findings() && m_trust.findings()->find(outsideRangeFinding) != nullptr);
  const QString text = m_trust.findings() ? coreText(m_trust.findings()->missingPart()) : QString();
  m_text->setText(text);
  setVisible(!text.isEmpty());
}

}  // namespace kernline::ui
