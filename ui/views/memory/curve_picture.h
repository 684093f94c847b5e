// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/memory/device_curves.h"

#include <QImage>
#include <QSize>

#include <cstddef>
#include <memory>
#include <vector>

namespace kernline::ui {

class CurveBrush;

/// The look of a device's curves. Premultiplied.
struct CurveLook {
  std::vector<QRgb> fills;  ///< fill of each part, from the bottom up
  std::vector<QRgb> edges;  ///< edge of each part
  QRgb gap = 0;             ///< hatching of what is reserved and not in use
  QRgb reserved = 0;
  int thickness = 1;     ///< width of lines, in pixels
  bool hasAreas = true;  ///< false: draws reserved bytes alone

  bool operator==(const CurveLook&) const = default;
};

/// Draws allocated memory as stacked areas and reserved memory as a line above, hatched between. In each column of
/// pixels a line covers all from the least to the greatest value, so that no change is lost. Works in device pixels of
/// the plot, origin at its top left.
class CurvePicture {
 public:
  /// Lays out the visible part, `top` bytes high, without painting; nullptr clears it.
  void layOut(std::shared_ptr<const DeviceCurves> curves, TimeRange range, QSize size, double top);
  /// Upper edge of everything allocated, and what is reserved: a value a column of pixels, empty where unknown.
  [[nodiscard]] const std::vector<CurveColumn>& allocated() const;
  [[nodiscard]] const std::vector<CurveColumn>& reserved() const { return m_reserved; }

  /// Painted once for a layout and a look.
  [[nodiscard]] const QImage& picture(const CurveLook& look);

 private:
  void paintColumn(CurveBrush& brush, int x) const;

  std::shared_ptr<const DeviceCurves> m_curves;
  std::vector<std::vector<CurveColumn>> m_parts;
  std::vector<CurveColumn> m_reserved;
  QSize m_size;
  double m_top = 1;
  QImage m_picture;
  CurveLook m_look;
};

}  // namespace kernline::ui
