// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRgb>

namespace kernline::ui {

/// A color as eyes see it: equal lightness looks equally light whatever the hue.
/// Björn Ottosson, "A perceptual color space for image processing", 2020.
struct Oklch {
  double lightness = 0;  ///< 0 to 1
  double chroma = 0;     ///< 0 to about 0.3; reduced on conversion where sRGB has no such color
  double hue = 0;        ///< degrees
};

[[nodiscard]] QRgb toRgb(Oklch color);

/// The WCAG 2 contrast of two colors, 1 to 21.
[[nodiscard]] double contrast(QRgb a, QRgb b);

/// `share` 0: `a`, 256: `b`.
[[nodiscard]] constexpr QRgb mixed(QRgb a, QRgb b, unsigned share) {
  const unsigned keep = 256 - share;
  const unsigned redBlue = ((a & 0xff00ffU) * keep + (b & 0xff00ffU) * share) >> 8 & 0xff00ffU;
  const unsigned green = ((a & 0x00ff00U) * keep + (b & 0x00ff00U) * share) >> 8 & 0x00ff00U;
  return 0xff000000U | redBlue | green;
}

}  // namespace kernline::ui
