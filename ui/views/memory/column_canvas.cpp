// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/memory/column_canvas.h"

#include <algorithm>
#include <cstddef>

namespace kernline::ui {

ColumnCanvas::ColumnCanvas(QSize size)
    : m_size(size.expandedTo({0, 0})), m_pixels(static_cast<std::size_t>(m_size.width()) * m_size.height()) {}

std::span<QRgb> ColumnCanvas::column(int x) {
  const auto height = static_cast<std::size_t>(m_size.height());
  return std::span(m_pixels).subspan(static_cast<std::size_t>(x) * height, height);
}

void ColumnCanvas::fill(int x, int top, int bottom, QRgb color) {
  const std::span<QRgb> pixels = column(x);
  const auto from = static_cast<std::size_t>(std::clamp(top, 0, height()));
  const auto to = static_cast<std::size_t>(std::clamp(bottom, 0, height()));
  if (from < to) {
    std::ranges::fill(pixels.subspan(from, to - from), color);
  }
}

QImage ColumnCanvas::image() const {
  QImage image(m_size, QImage::Format_ARGB32_Premultiplied);
  constexpr int tile = 16;  // its lines on both sides fit the fastest cache
  const auto height = static_cast<std::size_t>(m_size.height());
  const qsizetype stride = image.bytesPerLine() / static_cast<qsizetype>(sizeof(QRgb));
  auto* const rows = reinterpret_cast<QRgb*>(image.bits());
  for (int left = 0; left < m_size.width(); left += tile) {
    const int right = std::min(left + tile, m_size.width());
    for (int top = 0; top < m_size.height(); top += tile) {
      const int bottom = std::min(top + tile, m_size.height());
      for (int y = top; y < bottom; ++y) {
        const QRgb* from = m_pixels.data() + static_cast<std::size_t>(left) * height + static_cast<std::size_t>(y);
        QRgb* to = rows + y * stride;
        for (int x = left; x < right; ++x, from += height) {
          to[x] = *from;
        }
      }
    }
  }
  return image;
}

}  // namespace kernline::ui
