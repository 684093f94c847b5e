// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/steps/step_inference.h"

#include "core/analysis/query/process_steps.h"
#include "core/analysis/steps/token_rounds.h"

#include <algorithm>
#include <cstddef>

namespace kernline {

std::vector<std::optional<InferenceIteration>> inferenceOf(const Trace& trace, const FoundSteps& steps) {
  if (steps.source == StepSource::Rounds || steps.source == StepSource::Function) {
    return tokenRounds(trace, steps);
  }
  std::vector<std::optional<InferenceIteration>> made;
  bool anySays = false;
  for (const Step& step : steps.steps) {
    made.push_back(steps.isOnDevice ? std::nullopt : inferenceIteration(trace.text(step.name)));
    anySays = anySays || made.back().has_value();
  }
  if (anySays || steps.isOnDevice) {
    return made;
  }
  StepChoice choice{.from = StepChoice::From::Annotations, .name = {}};
  const Expected<FoundSteps> inner = foundSteps(trace, choice);
  const std::vector<ProcessSteps> processes = stepsByProcess(trace, steps.steps);
  std::vector<std::size_t> counts(steps.steps.size());
  for (const Step& iteration : inner ? inner->steps : std::vector<Step>{}) {
    const auto own = std::ranges::find(processes, iteration.process, &ProcessSteps::process);
    const Step* around = own == processes.end() ? nullptr : stepAt(steps.steps, *own, iteration.range.begin);
    if (around != nullptr) {
      const auto place = static_cast<std::size_t>(around - steps.steps.data());
      made[place] = ++counts[place] == 1 ? inferenceIteration(trace.text(iteration.name)) : std::nullopt;
    }
  }
  return made;
}

}  // namespace kernline
