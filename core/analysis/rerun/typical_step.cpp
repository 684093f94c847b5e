// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/rerun/typical_step.h"

#include "core/analysis/query/process_steps.h"
#include "core/analysis/steps/step_of_spans.h"
#include "core/analysis/steps/step_title.h"

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace kernline {

std::optional<TypicalStep> typicalStep(const Trace& trace, const FoundSteps& found, const std::stop_token& stop) {
  std::vector<std::vector<SpanId>> activitiesOf(found.steps.size());
  const std::vector<std::uint32_t> stepOf = stepOfActivities(trace, found, stop);
  for (std::uint32_t span = 0; span < stepOf.size(); ++span) {
    if (stepOf[span] != noStep) {
      activitiesOf[stepOf[span]].push_back(SpanId{span});
    }
  }
  for (const ProcessSteps& process : stepsByProcess(trace, found.steps)) {
    std::vector<std::size_t> working;  // indices in the process
    for (std::size_t i = 0; i < process.steps.size(); ++i) {
      if (!activitiesOf[process.steps[i]].empty()) {
        working.push_back(i);
      }
    }
    if (!working.empty()) {
      const std::size_t index = working[working.size() / 2];
      const std::uint32_t step = process.steps[index];
      return TypicalStep{.index = index,
                         .count = process.steps.size(),
                         .name = stepTitle(trace, found.steps[step]),
                         .activities = std::make_shared<const std::vector<SpanId>>(std::move(activitiesOf[step]))};
    }
  }
  return std::nullopt;
}

}  // namespace kernline
