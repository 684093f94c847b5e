// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/charts/share_bars.h"

#include "ui/kit/style/theme.h"

#include <QFontMetricsF>
#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace kernline::ui {
namespace {

constexpr int barGap = 8;
constexpr int rowPadding = 6;
constexpr int minBarWidth = 40;

}  // namespace

ShareBars::ShareBars(QWidget* parent) : QWidget(parent) {
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void ShareBars::setBars(std::vector<ShareBar> bars) {
  m_bars = std::move(bars);
  QStringList spoken;
  for (const ShareBar& bar : m_bars) {
    spoken << QStringLiteral("%1 %2").arg(bar.label, bar.text);
  }
  setAccessibleName(spoken.join(QStringLiteral(", ")));
  updateGeometry();
  update();
}

int ShareBars::rowHeight() const {
  return fontMetrics().height() + rowPadding;
}

int ShareBars::widest(QString ShareBar::* of) const {
  double width = 0;
  for (const ShareBar& bar : m_bars) {
    width = std::max(width, QFontMetricsF(font()).horizontalAdvance(bar.*of));  // whole pixels may be too few
  }
  return static_cast<int>(std::ceil(width)) + 1;
}

QSize ShareBars::sizeHint() const {
  return {widest(&ShareBar::label) + widest(&ShareBar::text) + 2 * barGap + 3 * minBarWidth,
          static_cast<int>(m_bars.size()) * rowHeight()};
}

QSize ShareBars::minimumSizeHint() const {
  return {widest(&ShareBar::label) / 2 + widest(&ShareBar::text) + 2 * barGap + minBarWidth, sizeHint().height()};
}

bool ShareBars::event(QEvent* event) {
  if (event->type() == QEvent::ToolTip) {
    const auto* help = static_cast<QHelpEvent*>(event);
    const auto row = static_cast<std::size_t>(help->pos().y() / rowHeight());
    QToolTip::showText(help->globalPos(), row < m_bars.size() ? m_bars[row].tip : QString(), this);
    return true;
  }
  return QWidget::event(event);
}

void ShareBars::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  const int figures = widest(&ShareBar::text);
  const int labels = std::min(widest(&ShareBar::label), std::max(width() - figures - 2 * barGap - minBarWidth, 0));
  const int left = labels + barGap;
  const int barWidth = std::max(width() - left - figures - barGap, 0);
  const QColor fill = tint(palette()).accent;
  QColor rest = fill;
  rest.setAlphaF(0.15F);
  constexpr int barHeight = 10;
  for (std::size_t i = 0; i < m_bars.size(); ++i) {
    const ShareBar& bar = m_bars[i];
    const QRect row(0, static_cast<int>(i) * rowHeight(), width(), rowHeight());
    const QRect track(left, row.center().y() - barHeight / 2 + 1, barWidth, barHeight);
    const int filled = static_cast<int>(std::lround(std::clamp(bar.share, 0.0, 1.0) * barWidth));
    painter.fillRect(track, rest);
    painter.fillRect(QRect(track.topLeft(), QSize(filled, barHeight)), fill);
    painter.setPen(tint(palette()).quiet);
    painter.drawText(QRect(0, row.top(), labels, row.height()), Qt::AlignLeft | Qt::AlignVCenter,
                     fontMetrics().elidedText(bar.label, Qt::ElideRight, labels));
    painter.setPen(palette().color(QPalette::Text));
    painter.drawText(row, Qt::AlignRight | Qt::AlignVCenter, bar.text);
  }
}

}  // namespace kernline::ui
