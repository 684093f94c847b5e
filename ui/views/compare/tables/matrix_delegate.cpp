// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/compare/tables/matrix_delegate.h"

#include "ui/kit/style/theme.h"
#include "ui/views/compare/tables/matrix_model.h"
#include "ui/views/compare/tables/series_paint.h"

#include <QApplication>
#include <QPainter>

#include <algorithm>
#include <utility>

namespace kernline::ui {
namespace {

constexpr int cellGap = 8;
constexpr int signRoom = 18;   // width of the star or cross at the right
constexpr int ratioRoom = 58;  // width of "12.34×"

}  // namespace

void MatrixDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  QStyleOptionViewItem cell = option;
  initStyleOption(&cell, index);
  const QString text = std::exchange(cell.text, QString());
  QApplication::style()->drawControl(QStyle::CE_ItemViewItem, &cell, painter, cell.widget);
  const bool isSelected = (option.state & QStyle::State_Selected) != 0;
  const QColor ink = option.palette.color(isSelected ? QPalette::HighlightedText : QPalette::Text);
  const Tint& colors = tint(option.palette);
  painter->save();
  painter->setRenderHint(QPainter::Antialiasing);
  QRect inner = option.rect.adjusted(cellGap, 0, -cellGap, 0);
  const QVariant series = index.data(MatrixModel::SeriesRole);
  if (series.isValid()) {
    paintMarker(*painter, option.palette, static_cast<std::size_t>(series.toInt()),
                QPointF(inner.left() + 5, inner.center().y() + 1), 4.5);
    inner.setLeft(inner.left() + signRoom);
  }
  const QVariant bar = index.data(MatrixModel::BarRole);
  if (!bar.isValid()) {
    painter->setPen(ink);
    painter->drawText(inner, Qt::AlignLeft | Qt::AlignVCenter,
                      option.fontMetrics.elidedText(text, Qt::ElideMiddle, inner.width()));
    painter->restore();
    return;
  }
  QColor fill = isSelected ? ink : colors.accent;
  fill.setAlphaF(0.55F);
  const int length = static_cast<int>(inner.width() * std::clamp(bar.toDouble(), 0.0, 1.0));
  painter->fillRect(QRect(inner.left(), option.rect.bottom() - 4, length, 3), fill);
  const bool isBest = index.data(MatrixModel::BestRole).toBool();
  const bool hasFailed = index.data(MatrixModel::FailedRole).toBool();
  if (hasFailed) {
    paintCross(*painter, isSelected ? ink : colors.bad, QPointF(inner.right() - 5, inner.center().y()), 4);
  }
  if (isBest) {
    painter->setPen(isSelected ? ink : colors.good);
    painter->drawText(QRect(inner.right() - (hasFailed ? 2 : 1) * signRoom + 4, inner.top(), signRoom, inner.height()),
                      Qt::AlignCenter, QStringLiteral("★"));
  }
  inner.setRight(inner.right() - signRoom);
  if (const QString ratio = index.data(MatrixModel::RatioRole).toString(); !ratio.isEmpty()) {
    painter->setPen(isSelected ? ink : colors.quiet);
    painter->drawText(inner, Qt::AlignRight | Qt::AlignVCenter, ratio);
    inner.setRight(inner.right() - ratioRoom);
  }
  QFont font = option.font;
  font.setBold(isBest);
  painter->setFont(font);
  painter->setPen(hasFailed && bar.toDouble() == 0 && !isSelected ? colors.bad : ink);
  painter->drawText(inner, Qt::AlignRight | Qt::AlignVCenter,
                    QFontMetrics(font).elidedText(text, Qt::ElideRight, inner.width()));
  painter->restore();
}

QSize MatrixDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
  const QSize size = QStyledItemDelegate::sizeHint(option, index);
  const int ratio = index.data(MatrixModel::RatioRole).toString().isEmpty() ? 0 : ratioRoom;
  return {size.width() + 2 * cellGap + signRoom + ratio, size.height() + 4};
}

}  // namespace kernline::ui
