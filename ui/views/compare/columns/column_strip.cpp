// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/compare/columns/column_strip.h"

#include "ui/kit/language/counted.h"
#include "ui/kit/style/flow_layout.h"
#include "ui/kit/style/quiet_label.h"
#include "ui/views/compare/columns/column_chip.h"

#include <QHBoxLayout>
#include <QScrollArea>
#include <QToolButton>

#include <algorithm>

namespace kernline::ui {
namespace {

constexpr int spacing = 4;
constexpr int sideMargin = 12;
constexpr int topMargin = 4;
constexpr int maxLines = 2;            // the rest is scrolled to
constexpr std::size_t maxChips = 200;  // a column among more is impossible to find

bool isSet(ColumnUse use) {
  return use == ColumnUse::Subject || use == ColumnUse::Parameter;
}

bool isMeasured(ColumnUse use) {
  return use == ColumnUse::Measurement;
}

bool isNeither(ColumnUse use) {
  return !isSet(use) && !isMeasured(use);
}

}  // namespace

ColumnStrip::ColumnStrip(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("columnStrip"));
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(sideMargin, topMargin, sideMargin, 0);
  row->setSpacing(spacing);
  m_area = new QScrollArea(this);
  m_area->setFrameShape(QFrame::NoFrame);
  m_area->setWidgetResizable(true);
  m_area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  m_area->setFocusPolicy(Qt::NoFocus);
  m_inside = new QWidget(m_area);
  m_inside->setLayout(new FlowLayout(nullptr, spacing));
  m_area->setWidget(m_inside);
  row->addWidget(m_area, 1);
  m_reset = new QToolButton(this);
  m_reset->setObjectName(QStringLiteral("columnReset"));
  m_reset->setText(tr("Reset columns"));
  m_reset->setToolTip(tr("Restore the detected role of every column"));
  m_reset->setFocusPolicy(Qt::TabFocus);
  row->addWidget(m_reset, 0, Qt::AlignTop);
  connect(m_reset, &QToolButton::clicked, this, &ColumnStrip::resetRequested);
  hide();
}

void ColumnStrip::showColumns(const std::vector<FoundColumn>& columns, const Measurements& measurements) {
  const QWidget* focus = window()->focusWidget();  // also while a menu has taken the keys
  const auto focused = std::ranges::find(m_chips, focus, [](const ColumnChip* chip) -> const QWidget* { return chip; });
  const std::string before = focused == m_chips.end() ? std::string() : (*focused)->column();
  QLayout* flow = m_inside->layout();
  while (QLayoutItem* item = flow->takeAt(0)) {
    item->widget()->hide();
    item->widget()->deleteLater();  // it may be one of these whose menu was used
    delete item;
  }
  m_chips.clear();
  addGroup(tr("Parameters"), columns, measurements, isSet);
  addGroup(tr("Measurements"), columns, measurements, isMeasured);
  addGroup(tr("Ignored"), columns, measurements, isNeither);
  if (columns.size() > maxChips) {
    addLabel(tr("… and %1 more").arg(countText(columns.size() - maxChips)));
  }
  m_reset->setVisible(std::ranges::any_of(columns, &FoundColumn::isChanged));
  setVisible(!columns.empty());
  fitHeight();
  const auto again = std::ranges::find(m_chips, before, &ColumnChip::column);
  if (!before.empty() && again != m_chips.end()) {
    (*again)->setFocus();
  }
}

void ColumnStrip::addGroup(const QString& title, const std::vector<FoundColumn>& columns,
                           const Measurements& measurements, bool (*belongs)(ColumnUse)) {
  bool isFirst = true;
  for (const FoundColumn& column : columns) {
    if (!belongs(column.use) || m_chips.size() == maxChips) {
      continue;
    }
    if (isFirst) {
      addLabel(title);
      isFirst = false;
    }
    addChip(column, measurements);
  }
}

void ColumnStrip::addLabel(const QString& text) {
  auto* label = new QuietLabel(text, m_inside);
  label->setContentsMargins(m_chips.empty() ? 0 : 2 * spacing, 0, 0, 0);
  m_inside->layout()->addWidget(label);
  label->show();
}

void ColumnStrip::addChip(const FoundColumn& column, const Measurements& measurements) {
  auto* chip = new ColumnChip(column, measurements, m_inside);
  connect(chip, &ColumnChip::useChosen, this, [this, chip](ColumnUse use) { Q_EMIT useChosen(chip->column(), use); });
  connect(chip, &ColumnChip::compareRequested, this, &ColumnStrip::compareRequested);
  connect(chip, &ColumnChip::plotRequested, this, &ColumnStrip::plotRequested);
  connect(chip, &ColumnChip::metricRequested, this, &ColumnStrip::metricRequested);
  connect(chip, &ColumnChip::stepRequested, this, [this, chip](int chips) { step(chip, chips); });
  m_inside->layout()->addWidget(chip);
  chip->show();
  m_chips.push_back(chip);
}

void ColumnStrip::step(const ColumnChip* from, int chips) {
  const auto place = std::ranges::find(m_chips, from) - m_chips.begin() + chips;
  if (place >= 0 && place < std::ssize(m_chips)) {
    ColumnChip* to = m_chips[static_cast<std::size_t>(place)];
    to->setFocus(Qt::TabFocusReason);
    m_area->ensureWidgetVisible(to, 0, 0);
  }
}

void ColumnStrip::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  fitHeight();
}

/// Fits as many lines as the chips need, up to a limit.
void ColumnStrip::fitHeight() {
  const int reset = m_reset->isHidden() ? 0 : m_reset->sizeHint().width() + spacing;
  const int line = m_inside->layout()->sizeHint().height();
  const int wanted = m_inside->layout()->heightForWidth(width() - 2 * sideMargin - reset);
  m_area->setFixedHeight(std::min(wanted, maxLines * line + (maxLines - 1) * spacing));
}

}  // namespace kernline::ui
