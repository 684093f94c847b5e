// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/steps/unusual_steps.h"

#include "core/model/base/median.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace kernline {

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
         steps[first].length().ns * 2 > medianLength(steps.subspan(first + 1)).ns * 3) {
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
  const std::int64_t maxStepNs = 3 * medianLength(steps).ns;
  for (const TimeRange step : steps) {
    areOutliers.push_back(step.length().ns > maxStepNs);
  }
  if (static_cast<std::size_t>(std::ranges::count(areOutliers, true)) > std::max<std::size_t>(1, steps.size() / 10)) {
    areOutliers.assign(steps.size(), false);
  }
  return areOutliers;
}

}  // namespace kernline
