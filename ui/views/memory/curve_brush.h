// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/memory/curve_envelope.h"
#include "ui/views/memory/column_canvas.h"

#include <cstdint>

namespace kernline::ui {

/// Paints columns of curves onto a canvas that is `top` bytes high, with lines of `thickness` pixels. The value with
/// which a column begins is part of it, so that the lines of neighbors meet.
class CurveBrush {
 public:
  CurveBrush(ColumnCanvas& canvas, double top, int thickness);

  /// Returns the row of the upper edge at `bytes`.
  [[nodiscard]] int yOf(std::int64_t bytes) const;
  /// Fills from row `foot` up to the greatest value.
  void area(int x, const ByteExtent& values, int foot, QRgb color);
  /// Draws from the least to the greatest value; one that lies at the foot is visible too.
  void line(int x, const ByteExtent& values, QRgb color);
  /// Slanted lines between two rows.
  void hatch(int x, int top, int bottom, QRgb color);

 private:
  ColumnCanvas& m_canvas;
  double m_top;
  int m_thickness;
};

}  // namespace kernline::ui
