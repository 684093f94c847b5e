// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/answers/step_count.h"

#include "core/model/format/quantity.h"

#include <fmt/format.h>

#include <set>

namespace kernline::cli {

std::string stepCount(std::uint64_t count, const FoundSteps& found) {
  std::set<ProcessId> processes;
  for (const Step& step : found.steps) {
    processes.insert(step.process);
  }
  const std::string text = counted(count, "step");
  return processes.size() < 2
             ? text
             : fmt::format("{} of {}", text, counted(processes.size(), found.isOnDevice ? "device" : "rank"));
}

}  // namespace kernline::cli
