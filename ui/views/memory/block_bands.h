// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/memory/block_stack.h"
#include "ui/views/memory/block_colors.h"
#include "ui/views/memory/column_canvas.h"
#include "ui/views/memory/device_curves.h"

#include <QImage>
#include <QPoint>
#include <QRect>
#include <QSize>

#include <memory>
#include <optional>
#include <vector>

namespace kernline::ui {

/// Each block a band from when it was made to when it was freed, stacked on those before it: what a MemoryChart shows
/// instead of one area. Works in device pixels of the plot, origin at its top left.
class BlockBands {
 public:
  /// Minimum height in pixels. Lower blocks are merged into one band; of those lower than a pixel each pixel shows one.
  static constexpr double minBandHeight = 0.25;

  void setColors(std::shared_ptr<const BlockColors> colors);
  [[nodiscard]] const std::shared_ptr<const BlockColors>& colors() const { return m_colors; }
  /// Lays out the visible part, `top` bytes high, without drawing.
  void layOut(std::shared_ptr<const DeviceCurves> curves, TimeRange range, QSize size, double top);
  [[nodiscard]] const BlockStack& stack() const { return m_stack; }
  /// Returns the range of the layout.
  [[nodiscard]] TimeRange range() const { return m_range; }
  [[nodiscard]] QSize size() const { return m_size; }

  /// Painted once for a layout and palette.
  [[nodiscard]] const QImage& picture(const TimelinePalette& palette);
  /// nullopt if there is no block large enough to be shown by itself.
  [[nodiscard]] std::optional<std::uint32_t> blockAt(QPoint pixel) const;
  /// The time for which a column shows the blocks; nullopt outside of the columns and before the first value.
  [[nodiscard]] std::optional<Time> momentAt(int column) const;
  /// Bytes of blocks too small to be shown each, at a place with such; else nullopt.
  [[nodiscard]] std::optional<std::int64_t> othersAt(QPoint pixel) const;
  /// Returns the places of a block, from left to right; empty if it is not visible.
  [[nodiscard]] std::vector<QRect> placesOf(std::uint32_t block) const;

 private:
  [[nodiscard]] std::int64_t bytesAt(int y) const;
  [[nodiscard]] int yOf(std::int64_t bytes) const;
  void paintColumn(ColumnCanvas& canvas, int x, const TimelinePalette& palette) const;

  std::shared_ptr<const BlockColors> m_colors;
  std::shared_ptr<const DeviceCurves> m_curves;
  BlockStack m_stack;
  TimeRange m_range;
  QSize m_size;
  double m_top = 1;
  QImage m_picture;
  const TimelinePalette* m_palette = nullptr;  // palette of the picture
};

}  // namespace kernline::ui
