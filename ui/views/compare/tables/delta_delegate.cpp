// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/compare/tables/delta_delegate.h"

#include "ui/kit/style/theme.h"
#include "ui/kit/tables/rows_model.h"

#include <QApplication>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <utility>

namespace kernline::ui {
namespace {

constexpr int gap = 8;

void paintDelta(QPainter& painter, QRect room, double delta, const Tint& colors) {
  const int middle = room.center().x();
  const int length = static_cast<int>(room.width() / 2.0 * std::min(1.0, std::abs(delta)) + 0.5);
  const QRect bar(delta < 0 ? middle - length : middle, room.top(), length, room.height());
  painter.setPen(colors.line);
  painter.drawLine(middle, room.top() - 3, middle, room.bottom() + 3);
  if (delta > 0) {
    painter.fillRect(bar, QBrush(colors.bad, Qt::BDiagPattern));
    painter.setPen(colors.bad);
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(bar.adjusted(0, 0, -1, -1));
  } else {
    painter.fillRect(bar, colors.good);
  }
}

}  // namespace

void DeltaDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  QStyleOptionViewItem cell = option;
  initStyleOption(&cell, index);
  const QVariant share = index.data(RowsModel::ShareRole);
  const QVariant delta = index.data(RowsModel::DeltaRole);
  if (!share.isValid() && !delta.isValid()) {
    QStyledItemDelegate::paint(painter, option, index);
    return;
  }
  const QString text = std::exchange(cell.text, QString());
  QApplication::style()->drawControl(QStyle::CE_ItemViewItem, &cell, painter, cell.widget);
  painter->save();
  const bool isSelected = (option.state & QStyle::State_Selected) != 0;
  const QRect inner = option.rect.adjusted(gap, 0, -gap, 0);
  const int textWidth = option.fontMetrics.horizontalAdvance(QStringLiteral("+888.8 ms  88.8 %"));
  const QRect room(inner.left(), inner.center().y() - 4, std::max(0, inner.width() - textWidth - gap), 9);
  if (delta.isValid()) {
    paintDelta(*painter, room, delta.toDouble(), tint(option.palette));
  } else {
    QColor fill = isSelected ? option.palette.color(QPalette::HighlightedText) : tint(option.palette).accent;
    painter->fillRect(
        QRect(room.topLeft(),
              QSize(static_cast<int>(room.width() * std::clamp(share.toDouble(), 0.0, 1.0)), room.height())),
        fill);
    fill.setAlphaF(0.15F);
    painter->fillRect(room, fill);
  }
  painter->setPen(option.palette.color(isSelected ? QPalette::HighlightedText : QPalette::Text));
  painter->drawText(inner, Qt::AlignRight | Qt::AlignVCenter, text);
  painter->restore();
}

}  // namespace kernline::ui
