// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/trust/trust_mark.h"

#include "core/model/format/quantity.h"
#include "ui/kit/language/core_text.h"
#include "ui/kit/language/counted.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/language/words.h"
#include "ui/kit/style/icons.h"
#include "ui/views/trust/trace_trust.h"

namespace kernline::ui {

TrustMark::TrustMark(Figures figures, QWidget* parent) : QToolButton(parent), m_figures(figures) {
  setObjectName(QStringLiteral("trustMark"));
  setIcon(ui::icon(QStringLiteral("warning")));
  setAutoRaise(true);
  setAccessibleName(tr("Data issues affect these figures"));
  hide();
}

void TrustMark::follow(const TraceTrust* trust) {
  if (m_trust == trust) {
    return;
  }
  if (m_trust != nullptr) {
    disconnect(m_trust, nullptr, this, nullptr);
  }
  m_trust = trust;
  if (trust != nullptr) {
    connect(trust, &TraceTrust::changed, this, &TrustMark::refresh);
  }
  refresh();
}

void TrustMark::setFigures(Figures figures) {
  m_figures = figures;
  refresh();
}

void TrustMark::refresh() {
  const QString doubts = doubtsAbout(m_trust, m_figures);
  setVisible(!doubts.isEmpty());
  setToolTip(doubts + QLatin1Char('\n') + tr("Click to see the data issues."));
  setAccessibleDescription(doubts);
}

QString doubtsAbout(const TraceTrust* trust, Figures figures) {
  QString doubts;
  if (trust == nullptr || !trust->findings()) {
    return doubts;
  }
  for (const Finding* finding : trust->findings()->touching(figures)) {
    doubts += QStringLiteral("\n· %1: %2").arg(countText(finding->count), coreText(finding->what));
  }
  return doubts.isEmpty() ? doubts : Words::tr("Data issues:") + doubts;
}

}  // namespace kernline::ui
