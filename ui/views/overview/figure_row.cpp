// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/overview/figure_row.h"

#include "ui/kit/style/one_line.h"
#include "ui/kit/style/theme.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <utility>

namespace kernline::ui {
namespace {

constexpr int padding = 6;
constexpr int markSize = 20;
constexpr int barHeight = 6;
constexpr double smallFont = 0.9;

QFont smaller(const QFont& base) {
  QFont font(base);
  font.setPointSizeF(base.pointSizeF() * smallFont);
  return font;
}

QString accessibleText(const FigureLine& line) {
  QString text = line.name + QStringLiteral(": ") + line.value;
  if (!line.shareText.isEmpty()) {
    text += QStringLiteral(", ") + line.shareText;
  }
  return text;
}

}  // namespace

FigureRow::FigureRow(FigureLine line, QWidget* parent) : Clickable(parent), m_line(std::move(line)) {
  setText(m_line.name);
  setToolTip(m_line.tip);
  setAccessibleName(accessibleText(m_line));
  setAccessibleDescription(m_line.tip);
  setClickable(!m_line.place.isEmpty());
}

QSize FigureRow::sizeHint() const {
  const int lines = fontMetrics().height() + (m_line.detail.isEmpty() ? 0 : QFontMetrics(smaller(font())).height());
  return {fontMetrics().averageCharWidth() * 60, std::max(lines, markSize) + 2 * padding};
}

QSize FigureRow::minimumSizeHint() const {
  return {fontMetrics().averageCharWidth() * 34, sizeHint().height()};
}

void FigureRow::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  paintState(painter, 4);
  QRect inner = rect().adjusted(padding, padding, -padding, -padding);
  if (!m_line.mark.letter.isNull()) {
    paintMark(painter, QRectF(inner.left(), inner.center().y() + 1 - markSize / 2.0, markSize, markSize), m_line.mark,
              font());
    inner.setLeft(inner.left() + markSize + padding + 2);
  }
  paintTexts(painter, inner);
}

void FigureRow::paintTexts(QPainter& painter, QRect inner) const {
  const Tint& colors = tint(palette());
  const QFontMetrics metrics = fontMetrics();
  const int shareWidth = metrics.horizontalAdvance(QStringLiteral("100.0 %"));
  const int valueWidth = std::max(metrics.horizontalAdvance(QStringLiteral("888.8 ms")) + padding,
                                  metrics.horizontalAdvance(m_line.value));
  const int barWidth = std::clamp(inner.width() / 6, 40, 160);
  const int right = shareWidth + valueWidth + barWidth + 4 * padding;
  const int top = inner.top();
  const int firstLine = metrics.height();
  const QRect first(inner.left(), top, inner.width(), m_line.detail.isEmpty() ? inner.height() : firstLine);

  painter.setPen(palette().color(isClickable() ? QPalette::Link : QPalette::Text));
  const int nameWidth = std::max(inner.width() - right, 0);
  drawOneLine(painter, QRect(first.left(), first.top(), nameWidth, first.height()), Qt::AlignLeft,
              metrics.elidedText(m_line.name, Qt::ElideRight, nameWidth));
  painter.setPen(palette().color(QPalette::Text));
  drawOneLine(painter, first.adjusted(0, 0, -(shareWidth + padding), 0), Qt::AlignRight, m_line.value);
  painter.setPen(colors.quiet);
  drawOneLine(painter, first, Qt::AlignRight, m_line.shareText);

  const QRect bar(inner.right() - shareWidth - valueWidth - barWidth - 2 * padding, first.center().y() - barHeight / 2,
                  barWidth, barHeight);
  const QColor fill = m_line.mark.letter.isNull() ? colors.accent : m_line.mark.color;
  painter.fillRect(bar, palette().color(QPalette::Midlight));
  const int filled = static_cast<int>(std::lround(bar.width() * std::clamp(m_line.share, 0.0, 1.0)));
  painter.fillRect(QRect(bar.topLeft(), QSize(m_line.share > 0 ? std::max(filled, 1) : 0, bar.height())), fill);

  if (!m_line.detail.isEmpty()) {
    const QFont small = smaller(font());
    painter.setFont(small);
    drawOneLine(painter, QRect(inner.left(), top + firstLine, inner.width(), QFontMetrics(small).height()),
                Qt::AlignLeft, QFontMetrics(small).elidedText(m_line.detail, Qt::ElideRight, inner.width()));
  }
}

}  // namespace kernline::ui
