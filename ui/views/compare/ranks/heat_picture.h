// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/ranks/heat_layout.h"
#include "core/compare/ranks/heat_map.h"
#include "ui/kit/charts/heat_colors.h"
#include "ui/views/compare/ranks/heat_scale.h"

#include <QImage>

namespace kernline::ui {

/// Parameters of a heat map's picture.
struct HeatPicture {
  const HeatMap& map;
  const HeatLayout& layout;
  const HeatColors& colors;
  const HeatScale& rows;
  const HeatScale& columns;
  QRgb gap = 0;           ///< color between cells that are large enough
  double pixelRatio = 1;  ///< device pixels a pixel
};

/// Draws the visible rows and columns pixel by pixel. If several cells share one, it shows the worst, so that no
/// straggler vanishes. The cost follows pixels and the visible cells.
[[nodiscard]] QImage drawn(const HeatPicture& picture);

}  // namespace kernline::ui
