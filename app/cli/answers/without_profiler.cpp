// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/answers/without_profiler.h"

#include "core/model/format/quantity.h"

#include <fmt/format.h>

namespace kernline::cli {

std::string withoutProfilerText(const std::optional<StepWithoutProfiler>& step) {
  return step
             ? fmt::format(
                   "  without the profiler a step takes about {} ({} to {}), recorded in {}; mean queue depth {:.1f}\n",
                   formatDuration(step->time.likely), formatDuration(step->time.low), formatDuration(step->time.high),
                   formatDuration(step->recorded), step->queue)
             : std::string{};
}

}  // namespace kernline::cli
