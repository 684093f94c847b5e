// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace kernline {

/// A corner of a marker within [-1, 1]², y downwards.
struct MarkerCorner {
  double x = 0;
  double y = 0;
};

/// The look of a series on every chart: a shape, since color alone is not enough, and a color for either theme with a
/// contrast of at least 3 to its ground. Both repeat, the shape after seven and the color after eight.
struct SeriesLook {
  std::uint32_t light = 0;  ///< 0xRRGGBB
  std::uint32_t dark = 0;
  std::span<const MarkerCorner> marker;  ///< a polygon; empty for a circle
};

[[nodiscard]] SeriesLook seriesLook(std::size_t series);
/// Distinct colors.
inline constexpr std::size_t seriesColors = 8;

}  // namespace kernline
