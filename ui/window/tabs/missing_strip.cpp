// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/tabs/missing_strip.h"

#include "ui/kit/language/core_text.h"
#include "ui/kit/style/elided_label.h"
#include "ui/kit/style/strip_row.h"
#include "ui/views/quality/trace_quality.h"

#include <QToolButton>

namespace kernline::ui {

MissingStrip::MissingStrip(const TraceQuality& quality, QWidget* parent) : QWidget(parent), m_quality(quality) {
  setObjectName(QStringLiteral("missingStrip"));
  m_text = new ElidedLabel({}, this);
  layStrip(*this, *m_text, QStringLiteral("lost"));
  m_all = addStripButton(*this, {.icon = QStringLiteral("reload"),
                                 .label = tr("Read all"),
                                 .tip = tr("Read the whole file, not only the visible range")});
  m_all->setObjectName(QStringLiteral("missingReadAll"));
  auto* issues = addStripButton(
      *this,
      {.icon = QStringLiteral("list"), .label = tr("Data issues"), .tip = tr("Show the data issues of this file")});
  issues->setObjectName(QStringLiteral("missingFindings"));
  connect(m_all, &QToolButton::clicked, this, &MissingStrip::allRequested);
  connect(issues, &QToolButton::clicked, this, &MissingStrip::issuesRequested);
  connect(&quality, &TraceQuality::changed, this, &MissingStrip::follow);
  hide();
}

void MissingStrip::follow() {
  if (!m_quality.issues() && m_quality.isBusy()) {
    return;  // keeps the layout while more of the same file is read
  }
  m_all->setVisible(m_quality.issues() && m_quality.issues()->find(outsideRangeIssue) != nullptr);
  const QString text = m_quality.issues() ? coreText(m_quality.issues()->missingPart()) : QString();
  m_text->setText(text);
  setVisible(!text.isEmpty());
}

}  // namespace kernline::ui
