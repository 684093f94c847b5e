// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/steps/unusual_steps.h"

#include "core/model/base/median.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace kernline {

namespace {

constexpr double warmUpFactor = 1.5;  // a first step warms up if it is longer than this times the median of later ones
constexpr std::int64_t outlierFactor = 3;  // the same of an outlier, over the median of all steps

}  // namespace

Duration medianLength(std::span<const TimeRange> ranges) {
  std::vector<std::int64_t> lengths;
  lengths.reserve(ranges.size());
  for (const TimeRange range : ranges) {
    lengths.push_back(range.length().ns);
  }
  return {medianOf(lengths)};
}

std::size_t warmUpSteps(std::span<const TimeRange> steps) {
  constexpr std::size_t minKept = 2;
  std::size_t first = 0;
  while (steps.size() - first > minKept &&
         static_cast<double>(steps[first].length().ns) >
             warmUpFactor * static_cast<double>(medianLength(steps.subspan(first + 1)).ns)) {
    ++first;
  }
  return first;
}

std::vector<bool> outlierSteps(std::span<const TimeRange> steps) {
  constexpr std::size_t minSteps = 4;
  if (steps.size() < minSteps) {
    return std::vector<bool>(steps.size());
  }
  std::vector<bool> areOutliers;
  const std::int64_t maxStepNs = outlierFactor * medianLength(steps).ns;
  for (const TimeRange step : steps) {
    areOutliers.push_back(step.length().ns > maxStepNs);
  }
  if (static_cast<std::size_t>(std::ranges::count(areOutliers, true)) > std::max<std::size_t>(1, steps.size() / 10)) {
    areOutliers.assign(steps.size(), false);
  }
  return areOutliers;
}

}  // namespace kernline
