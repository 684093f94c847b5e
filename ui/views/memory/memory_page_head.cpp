// SPDX-License-Identifier: GPL-3.0-or-later
// The row above the picture of memory: which device, its peak in a sentence, what to show, what is doubtful.
#include "ui/kit/style/elided_label.h"
#include "ui/views/memory/memory_page.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QLabel>
#include <QMenu>
#include <QToolButton>

namespace kernline::ui {

namespace {

QToolButton* button(QWidget* parent, const char* name, const QString& text, const QString& tip) {
  auto* made = new QToolButton(parent);
  made->setObjectName(QString::fromUtf8(name));
  made->setText(text);
  made->setToolTip(tip);
  return made;
}

}  // namespace

QWidget* MemoryPage::makeHead(Style style) {
  const int margin = style == Style::Page ? 12 : 8;
  auto* head = new QWidget(this);
  m_devices = new QComboBox(head);
  m_devices->setObjectName(QStringLiteral("memoryDevice"));
  m_devices->setAccessibleName(tr("Device"));
  m_devices->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  m_doubts = new QLabel(head);
  m_doubts->setObjectName(QStringLiteral("memoryDoubts"));
  m_doubts->hide();
  m_sentence = new ElidedLabel(QString(), head);
  m_sentence->setObjectName(QStringLiteral("memorySentence"));
  auto* row = new QHBoxLayout;
  row->setSpacing(10);
  row->addWidget(m_devices);
  row->addWidget(m_doubts);
  row->addWidget(m_sentence, 1);
  addButtons(head, row);
  m_notes = new QLabel(head);
  m_notes->setObjectName(QStringLiteral("memoryNotes"));
  m_notes->setTextFormat(Qt::PlainText);
  m_notes->setWordWrap(true);
  auto* column = new QVBoxLayout(head);
  column->setContentsMargins(margin, margin / 2, margin, margin / 2);
  column->setSpacing(4);
  column->addLayout(row);
  column->addWidget(m_notes);
  column->addWidget(makeIssues(head));
  return head;
}

void MemoryPage::addButtons(QWidget* head, QHBoxLayout* row) {
  m_asCurve = button(head, "memoryAsCurve", tr("Curve"), tr("Show all allocated memory as one curve"));
  m_asBlocks =
      button(head, "memoryAsBlocks", tr("Blocks"), tr("Show each block as a band from its allocation to its free"));
  auto* pictures = new QHBoxLayout;
  pictures->setSpacing(0);
  for (QToolButton* picture : {m_asCurve, m_asBlocks}) {
    picture->setCheckable(true);
    picture->setAutoExclusive(true);
    pictures->addWidget(picture);
  }
  m_asCurve->setChecked(true);
  row->addLayout(pictures);
  m_compare = button(head, "memoryCompare", tr("Compare with"), tr("Overlay the memory of another run on this one"));
  m_compare->setPopupMode(QToolButton::InstantPopup);
  auto* others = new QMenu(m_compare);
  m_compare->setMenu(others);
  connect(others, &QMenu::aboutToShow, this, [this, others] { listOthers(*others); });
  m_peak = button(head, "memoryPeak", tr("Go to the peak"), tr("Select the time of maximum allocation"));
  m_all = button(head, "memoryAll", tr("Show all"), tr("Show the whole time (0)"));
  for (QToolButton* next : {m_compare, m_peak, m_all}) {
    row->addWidget(next);
  }
}

QWidget* MemoryPage::makeIssues(QWidget* head) {
  m_issues = new QWidget(head);
  m_issueIcon = new QLabel(m_issues);
  m_issueText = new QLabel(m_issues);
  m_issueText->setObjectName(QStringLiteral("memoryIssues"));
  m_issueText->setTextFormat(Qt::PlainText);
  m_issueText->setWordWrap(true);
  m_issueText->setTextInteractionFlags(Qt::TextSelectableByMouse);
  auto* row = new QHBoxLayout(m_issues);
  row->setContentsMargins({});
  row->addWidget(m_issueIcon, 0, Qt::AlignTop);
  row->addWidget(m_issueText, 1);
  return m_issues;
}

}  // namespace kernline::ui
