// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/details/link_row.h"

#include "ui/kit/facts/fact_grid.h"
#include "ui/kit/style/theme.h"
#include "ui/views/details/distinct_elision.h"

#include <QPainter>

#include <algorithm>
#include <utility>

namespace kernline::ui {
namespace {

constexpr int padding = FactGrid::inset;

}  // namespace

LinkRow::LinkRow(SpanLink link, QWidget* parent) : Clickable(parent), m_link(std::move(link)) {
  const QString full = m_link.full.isEmpty() ? m_link.text : m_link.full;
  setText(m_link.text);
  setToolTip(m_link.timing.isEmpty() ? full : tr("%1 · %2").arg(full, m_link.timing));
  setAccessibleName(QStringLiteral("%1 %2").arg(m_link.role, m_link.text));
  setFocusPolicy(Qt::TabFocus);
}

QSize LinkRow::sizeHint() const {
  return {fontMetrics().averageCharWidth() * 30, fontMetrics().height() + 2 * padding};
}

QSize LinkRow::minimumSizeHint() const {
  return {fontMetrics().averageCharWidth() * 16, sizeHint().height()};
}

int LinkRow::roleLeft() {
  return padding;
}

int LinkRow::textLeft() const {
  return roleLeft() + (m_link.role.isEmpty() ? 0 : FactGrid::valueColumn(fontMetrics()));
}

void LinkRow::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  const Tint& colors = tint(palette());
  paintState(painter, padding);
  const QFontMetrics metrics = fontMetrics();
  const QRect inner = rect().adjusted(roleLeft(), 0, -padding, 0);
  const int column = textLeft() - roleLeft();
  const int timingWidth = metrics.horizontalAdvance(m_link.timing);
  const int beside = inner.width() - column - timingWidth - 2 * padding;
  const bool fits = metrics.horizontalAdvance(m_link.text) <= beside;  // otherwise the tooltip has the timing
  painter.setPen(colors.quiet);
  painter.drawText(inner, Qt::AlignLeft | Qt::AlignVCenter,
                   metrics.elidedText(m_link.role, Qt::ElideRight, column - padding));
  if (fits) {
    painter.drawText(inner, Qt::AlignRight | Qt::AlignVCenter, m_link.timing);
  }
  const QRect middle = inner.adjusted(column, 0, fits ? -(timingWidth + 2 * padding) : 0, 0);
  painter.setPen(palette().color(QPalette::Link));
  const int width = std::max(middle.width(), 0);
  painter.drawText(middle, Qt::AlignLeft | Qt::AlignVCenter,
                   m_link.isCutAtEnd ? metrics.elidedText(m_link.text, Qt::ElideRight, width)
                                     : elideDistinct(metrics, m_link.text, m_others, width));
}

void LinkRow::setOthers(QStringList others) {
  m_others = std::move(others);
  update();
}

std::vector<LinkRow*> makeLinkRows(const std::vector<SpanLink>& links, QWidget* parent) {
  QStringList texts;
  for (const SpanLink& link : links) {
    texts << link.text;
  }
  std::vector<LinkRow*> rows;
  for (const SpanLink& link : links) {
    rows.push_back(new LinkRow(link, parent));
    rows.back()->setOthers(texts);
  }
  return rows;
}

}  // namespace kernline::ui
