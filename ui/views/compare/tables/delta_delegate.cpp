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

/// Colors of a bar of changes; in a selected row, those that are readable on the selection.
struct DeltaInk {
  QColor line;
  QColor less;
  QColor more;
};

void paintDelta(QPainter& painter, QRect room, double delta, const DeltaInk& ink) {
  const int middle = room.center().x();
  const auto length = static_cast<int>(std::lround(room.width() / 2.0 * std::min(1.0, std::abs(delta))));
  const QRect bar(delta < 0 ? middle - length : middle, room.top(), length, room.height());
  painter.setPen(ink.line);
  painter.drawLine(middle, room.top() - 3, middle, room.bottom() + 3);
  if (length == 0) {
    return;  // less than a pixel: an outline would be longer
  }
  if (delta > 0) {
    painter.fillRect(bar, QBrush(ink.more, Qt::BDiagPattern));
    painter.setPen(ink.more);
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(bar.adjusted(0, 0, -1, -1));
  } else {
    painter.fillRect(bar, ink.less);
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
  const int textWidth = option.fontMetrics.horizontalAdvance(delta.isValid() ? QStringLiteral("+888.88 ms")
                                                                             : QStringLiteral("+888.8 ms  88.8 %"));
  const QRect room(inner.left(), inner.center().y() - 4, std::max(0, inner.width() - textWidth - gap), 9);
  if (delta.isValid()) {
    const Tint& colors = tint(option.palette);
    const QColor selected = option.palette.color(QPalette::HighlightedText);
    paintDelta(*painter, room, delta.toDouble(),
               isSelected ? DeltaInk{.line = selected, .less = selected, .more = selected}
                          : DeltaInk{.line = colors.line, .less = colors.good, .more = colors.bad});
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
