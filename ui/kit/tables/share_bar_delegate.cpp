// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/tables/share_bar_delegate.h"

#include "ui/kit/style/theme.h"
#include "ui/kit/tables/rows_model.h"

#include <QApplication>
#include <QPainter>

#include <algorithm>
#include <utility>

namespace kernline::ui {

void ShareBarDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  QStyleOptionViewItem cell = option;
  initStyleOption(&cell, index);
  const QString text = std::exchange(cell.text, QString());
  QApplication::style()->drawControl(QStyle::CE_ItemViewItem, &cell, painter, cell.widget);

  const bool isSelected = (option.state & QStyle::State_Selected) != 0;
  constexpr int textCharacters = 9;
  constexpr int gap = 4;
  const int textWidth = option.fontMetrics.averageCharWidth() * textCharacters;
  const QRect inner = option.rect.adjusted(gap, 0, -gap, 0);
  const double share = std::clamp(index.data(RowsModel::ShareRole).toDouble(), 0.0, 1.0);
  const int trackWidth = std::max(inner.width() - textWidth - gap, 0);
  QColor fill = isSelected ? option.palette.color(QPalette::HighlightedText) : tint(option.palette).accent;
  QColor rest = fill;
  rest.setAlphaF(0.15F);
  const QRect bar(inner.left(), inner.center().y() - 2, trackWidth, 5);
  if (text.isEmpty()) {
    return;  // no share, no bar
  }
  painter->fillRect(bar, rest);
  painter->fillRect(QRect(bar.topLeft(), QSize(static_cast<int>(trackWidth * share + 0.5), bar.height())), fill);
  painter->setPen(isSelected ? option.palette.color(QPalette::HighlightedText) : option.palette.color(QPalette::Text));
  painter->drawText(inner, Qt::AlignRight | Qt::AlignVCenter, text);
}

}  // namespace kernline::ui
