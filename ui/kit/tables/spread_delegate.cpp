// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/tables/spread_delegate.h"

#include "ui/kit/style/theme.h"
#include "ui/kit/tables/rows_model.h"

#include <QPainter>

#include <algorithm>

namespace kernline::ui {

void SpreadDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  QStyledItemDelegate::paint(painter, option, index);
  const QVariant value = index.data(RowsModel::SpreadRole);
  if (!value.isValid()) {
    return;
  }
  const auto marks = value.value<SpreadMarks>();
  const bool isSelected = (option.state & QStyle::State_Selected) != 0;
  constexpr int gap = 6;
  const QRectF room = QRectF(option.rect).adjusted(gap, gap, -gap, -gap);
  const auto at = [room](double share) { return room.left() + std::clamp(share, 0.0, 1.0) * room.width(); };
  const QColor ink = isSelected ? option.palette.color(QPalette::HighlightedText) : tint(option.palette).accent;
  QColor box = ink;
  box.setAlphaF(0.35F);
  painter->save();
  painter->setRenderHint(QPainter::Antialiasing, false);
  for (const double line : marks.grid) {
    painter->fillRect(QRectF(at(line), option.rect.top(), 1, option.rect.height()), tint(option.palette).line);
  }
  const double middle = room.center().y();
  painter->fillRect(QRectF(at(marks.min), middle, std::max(1.0, at(marks.max) - at(marks.min)), 1), ink);
  for (const double end : {marks.min, marks.max}) {
    painter->fillRect(QRectF(at(end), middle - 3, 1, 7), ink);
  }
  const double left = at(marks.lowerQuartile);
  painter->fillRect(QRectF(left, room.top(), std::max(1.0, at(marks.upperQuartile) - left), room.height()), box);
  painter->fillRect(QRectF(at(marks.median) - 1, room.top(), 3, room.height()), ink);
  painter->restore();
}

}  // namespace kernline::ui
