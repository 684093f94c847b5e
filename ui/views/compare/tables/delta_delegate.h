// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace kernline::ui {

/// Bars in the cells of compared tables: shares grow from the left, deltas from the middle, longer to the right. Less
/// time is filled and more time is hatched, so that color is not alone.
class DeltaDelegate : public QStyledItemDelegate {
  Q_OBJECT

 public:
  using QStyledItemDelegate::QStyledItemDelegate;

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

}  // namespace kernline::ui
