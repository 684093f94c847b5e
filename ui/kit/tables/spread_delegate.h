// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

#include <vector>

namespace kernline::ui {

/// The places of a cell's values, 0 to 1, on an axis that all rows share.
struct SpreadMarks {
  double min = 0;
  double lowerQuartile = 0;
  double median = 0;
  double upperQuartile = 0;
  double max = 0;
  std::vector<double> grid = {};  ///< lines of the axis
};

/// Paints RowsModel::SpreadRole, where a cell has it, as a box plot: a line from min to max, a box around the middle
/// half, a tick at the median.
class SpreadDelegate : public QStyledItemDelegate {
  Q_OBJECT

 public:
  using QStyledItemDelegate::QStyledItemDelegate;

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

}  // namespace kernline::ui

Q_DECLARE_METATYPE(kernline::ui::SpreadMarks)
