// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRgb>

#include <array>
#include <cstddef>

class QPalette;

namespace kernline::ui {

/// Colors for a figure from usual to unusual values. Lightness moves away from the background in even steps,
/// so that the order is seen without hues, also by the color blind.
class HeatColors {
 public:
  static constexpr std::size_t count = 256;

  /// Returns the colors for the lightness of the window's color.
  [[nodiscard]] static const HeatColors& matching(const QPalette& palette);

  /// Returns the color of a share from 0 to 1.
  [[nodiscard]] QRgb of(double share) const;
  /// Two tones of what has no figure, drawn as a pattern.
  [[nodiscard]] QRgb unknown(bool isOdd) const { return isOdd ? m_unknownOdd : m_unknownEven; }

 private:
  static HeatColors make(bool isDark);

  std::array<QRgb, count> m_colors{};
  QRgb m_unknownEven = 0;
  QRgb m_unknownOdd = 0;
};

}  // namespace kernline::ui
