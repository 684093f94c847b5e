// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/details/link_row.h"

#include "ui/kit/style/theme.h"

#include <QPainter>

#include <algorithm>
#include <utility>

namespace kernline::ui {
namespace {

constexpr int padding = 4;

}  // namespace

LinkRow::LinkRow(SpanLink link, QWidget* parent) : Clickable(parent), m_link(std::move(link)) {
  setText(m_link.text);
  setToolTip(m_link.text);
  setAccessibleName(QStringLiteral("%1 %2").arg(m_link.role, m_link.text));
  setFocusPolicy(Qt::TabFocus);
}

QSize LinkRow::sizeHint() const {
  return {fontMetrics().averageCharWidth() * 30, fontMetrics().height() + 2 * padding};
}

QSize LinkRow::minimumSizeHint() const {
  return {fontMetrics().averageCharWidth() * 16, sizeHint().height()};
}

void LinkRow::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  const Tint& colors = tint(palette());
  paintState(painter, padding);
  const QFontMetrics metrics = fontMetrics();
  const int roleWidth = metrics.horizontalAdvance(tr("Shared memory"));  // as wide as the labels above
  const int timingWidth = metrics.horizontalAdvance(m_link.timing);
  const QRect inner = rect().adjusted(padding, 0, -padding, 0);
  painter.setPen(colors.quiet);
  painter.drawText(inner, Qt::AlignLeft | Qt::AlignVCenter, metrics.elidedText(m_link.role, Qt::ElideRight, roleWidth));
  painter.drawText(inner, Qt::AlignRight | Qt::AlignVCenter, m_link.timing);
  const QRect middle = inner.adjusted(roleWidth + padding, 0, -(timingWidth + 2 * padding), 0);
  painter.setPen(palette().color(QPalette::Link));
  painter.drawText(middle, Qt::AlignLeft | Qt::AlignVCenter,
                   metrics.elidedText(m_link.text, Qt::ElideRight, std::max(middle.width(), 0)));
}

}  // namespace kernline::ui
