// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/details/fact_grid.h"

#include "ui/kit/style/quiet_label.h"

#include <QGridLayout>
#include <QLabel>

namespace kernline::ui {
namespace {

constexpr int columnGap = 12;

}  // namespace

FactGrid::FactGrid(QWidget* parent) : QWidget(parent), m_grid(new QGridLayout(this)) {
  m_grid->setContentsMargins(inset, 0, inset, 0);
  m_grid->setHorizontalSpacing(columnGap);
  m_grid->setVerticalSpacing(4);
  m_grid->setColumnStretch(1, 1);
}

int FactGrid::valueColumn(const QFontMetrics& metrics) {
  return metrics.horizontalAdvance(tr("Shared memory")) + columnGap;
}

void FactGrid::setFacts(const std::vector<Fact>& facts) {
  while (QLayoutItem* item = m_grid->takeAt(0)) {
    delete item->widget();
    delete item;
  }
  for (const Fact& fact : facts) {
    addFact(fact);
  }
  setVisible(!facts.empty());
}

void FactGrid::addFact(const Fact& fact) {
  const int row = m_grid->rowCount();
  auto* label = new QuietLabel(fact.label, this);
  label->setMinimumWidth(valueColumn(fontMetrics()) - columnGap);
  label->setAlignment(Qt::AlignLeft | Qt::AlignTop);
  auto* value = new QLabel(fact.value, this);
  value->setTextFormat(Qt::PlainText);
  value->setTextInteractionFlags(Qt::TextSelectableByMouse);
  value->setWordWrap(true);
  value->setAccessibleName(QStringLiteral("%1: %2").arg(fact.label, fact.value));
  label->setToolTip(fact.tip);
  value->setToolTip(fact.tip);
  m_grid->addWidget(label, row, 0);
  m_grid->addWidget(value, row, 1);
  setVisible(true);
}

}  // namespace kernline::ui
