// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/steps/inference_steps.h"

#include "core/analysis/steps/found_steps.h"
#include "core/analysis/steps/inference_iteration.h"

#include <cstdint>

namespace kernline {

namespace {

/// Asks each name once: most traces have none, and looking for steps costs more.
bool namesAnyIteration(const Trace& trace) {
  for (std::uint32_t id = 0; id < trace.strings().size(); ++id) {
    if (inferenceIteration(trace.text(StringId{id}))) {
      return true;
    }
  }
  return false;
}

}  // namespace

std::vector<StepStats> inferenceSteps(const Trace& trace, const std::stop_token& stop) {
  if (!namesAnyIteration(trace)) {
    return {};
  }
  const Expected<FoundSteps> found = foundSteps(trace, {.from = StepChoice::From::Annotations, .name = {}}, stop);
  if (!found) {
    return {};
  }
  std::vector<StepStats> steps = stepStats(trace, *found, stop);
  std::erase_if(steps, [](const StepStats& step) { return !step.inference; });
  return steps;
}

}  // namespace kernline
