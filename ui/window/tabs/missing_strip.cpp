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
  auto* findings = layStrip(*this, *m_text,
                            {.mark = QStringLiteral("lost"),
                             .icon = QStringLiteral("list"),
                             .label = tr("Findings"),
                             .tip = tr("Show everything that was found about this file")});
  findings->setObjectName(QStringLiteral("missingFindings"));
  connect(findings, &QToolButton::clicked, this, &MissingStrip::findingsRequested);
  connect(&trust, &TraceTrust::changed, this, &MissingStrip::follow);
  hide();
}

void MissingStrip::follow() {
  const QString text = m_trust.findings() ? coreText(m_trust.findings()->missingPart()) : QString();
  m_text->setText(text);
  setVisible(!text.isEmpty());
}

}  // namespace kernline::ui
