// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/runs/longest_gaps.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace kernline {

DeviceIdle idleOfSteps(const ComparedRun& run, const std::stop_token& stop) {
  const TimeRange hull{run.steps.steps.front().begin, run.steps.steps.back().end};
  std::vector<DeviceIdle> idle = idleCauses(*run.trace, {.range = hull}, stop);
  return run.deviceIndex < idle.size() ? std::move(idle[run.deviceIndex]) : DeviceIdle{};
}

std::optional<IdleInterval> longestGap(const DeviceIdle& idle, std::span<const TimeRange> steps, IdleCause cause) {
  std::optional<IdleInterval> longest;
  auto first = steps.begin();
  for (const IdleInterval& interval : idle.intervals) {
    while (first != steps.end() && first->end <= interval.range.begin) {
      ++first;
    }
    for (auto step = first; step != steps.end() && step->begin < interval.range.end; ++step) {
      const TimeRange inside = interval.range.clippedTo(*step);
      if (interval.cause == cause && (!longest || inside.length() > longest->range.length())) {
        longest = interval;
        longest->range = inside;
      }
    }
  }
  return longest;
}

}  // namespace kernline
