// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/quality/data_issues_mark.h"

#include "core/model/format/quantity.h"
#include "ui/kit/language/core_text.h"
#include "ui/kit/language/counted.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/language/words.h"
#include "ui/kit/style/icons.h"
#include "ui/views/quality/trace_quality.h"

namespace kernline::ui {

DataIssuesMark::DataIssuesMark(Figures figures, QWidget* parent) : QToolButton(parent), m_figures(figures) {
  setObjectName(QStringLiteral("dataIssuesMark"));
  setIcon(ui::icon(QStringLiteral("warning")));
  setAutoRaise(true);
  setAccessibleName(tr("Data issues affect these figures"));
  hide();
}

void DataIssuesMark::follow(const TraceQuality* quality) {
  if (m_quality == quality) {
    return;
  }
  if (m_quality != nullptr) {
    disconnect(m_quality, nullptr, this, nullptr);
  }
  m_quality = quality;
  if (quality != nullptr) {
    connect(quality, &TraceQuality::changed, this, &DataIssuesMark::refresh);
  }
  refresh();
}

void DataIssuesMark::setFigures(Figures figures) {
  m_figures = figures;
  refresh();
}

void DataIssuesMark::refresh() {
  const QString doubts = doubtsAbout(m_quality, m_figures);
  setVisible(!doubts.isEmpty());
  setToolTip(doubts + QLatin1Char('\n') + tr("Click to see the data issues."));
  setAccessibleDescription(doubts);
}

QString doubtsAbout(const TraceQuality* quality, Figures figures) {
  QString doubts;
  if (quality == nullptr || !quality->issues()) {
    return doubts;
  }
  for (const DataIssue* issue : quality->issues()->affecting(figures)) {
    doubts += QStringLiteral("\n· %1: %2").arg(countText(issue->count), coreText(issue->what));
  }
  return doubts.isEmpty() ? doubts : Words::tr("Data issues:") + doubts;
}

}  // namespace kernline::ui
