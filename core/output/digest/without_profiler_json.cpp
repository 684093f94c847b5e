// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/digest/without_profiler_json.h"

namespace kernline {

nlohmann::ordered_json withoutProfilerJson(const std::optional<StepWithoutProfiler>& step) {
  if (!step) {
    return nullptr;
  }
  return {{"step_ns", step->time.likely.ns},
          {"low_ns", step->time.low.ns},
          {"high_ns", step->time.high.ns},
          {"recorded_ns", step->recorded.ns},
          {"queue_mean", step->queue}};
}

}  // namespace kernline
