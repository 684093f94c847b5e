// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/memory/memory_plot.h"

#include <algorithm>
#include <cmath>

namespace kernline::ui {

MemoryPlot::MemoryPlot(QRectF rect, TimeRange range, const ByteScale& scale, double ratio)
    : m_rect(rect), m_axis(range, static_cast<int>(rect.width())), m_scale(scale), m_ratio(ratio) {}

double MemoryPlot::yOf(std::int64_t bytes) const {
  const double share = static_cast<double>(bytes) / m_scale.unit / m_scale.top;
  return m_rect.bottom() - share * m_rect.height();
}

QSize MemoryPlot::pixels() const {
  const QSizeF size = m_rect.size() * m_ratio;
  return {std::max(1, static_cast<int>(std::round(size.width()))),
          std::max(1, static_cast<int>(std::round(size.height())))};
}

QPoint MemoryPlot::pixelAt(QPointF place) const {
  const QPointF inside = (place - m_rect.topLeft()) * m_ratio;
  return {static_cast<int>(std::floor(inside.x())), static_cast<int>(std::floor(inside.y()))};
}

int markRowHeight(const QFontMetrics& metrics) {
  return metrics.height() + 3;
}

}  // namespace kernline::ui
