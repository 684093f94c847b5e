// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/activity/whole_steps.h"

#include "core/analysis/query/process_steps.h"

#include <algorithm>

namespace kernline {

namespace {

/// Sets the latest end of each step.
void limitSteps(const ProcessSteps& process, const std::vector<Step>& steps, std::vector<Time>& limits) {
  Duration maxPause{0};
  for (std::size_t i = 0; i + 1 < process.steps.size(); ++i) {
    const Time end = steps[process.steps[i]].range.end;
    const Time next = std::max(end, steps[process.steps[i + 1]].range.begin);
    limits[process.steps[i]] = next;
    maxPause = std::max(maxPause, next - end);
  }
  if (process.steps.size() > 1) {
    limits[process.steps.back()] = steps[process.steps.back()].range.end + maxPause;
  }
}

}  // namespace

std::vector<Step> wholeSteps(const Trace& trace) {
  return wholeSteps(trace, {trace.steps().begin(), trace.steps().end()});
}

std::vector<Step> wholeSteps(const Trace& trace, std::vector<Step> steps) {
  if (steps.empty()) {
    return steps;
  }
  const std::vector<Step> marks = steps;
  std::vector<Time> limits(steps.size(), Time{INT64_MAX});
  std::vector<const ProcessSteps*> ofProcess(trace.processes().size());
  const std::vector<ProcessSteps> processes = stepsByProcess(trace, marks);
  for (const ProcessSteps& process : processes) {
    limitSteps(process, marks, limits);
    if (process.process != ProcessId::none) {
      ofProcess[index(process.process)] = &process;
    }
  }
  for (const Launch& launch : trace.launches()) {
    const ProcessSteps* process = ofProcess[index(trace.track(trace.trackOf(launch.call)).process)];
    const Step* step = process == nullptr ? nullptr : stepAt(marks, *process, trace.start(launch.call));
    if (step == nullptr) {
      continue;
    }
    const auto place = static_cast<std::size_t>(step - marks.data());
    Time& end = steps[place].range.end;
    end = std::max(end, std::min(trace.end(launch.activity), limits[place]));
  }
  return steps;
}

}  // namespace kernline
