// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/tables/scaling.h"

#include "core/compare/tables/student.h"

#include <algorithm>
#include <cmath>

namespace kernline {

namespace {

constexpr double confidence = 0.95;
constexpr double farthest = 8;  // times beyond what was measured

bool isUsable(const ScalingPoint& point) {
  return point.x > 0 && point.y > 0 && std::isfinite(point.x) && std::isfinite(point.y);
}

std::vector<ScalingPoint> logarithms(std::span<const ScalingPoint> points) {
  std::vector<ScalingPoint> result;
  for (const ScalingPoint& point : points) {
    if (isUsable(point)) {
      result.push_back({std::log(point.x), std::log(point.y)});
    }
  }
  std::ranges::sort(result, {}, &ScalingPoint::x);
  return result;
}

ScalingPoint meanOf(const std::vector<ScalingPoint>& points) {
  ScalingPoint mean;
  for (const ScalingPoint& point : points) {
    mean.x += point.x / static_cast<double>(points.size());
    mean.y += point.y / static_cast<double>(points.size());
  }
  return mean;
}

/// log(one / other) at the sizes that both have; the first value of a size counts.
std::vector<ScalingPoint> logRatios(std::span<const ScalingPoint> one, std::span<const ScalingPoint> other) {
  std::vector<ScalingPoint> ratios;
  for (const ScalingPoint& point : one) {
    const auto match = std::ranges::find(other, point.x, &ScalingPoint::x);
    if (match != other.end() && isUsable(point) && isUsable(*match)) {
      ratios.push_back({std::log(point.x), std::log(point.y / match->y)});
    }
  }
  std::ranges::stable_sort(ratios, {}, &ScalingPoint::x);
  return ratios;
}

}  // namespace

double ScalingFit::at(double x) const {
  return factor * std::pow(x, exponent);
}

std::optional<ScalingFit> fitScaling(std::span<const ScalingPoint> points) {
  const std::vector<ScalingPoint> logs = logarithms(points);
  if (logs.size() < 2 || logs.front().x == logs.back().x) {
    return std::nullopt;
  }
  const ScalingPoint mean = meanOf(logs);
  double xx = 0;
  double xy = 0;
  double yy = 0;
  for (const ScalingPoint& point : logs) {
    xx += (point.x - mean.x) * (point.x - mean.x);
    xy += (point.x - mean.x) * (point.y - mean.y);
    yy += (point.y - mean.y) * (point.y - mean.y);
  }
  ScalingFit fit;
  fit.exponent = xy / xx;
  fit.factor = std::exp(mean.y - fit.exponent * mean.x);
  fit.points = logs.size();
  fit.minX = std::exp(logs.front().x);
  fit.maxX = std::exp(logs.back().x);
  double residual = 0;
  for (const ScalingPoint& point : logs) {
    const double off = point.y - mean.y - fit.exponent * (point.x - mean.x);
    residual += off * off;
  }
  fit.rSquared = yy > 0 ? std::max(0.0, 1 - residual / yy) : 1;
  if (logs.size() > 2) {
    const std::size_t degrees = logs.size() - 2;
    fit.halfWidth = studentQuantile(confidence, degrees) * std::sqrt(residual / static_cast<double>(degrees) / xx);
  }
  return fit;
}

std::optional<FitCrossing> crossingOf(const ScalingFit& one, const ScalingFit& other) {
  const double steeper = one.exponent - other.exponent;
  if (std::abs(steeper) < 1e-9) {
    return std::nullopt;
  }
  const double logX = std::log(other.factor / one.factor) / steeper;
  const double min = std::max(one.minX, other.minX);
  const double max = std::min(one.maxX, other.maxX);
  const double minCrossingX = std::min(one.minX, other.minX) / farthest;
  const double maxCrossingX = std::max(one.maxX, other.maxX) * farthest;
  if (!std::isfinite(logX) || logX < std::log(minCrossingX) || logX > std::log(maxCrossingX)) {
    return std::nullopt;
  }
  FitCrossing crossing;
  crossing.x = std::exp(logX);
  crossing.isBeyondMeasured = crossing.x < min || crossing.x > max;
  const bool mayNeverBe = !one.halfWidth || !other.halfWidth || std::abs(steeper) <= *one.halfWidth + *other.halfWidth;
  if (crossing.isBeyondMeasured && mayNeverBe) {
    return std::nullopt;
  }
  return crossing;
}

std::vector<double> measuredCrossings(std::span<const ScalingPoint> one, std::span<const ScalingPoint> other) {
  std::vector<ScalingPoint> ratios = logRatios(one, other);
  std::erase_if(ratios, [](const ScalingPoint& point) { return point.y == 0; });  // equal: on neither side
  std::vector<double> found;
  for (std::size_t i = 1; i < ratios.size(); ++i) {
    const ScalingPoint& left = ratios[i - 1];
    const ScalingPoint& right = ratios[i];
    if ((left.y < 0) != (right.y < 0)) {
      found.push_back(std::exp(left.x + (right.x - left.x) * left.y / (left.y - right.y)));
    }
  }
  return found;
}

}  // namespace kernline
