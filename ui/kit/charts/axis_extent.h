// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

namespace kernline::ui {

/// Range and scale of an axis.
struct AxisExtent {
  double min = 0;
  double max = 1;
  bool isLog = false;

  /// 0 at its begin, 1 at its end.
  [[nodiscard]] double shareOf(double value) const;
};

/// Returns an extent for `values`: logarithmic with some room at its ends if they differ twentyfold, else beginning at
/// 0.
[[nodiscard]] AxisExtent fittingExtent(std::span<const double> values);

}  // namespace kernline::ui
