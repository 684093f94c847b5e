// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/tables/part_bar_delegate.h"

#include "ui/kit/tables/rows_model.h"

#include <QPainter>

#include <algorithm>
#include <vector>

namespace kernline::ui {
namespace {

constexpr int pieceGap = 4;
constexpr double minLabeledWidth = 14;

}  // namespace

void paintBarPieces(QPainter& painter, const QRectF& room, const std::vector<BarPiece>& pieces) {
  double left = room.left();
  for (const BarPiece& piece : pieces) {
    const double right = std::min(room.right(), left + piece.share * room.width());
    const QRectF box(left, room.top(), std::max(right - left - 1, 0.5), room.height());
    painter.fillRect(box, piece.mark->color);
    if (box.width() >= minLabeledWidth) {
      painter.setPen(markInk());
      painter.drawText(box, Qt::AlignCenter, QString(piece.mark->letter));
    }
    left = right;
  }
}

QFont barLetters(const QFont& base) {
  QFont letters(base);
  letters.setPointSizeF(letters.pointSizeF() * 0.85);
  letters.setWeight(QFont::DemiBold);
  return letters;
}

void PartBarDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  QStyledItemDelegate::paint(painter, option, index);
  const QVariant pieces = index.data(RowsModel::PiecesRole);
  if (!pieces.isValid()) {
    return;
  }
  painter->save();
  painter->setFont(barLetters(option.font));
  const QRect room = option.rect.adjusted(pieceGap, pieceGap, -pieceGap, -pieceGap);
  painter->fillRect(room, option.palette.color(QPalette::Midlight));
  paintBarPieces(*painter, room, pieces.value<std::vector<BarPiece>>());
  painter->restore();
}

}  // namespace kernline::ui
