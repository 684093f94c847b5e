// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QSize>

#include <span>
#include <vector>

namespace kernline::ui {

/// A picture that is painted column by column. Pixels of a column lie together until it is done: painting down the rows
/// of an image would fetch another line of the cache for each.
class ColumnCanvas {
 public:
  /// Transparent at first. Pixels are premultiplied.
  explicit ColumnCanvas(QSize size);

  [[nodiscard]] int width() const { return m_size.width(); }
  [[nodiscard]] int height() const { return m_size.height(); }
  /// Its pixels from the top down.
  [[nodiscard]] std::span<QRgb> column(int x);
  /// Rows [top, bottom) of a column; what lies outside is left out.
  void fill(int x, int top, int bottom, QRgb color);

  [[nodiscard]] QImage image() const;

 private:
  QSize m_size;
  std::vector<QRgb> m_pixels;  // pixels, column by column
};

}  // namespace kernline::ui
