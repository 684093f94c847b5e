// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/kit/charts/timeline_palette.h"

#include <QFont>

namespace kernline::ui {

/// Fonts and colors of all parts of the canvas.
struct CanvasLook {
  QFont font;     ///< font of the names on bars
  QFont rowFont;  ///< font of everything else
  const TimelinePalette& palette;
  double pixelRatio = 1;  ///< device pixels to a logical one
};

}  // namespace kernline::ui
