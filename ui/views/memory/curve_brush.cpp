// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/memory/curve_brush.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace kernline::ui {

CurveBrush::CurveBrush(ColumnCanvas& canvas, double top, int thickness)
    : m_canvas(canvas), m_top(std::max(1.0, top)), m_thickness(std::max(1, thickness)) {}

int CurveBrush::yOf(std::int64_t bytes) const {
  const double share = std::clamp(static_cast<double>(bytes) / m_top, 0.0, 1.0);
  return m_canvas.height() - static_cast<int>(std::lround(share * m_canvas.height()));
}

void CurveBrush::area(int x, const ByteExtent& values, int foot, QRgb color) {
  m_canvas.fill(x, yOf(values.max), foot, color);
}

void CurveBrush::line(int x, const ByteExtent& values, QRgb color) {
  const int maxY = m_canvas.height() - m_thickness;
  m_canvas.fill(x, std::min(yOf(values.max), maxY), std::min(yOf(values.min), maxY) + m_thickness, color);
}

void CurveBrush::hatch(int x, int top, int bottom, QRgb color) {
  constexpr int pixelsApart = 8;
  const std::span<QRgb> pixels = m_canvas.column(x);
  for (int y = std::max(0, top); y < std::min(bottom, m_canvas.height()); ++y) {
    if ((x + y) % (pixelsApart * m_thickness) < m_thickness) {
      pixels[static_cast<std::size_t>(y)] = color;
    }
  }
}

}  // namespace kernline::ui
