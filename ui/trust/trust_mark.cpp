// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/trust/trust_mark.h"

#include "core/format/quantity.h"
#include "ui/language/core_text.h"
#include "ui/language/words.h"
#include "ui/style/icons.h"
#include "ui/style/qt_text.h"
#include "ui/trust/trace_trust.h"

namespace kernline::ui {

TrustMark::TrustMark(Figures figures, QWidget* parent) : QToolButton(parent), m_figures(figures) {
  setObjectName(QStringLiteral("trustMark"));
  setIcon(ui::icon(QStringLiteral("warning")));
  setAutoRaise(true);
  setAccessibleName(tr("These figures are touched by findings"));
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
  setToolTip(doubts + QLatin1Char('\n') + tr("Click to see what was found."));
  setAccessibleDescription(doubts);
}

QString doubtsAbout(const TraceTrust* trust, Figures figures) {
  QString doubts;
  if (trust == nullptr || !trust->findings()) {
    return doubts;
  }
  for (const Finding* finding : trust->findings()->touching(figures)) {
    doubts += QStringLiteral("\n· %1: %2")
                  .arg(qt(formatCount(static_cast<std::int64_t>(finding->count))), coreText(finding->what));
  }
  return doubts.isEmpty() ? doubts : Words::tr("Doubtful:") + doubts;
}

}  // namespace kernline::ui
