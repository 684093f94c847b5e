// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/facts/fact_grid.h"

#include "ui/kit/facts/wrapped_text.h"
#include "ui/kit/style/quiet_label.h"

#include <QGridLayout>
#include <QLabel>

#include <algorithm>

namespace kernline::ui {
namespace {

constexpr int columnGap = 12;
constexpr qsizetype maxWordLength = 16;  // characters that fit next to the labels of the narrowest panel
constexpr int longTextLines = 8;

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

/// A label breaks between words alone, so that a long name would make the panel wider than its dock.
QWidget* FactGrid::makeValue(const QString& text) {
  const QStringList words = text.split(QLatin1Char(' '));
  const auto isLong = [](const QString& word) { return word.size() > maxWordLength; };
  if (std::ranges::any_of(words, isLong)) {
    auto* wrapped = new WrappedText(longTextLines, this);
    wrapped->showText(text);
    return wrapped;
  }
  auto* label = new QLabel(text, this);
  label->setTextFormat(Qt::PlainText);
  label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  label->setWordWrap(true);
  return label;
}

void FactGrid::addFact(const Fact& fact) {
  const int row = m_grid->rowCount();
  auto* label = new QuietLabel(fact.label, this);
  label->setMinimumWidth(valueColumn(fontMetrics()) - columnGap);
  label->setAlignment(Qt::AlignLeft | Qt::AlignTop);
  QWidget* value = makeValue(fact.value);
  value->setAccessibleName(QStringLiteral("%1: %2").arg(fact.label, fact.value));
  label->setToolTip(fact.tip);
  value->setToolTip(fact.tip);
  m_grid->addWidget(label, row, 0);
  m_grid->addWidget(value, row, 1);
  setVisible(true);
}

}  // namespace kernline::ui
