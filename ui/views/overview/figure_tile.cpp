// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/overview/figure_tile.h"

#include "ui/kit/style/icons.h"
#include "ui/kit/style/one_line.h"
#include "ui/kit/style/quiet_label.h"
#include "ui/kit/style/theme.h"

#include <QPainter>

#include <algorithm>
#include <utility>

namespace kernline::ui {
namespace {

constexpr int tilePadding = 12;
constexpr double largeFont = 1.7;
constexpr double tileSmallFont = 0.9;
constexpr int wide = 240;  // pixels in which a definition takes two lines
constexpr int minWidth = 150;

QFont scaled(const QFont& base, double factor) {
  QFont font(base);
  font.setPointSizeF(base.pointSizeF() * factor);
  return font;
}

}  // namespace

FigureTile::FigureTile(QWidget* parent) : Clickable(parent) {
  setClickable(false);
}

void FigureTile::setFigure(TileFigure figure) {
  m_figure = std::move(figure);
  setText(m_figure.label);
  const QString tip = m_figure.doubts.isEmpty() ? m_figure.tip : m_figure.tip + QLatin1Char('\n') + m_figure.doubts;
  setToolTip(tip);
  setAccessibleName(m_figure.label + QStringLiteral(": ") + m_figure.figure);
  setAccessibleDescription(tip);
  setClickable(!m_figure.place.isEmpty());
  updateGeometry();  // its height follows the text
  update();
}

QSize FigureTile::sizeHint() const {
  const QFontMetrics metrics(scaled(font(), tileSmallFont));
  // Scripts of another font have higher lines.
  const int small = std::max(metrics.height(), metrics.size(Qt::TextSingleLine, m_figure.definition).height());
  return {190, 2 * tilePadding + small + QFontMetrics(titleFont(font(), largeFont)).height() +
                   (width() >= wide ? 2 : 3) * small + 4};
}

QSize FigureTile::minimumSizeHint() const {
  return {minWidth, sizeHint().height()};
}

void FigureTile::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const Tint& colors = tint(palette());
  painter.setPen(hasFocus() ? colors.accent : colors.line);
  painter.setBrush(isClickable() && underMouse() ? colors.hover : palette().color(QPalette::Base));
  painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6);

  const QFont small = scaled(font(), tileSmallFont);
  const QFont large = titleFont(font(), largeFont);
  const QFontMetrics smallMetrics(small);
  QRect inner = rect().adjusted(tilePadding, tilePadding, -tilePadding, -tilePadding);
  if (!m_figure.doubts.isEmpty()) {
    const int side = smallMetrics.height();
    ui::icon(QStringLiteral("warning")).paint(&painter, QRect(inner.right() - side + 1, inner.top(), side, side));
    inner.setRight(inner.right() - side - 4);
  }
  painter.setFont(small);
  painter.setPen(isClickable() ? palette().color(QPalette::Link) : colors.quiet);
  drawOneLine(painter, QRect(inner.topLeft(), QSize(inner.width(), smallMetrics.height())), Qt::AlignLeft,
              smallMetrics.elidedText(m_figure.label, Qt::ElideRight, inner.width()));
  inner.setTop(inner.top() + smallMetrics.height());
  inner.setRight(rect().right() - tilePadding);
  painter.setFont(large);
  painter.setPen(palette().color(QPalette::Text));
  painter.drawText(inner, Qt::AlignLeft | Qt::AlignTop,
                   QFontMetrics(large).elidedText(m_figure.figure, Qt::ElideRight, inner.width()));
  inner.setTop(inner.top() + QFontMetrics(large).height() + 4);
  painter.setFont(small);
  painter.setPen(colors.quiet);
  painter.drawText(inner, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, m_figure.definition);
}

void FigureTile::resizeEvent(QResizeEvent* event) {
  Clickable::resizeEvent(event);
  updateGeometry();
}

}  // namespace kernline::ui
