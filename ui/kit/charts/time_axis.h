// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/time.h"

namespace kernline::ui {

/// Map between times and horizontal pixels: `range` spread over `width` pixels.
class TimeAxis {
 public:
  TimeAxis() = default;
  TimeAxis(TimeRange range, int width);

  [[nodiscard]] TimeRange range() const { return m_range; }
  [[nodiscard]] int width() const { return m_width; }
  [[nodiscard]] double nsPerPixel() const { return m_nsPerPixel; }
  /// Unclamped. The difference is taken in integers, so epoch times stay exact.
  [[nodiscard]] double xOf(Time t) const { return static_cast<double>((t - m_range.begin).ns) * m_pixelsPerNs; }
  [[nodiscard]] Time timeAt(double x) const;
  /// The times that lie within `slack` pixels of x.
  [[nodiscard]] TimeRange around(double x, double slack) const;

 private:
  TimeRange m_range{{0}, {1}};
  int m_width = 1;
  double m_nsPerPixel = 1;
  double m_pixelsPerNs = 1;
};

/// No zoom shows less than this.
inline constexpr Duration minViewLength{200};

/// `range` made `factor` times as long (below 1: zooming in) with `anchor` staying where it is on the screen.
[[nodiscard]] TimeRange zoomed(TimeRange range, double factor, Time anchor);
[[nodiscard]] TimeRange shifted(TimeRange range, Duration by);
/// `range` moved, and shortened if it must, so that it stays within `bounds` and a twentieth of its length around.
[[nodiscard]] TimeRange keptWithin(TimeRange range, TimeRange bounds);
/// `range` with a margin of `share` of its length on both sides, and at least `minViewLength` long.
[[nodiscard]] TimeRange withMargin(TimeRange range, double share);

}  // namespace kernline::ui
