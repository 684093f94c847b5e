// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/memory/curve_picture.h"

#include <QColor>
#include <QPalette>

#include <cstddef>

namespace kernline::ui {

/// Colors of the curves of a device on a palette.
class CurveColors {
 public:
  /// `parts`: how many areas lie on each other.
  CurveColors(std::size_t parts, const QPalette& palette);

  /// Return the colors of an area, counted from the bottom: of its upper edge, and inside.
  [[nodiscard]] QColor edge(std::size_t part) const;
  [[nodiscard]] QColor fill(std::size_t part) const;
  /// Hatching of what is reserved and not in use.
  [[nodiscard]] QColor gap() const;
  [[nodiscard]] QColor reserved() const { return m_reserved; }
  /// All of them. The thickness of lines is in pixels of the device.
  [[nodiscard]] CurveLook look(int thickness, bool hasAreas) const;

 private:
  std::size_t m_parts = 0;
  QColor m_alone;  // the only area
  QColor m_reserved;
};

}  // namespace kernline::ui
