// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/timeline/title_image.h"

#include "ui/views/timeline/title_column.h"
#include "ui/views/timeline/vector_picture.h"

namespace kernline::ui {

void TitleImage::paint(QPainter& painter, QRect area, const CanvasLook& look) {
  if (wantsShapes(painter)) {
    painter.save();
    painter.setClipRect(area);
    painter.translate(area.topLeft());
    draw(painter, area.size(), look);
    painter.restore();
    return;
  }
  const QSize pixels = (QSizeF(area.size()) * look.pixelRatio).toSize();
  if (m_isStale || m_image.size() != pixels) {
    m_image = QImage(pixels.expandedTo({1, 1}), QImage::Format_RGB32);
    m_image.setDevicePixelRatio(look.pixelRatio);
    QPainter titles(&m_image);
    draw(titles, area.size(), look);
    m_isStale = false;
  }
  painter.drawImage(area.topLeft(), m_image);
}

void TitleImage::draw(QPainter& painter, QSize size, const CanvasLook& look) const {
  const QRect area(QPoint(), size);
  TitleColumn(*m_scene.trace(), m_scene.rows().layout(), look.palette, look.rowFont)
      .paint(painter, area, m_scene.rows().scroll(), m_scene.rows().stuckHeight());
  painter.fillRect(area.right(), 0, 1, area.height(), QColor(look.palette.separator));
}

}  // namespace kernline::ui
