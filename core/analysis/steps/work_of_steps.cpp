// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/steps/work_of_steps.h"

#include "core/analysis/activity/device_rows.h"
#include "core/analysis/query/process_steps.h"
#include "core/analysis/steps/step_times.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <utility>

namespace kernline {

namespace {

class WorkChooser {
 public:
  WorkChooser(const Trace& trace, const FoundSteps& steps, StepNumbers numbers)
      : m_trace(trace), m_steps(steps), m_times(trace, steps.steps), m_chosen(areChosen(trace, steps.steps, numbers)) {}

  void add(const DeviceRows& device, std::vector<SpanId>& made) const {
    const std::vector<SpanId> work = workByStart(m_trace, device);
    const bool knowsLaunches =
        std::ranges::any_of(work, [&](SpanId one) { return m_trace.launchOf(one) != SpanId::none; });
    std::ranges::copy_if(work, std::back_inserter(made), [&](SpanId one) {
      return m_steps.isOnDevice || knowsLaunches
                 ? isChosen(m_times.ofWork(one, m_trace.launchOf(one), m_steps.isOnDevice))
                 : startsInChosen(device, one);
    });
  }

 private:
  [[nodiscard]] bool isChosen(std::uint32_t step) const { return step != noStep && m_chosen[step]; }

  [[nodiscard]] bool startsInChosen(const DeviceRows& device, SpanId work) const {
    for (std::size_t i = 0; i < m_chosen.size(); ++i) {
      const Step& step = m_steps.steps[i];
      const std::int32_t rank = step.process == ProcessId::none ? -1 : m_trace.process(step.process).rank;
      if (m_chosen[i] && step.range.contains(m_trace.start(work)) &&
          (rank < 0 || device.rank < 0 || rank == device.rank)) {
        return true;
      }
    }
    return false;
  }

  const Trace& m_trace;
  const FoundSteps& m_steps;
  StepTimes m_times;
  std::vector<bool> m_chosen;
};

}  // namespace

std::vector<bool> areChosen(const Trace& trace, std::span<const Step> steps, StepNumbers numbers) {
  std::vector<bool> chosen(steps.size());
  for (const ProcessSteps& process : stepsByProcess(trace, steps)) {
    for (std::size_t i = numbers.first; i < process.steps.size() && i <= numbers.last; ++i) {
      chosen[process.steps[i]] = true;
    }
  }
  return chosen;
}

WorkList workOfSteps(const Trace& trace, const FoundSteps& steps, StepNumbers numbers) {
  const WorkChooser chooser(trace, steps, numbers);
  std::vector<SpanId> made;
  for (const DeviceRows& device : deviceRows(trace)) {
    chooser.add(device, made);
  }
  std::ranges::sort(made);
  return std::make_shared<const std::vector<SpanId>>(std::move(made));
}

std::vector<std::uint32_t> stepsOfWork(const Trace& trace, const FoundSteps& steps) {
  const StepTimes times(trace, steps.steps);
  std::vector<std::uint32_t> made(trace.spanCount(), noStep);
  for (const DeviceRows& device : deviceRows(trace)) {
    for (const SpanId work : workByStart(trace, device)) {
      made[index(work)] = times.ofWork(work, trace.launchOf(work), steps.isOnDevice);
    }
  }
  return made;
}

WorkList workOfSteps(const Trace& trace, const RangeChoice& choice) {
  const Expected<StepNumbers> numbers = parseStepNumbers(choice.steps);
  if (choice.steps.empty() || !numbers) {
    return nullptr;
  }
  const Expected<FoundSteps> found = foundSteps(trace, stepChoice(choice.stepsBy));
  return found ? workOfSteps(trace, *found, *numbers) : nullptr;
}

}  // namespace kernline
