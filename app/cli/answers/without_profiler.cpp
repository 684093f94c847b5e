// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/answers/without_profiler.h"

#include "core/model/format/quantity.h"

#include <fmt/format.h>

namespace kernline::cli {

std::string withoutProfilerText(const std::optional<StepWithoutProfiler>& step) {
  return step ? fmt::format("  without the profiler a step takes about {} ({} to {}), recorded in {}\n",
                            formatDuration(step->time.likely), formatDuration(step->time.low),
                            formatDuration(step->time.high), formatDuration(step->recorded))
              : std::string{};
}

Json withoutProfilerJson(const std::optional<StepWithoutProfiler>& step) {
  if (!step) {
    return nullptr;
  }
  return {{"step_ns", step->time.likely.ns},
          {"low_ns", step->time.low.ns},
          {"high_ns", step->time.high.ns},
          {"recorded_ns", step->recorded.ns}};
}

}  // namespace kernline::cli
