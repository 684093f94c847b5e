// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace kernline {

/// A value measured at a size. Both must be positive to be used, since logarithms are taken.
struct ScalingPoint {
  double x = 0;
  double y = 0;
};

/// value ≈ factor · x^exponent, by least squares of the logarithms, each point counting alike.
struct ScalingFit {
  double exponent = 0;
  double factor = 0;  ///< the value at x = 1
  /// Half of the 95 % confidence interval of the exponent (Student's t with points - 2 degrees of freedom, on the
  /// scatter around the line). nullopt with two points: a line through both has no known error.
  std::optional<double> halfWidth;
  double rSquared = 1;
  std::size_t points = 0;
  double minX = 0;  ///< least measured x
  double maxX = 0;

  [[nodiscard]] double at(double x) const;
};

/// Absent with fewer than two different sizes.
[[nodiscard]] std::optional<ScalingFit> fitScaling(std::span<const ScalingPoint> points);

/// A size at which two fits are equal.
struct FitCrossing {
  double x = 0;
  bool isBeyondMeasured = false;  ///< outside of what was measured of both
};

/// Absent for (nearly) equal exponents, where it lies more than eight times beyond what was measured, and where it is
/// beyond that at all while the exponents' intervals overlap or are not known: then they may never cross.
[[nodiscard]] std::optional<FitCrossing> crossingOf(const ScalingFit& one, const ScalingFit& other);

/// Returns where the lines between neighboring measurements of two series cross, at sizes that both have, along
/// logarithms. Always within the measured range. Touching without changing sides is no crossing.
[[nodiscard]] std::vector<double> measuredCrossings(std::span<const ScalingPoint> one,
                                                    std::span<const ScalingPoint> other);

}  // namespace kernline
