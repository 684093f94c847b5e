// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/steps/activities_of_steps.h"

#include "core/analysis/query/process_steps.h"
#include "core/analysis/steps/step_of_spans.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <utility>

namespace kernline {

namespace {

void choose(const ProcessSteps& process, StepNumbers numbers, std::vector<bool>& chosen) {
  for (std::size_t i = numbers.first; i < process.steps.size() && i <= numbers.last; ++i) {
    chosen[process.steps[i]] = true;
  }
}

/// `chosen`: by position in the steps.
ActivityList activitiesOfChosen(const Trace& trace, const FoundSteps& steps, const std::vector<bool>& chosen) {
  const std::vector<std::uint32_t> ofSpan = stepOfActivities(trace, steps);
  std::vector<SpanId> made;
  for (std::uint32_t span = 0; span < ofSpan.size(); ++span) {
    if (ofSpan[span] != noStep && chosen[ofSpan[span]]) {
      made.push_back(SpanId{span});
    }
  }
  return std::make_shared<const std::vector<SpanId>>(std::move(made));
}

/// The steps of a process that `range` is, by these times of steps.
template <class RangeOfStep>
std::optional<StepNumbers> stepNumbersOf(const ProcessSteps& process, TimeRange range, RangeOfStep rangeOfStep) {
  const auto first = std::ranges::find(process.steps, range.begin, [&](auto step) { return rangeOfStep(step).begin; });
  const auto last =
      std::find_if(first, process.steps.end(), [&](auto step) { return rangeOfStep(step).end == range.end; });
  if (last == process.steps.end()) {
    return std::nullopt;
  }
  return StepNumbers{.first = static_cast<std::size_t>(first - process.steps.begin()),
                     .last = static_cast<std::size_t>(last - process.steps.begin())};
}

/// Numbers the steps as devices end them, else as the host does.
std::optional<StepNumbers> stepNumbersOf(const ProcessSteps& process, const FoundSteps& steps, TimeRange range) {
  const auto onDevices = stepNumbersOf(process, range, [&](std::uint32_t step) { return steps.timeOf(step); });
  return onDevices ? onDevices
                   : stepNumbersOf(process, range, [&](std::uint32_t step) { return steps.steps[step].range; });
}

}  // namespace

std::vector<bool> areChosen(const Trace& trace, std::span<const Step> steps, StepNumbers numbers) {
  std::vector<bool> chosen(steps.size());
  for (const ProcessSteps& process : stepsByProcess(trace, steps)) {
    choose(process, numbers, chosen);
  }
  return chosen;
}

ActivityList activitiesOfSteps(const Trace& trace, const FoundSteps& steps, StepNumbers numbers) {
  return activitiesOfChosen(trace, steps, areChosen(trace, steps.steps, numbers));
}

ActivityList activitiesOfStepRange(const Trace& trace, const FoundSteps& steps, std::optional<TimeRange> range) {
  if (!range) {
    return nullptr;
  }
  for (const ProcessSteps& process : stepsByProcess(trace, steps.steps)) {
    if (const auto numbers = stepNumbersOf(process, steps, *range)) {
      std::vector<bool> chosen(steps.steps.size());
      choose(process, *numbers, chosen);
      return activitiesOfChosen(trace, steps, chosen);
    }
  }
  return nullptr;
}

std::optional<StepNumbers> numbersOfStepRange(const Trace& trace, const FoundSteps& steps, TimeRange range) {
  const std::vector<ProcessSteps> processes = stepsByProcess(trace, steps.steps);
  return processes.size() == 1 ? stepNumbersOf(processes.front(), steps, range) : std::nullopt;
}

ActivityList inBoth(const ActivityList& a, const ActivityList& b) {
  if (!a || !b) {
    return a ? a : b;
  }
  std::vector<SpanId> both;
  std::ranges::set_intersection(*a, *b, std::back_inserter(both));
  return std::make_shared<const std::vector<SpanId>>(std::move(both));
}

ActivityList activitiesOfSteps(const Trace& trace, const RangeChoice& choice) {
  const Expected<StepNumbers> numbers = parseStepNumbers(choice.steps);
  if (choice.steps.empty() || !numbers) {
    return nullptr;
  }
  const Expected<FoundSteps> found = foundSteps(trace, stepChoice(choice.stepsBy));
  return found ? activitiesOfSteps(trace, *found, *numbers) : nullptr;
}

}  // namespace kernline
