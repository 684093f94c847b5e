// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/timeline/zoom_drag.h"

#include "core/model/format/quantity.h"
#include "ui/kit/language/qt_text.h"

#include <algorithm>
#include <cmath>

namespace kernline::ui {

namespace {

constexpr double minBoxWidth = 4;  // pixels

}  // namespace

void ZoomDrag::release(const CanvasAreas& areas) {
  const auto width = static_cast<double>(areas.tracks().width());
  const double first = std::clamp(areas.toTracks(m_from).x(), 0.0, width);
  const double last = std::clamp(areas.toTracks(m_to).x(), 0.0, width);
  if (std::abs(last - first) >= minBoxWidth) {
    const TimeAxis axis = m_scene.time().axis();
    m_scene.time().showWithinBounds(
        withMargin({axis.timeAt(std::min(first, last)), axis.timeAt(std::max(first, last))}, 0));
  }
}

void ZoomDrag::paint(QPainter& painter, const CanvasAreas& areas, const TimelinePalette& palette) const {
  const double left = std::max(std::min(m_from.x(), m_to.x()), static_cast<double>(areas.tracks().left()));
  const double right = std::max(m_from.x(), m_to.x());
  QColor fill(palette.accent);
  fill.setAlpha(50);
  const QRectF box(left, 0, right - left, areas.canvas.height());
  painter.fillRect(box, fill);
  painter.setPen(QColor(palette.accent));
  painter.drawLine(box.topLeft(), box.bottomLeft());
  painter.drawLine(box.topRight(), box.bottomRight());
  const TimeAxis axis = m_scene.time().axis();
  const Duration length = axis.timeAt(right) - axis.timeAt(left);
  painter.setPen(QColor(palette.text));
  painter.drawText(box.adjusted(4, 2, 400, 0), Qt::AlignLeft | Qt::AlignTop, qt(formatDuration(length)));
}

}  // namespace kernline::ui
