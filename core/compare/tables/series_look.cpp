// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/tables/series_look.h"

#include <array>
#include <utility>

namespace kernline {

namespace {

constexpr std::array<std::pair<std::uint32_t, std::uint32_t>, seriesColors> colors{{{0x0068a8, 0x5eb1f0},
                                                                                    {0xc24e00, 0xff9a57},
                                                                                    {0x007a55, 0x4fcf9e},
                                                                                    {0x9b3a86, 0xe391d0},
                                                                                    {0x7a5f00, 0xe3c04a},
                                                                                    {0x5b6470, 0xb8c0cc},
                                                                                    {0xb8174f, 0xff7fae},
                                                                                    {0x007286, 0x4fd0e6}}};

constexpr std::array<MarkerCorner, 4> square{{{-0.85, -0.85}, {0.85, -0.85}, {0.85, 0.85}, {-0.85, 0.85}}};
constexpr std::array<MarkerCorner, 3> triangle{{{0, -1.05}, {1, 0.8}, {-1, 0.8}}};
constexpr std::array<MarkerCorner, 4> diamond{{{0, -1.2}, {1.2, 0}, {0, 1.2}, {-1.2, 0}}};
constexpr std::array<MarkerCorner, 3> pointingDown{{{0, 1.05}, {1, -0.8}, {-1, -0.8}}};
constexpr std::array<MarkerCorner, 12> plus{{{-0.35, -1.1},
                                             {0.35, -1.1},
                                             {0.35, -0.35},
                                             {1.1, -0.35},
                                             {1.1, 0.35},
                                             {0.35, 0.35},
                                             {0.35, 1.1},
                                             {-0.35, 1.1},
                                             {-0.35, 0.35},
                                             {-1.1, 0.35},
                                             {-1.1, -0.35},
                                             {-0.35, -0.35}}};
constexpr std::array<MarkerCorner, 3> pointingRight{{{1.05, 0}, {-0.8, 1}, {-0.8, -1}}};

constexpr std::array<std::span<const MarkerCorner>, 7> markers{
    {{}, square, triangle, diamond, pointingDown, plus, pointingRight}};

}  // namespace

SeriesLook seriesLook(std::size_t series) {
  const auto& [light, dark] = colors[series % colors.size()];
  return {light, dark, markers[series % markers.size()]};
}

}  // namespace kernline
