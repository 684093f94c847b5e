// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/kit/style/figure_marks.h"

#include <QFont>
#include <QRectF>
#include <QString>
#include <QStyledItemDelegate>

#include <vector>

class QPainter;

namespace kernline::ui {

/// A piece of a bar: a share of the whole, how it looks, and what it is.
struct BarPiece {
  double share = 0;
  const FigureMark* mark = nullptr;
  QString value;
};

/// Fills `room` with the pieces from its left; wide ones have their letter, in the painter's font.
void paintBarPieces(QPainter& painter, const QRectF& room, const std::vector<BarPiece>& pieces);

/// The font of these letters next to texts in `base`.
[[nodiscard]] QFont barLetters(const QFont& base);

/// Paints RowsModel::PiecesRole, where a cell has it: colored and lettered pieces.
class PartBarDelegate : public QStyledItemDelegate {
  Q_OBJECT

 public:
  using QStyledItemDelegate::QStyledItemDelegate;

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

}  // namespace kernline::ui
