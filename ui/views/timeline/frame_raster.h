// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/kit/charts/timeline_palette.h"
#include "ui/views/timeline/frame_geometry.h"

#include <QImage>

namespace kernline::ui {

/// Paints a frame without its texts into `image`, which must be RGB32 and of the frame's size. Each lane is composed
/// as one line of pixels and copied down: a painter's call for each bar would cost several times more.
void rasterFrame(const FrameGeometry& frame, const TimelinePalette& palette, QImage& image);

/// The opacity of a bar that covers `coverage` of its pixel, of 256: never so weak that it could be missed.
[[nodiscard]] constexpr unsigned barOpacity(unsigned coverage) {
  return 104 + coverage * 152 / 255;
}

}  // namespace kernline::ui
