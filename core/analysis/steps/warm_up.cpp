// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/steps/warm_up.h"

#include "core/model/base/median.h"

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

}  // namespace kernline
