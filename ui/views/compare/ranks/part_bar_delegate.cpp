// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/compare/ranks/part_bar_delegate.h"

#include "ui/views/compare/ranks/accounts_model.h"

#include <QPainter>

#include <algorithm>

namespace kernline::ui {
namespace {

constexpr int gap = 4;
constexpr double narrowestLettered = 14;

void paintPieces(QPainter& painter, const QRectF& room, const std::vector<BarPiece>& pieces) {
  double left = room.left();
  for (const BarPiece& piece : pieces) {
    const double right = std::min(room.right(), left + piece.share * room.width());
    const QRectF box(left, room.top(), std::max(right - left - 1, 0.5), room.height());
    painter.fillRect(box, piece.mark->colour);
    if (box.width() >= narrowestLettered) {
      painter.setPen(markInk());
      painter.drawText(box, Qt::AlignCenter, QString(piece.mark->letter));
    }
    left = right;
  }
}

}  // namespace

void PartBarDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  QStyledItemDelegate::paint(painter, option, index);
  const auto* model = qobject_cast<const AccountsModel*>(index.model());
  if (model == nullptr || !AccountsModel::isBar(index.column())) {
    return;
  }
  painter->save();
  QFont letters(option.font);
  letters.setPointSizeF(letters.pointSizeF() * 0.85);
  letters.setWeight(QFont::DemiBold);
  painter->setFont(letters);
  const QRect room = option.rect.adjusted(gap, gap, -gap, -gap);
  painter->fillRect(room, option.palette.color(QPalette::Midlight));
  paintPieces(*painter, room, model->piecesOf(index.row(), index.column()));
  painter->restore();
}

}  // namespace kernline::ui
