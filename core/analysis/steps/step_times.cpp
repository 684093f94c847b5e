// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/steps/step_times.h"

namespace kernline {

StepTimes::StepTimes(const Trace& trace, std::span<const Step> steps)
    : m_trace(trace), m_steps(steps), m_processes(stepsByProcess(trace, steps)), m_of(trace.processes().size()) {
  for (const ProcessSteps& process : m_processes) {
    if (process.process != ProcessId::none) {
      m_of[index(process.process)] = &process;
    }
  }
}

std::uint32_t StepTimes::at(ProcessId process, Time time) const {
  const ProcessSteps* own = process == ProcessId::none ? nullptr : m_of[index(process)];
  return own == nullptr ? noStep : at(*own, time);
}

std::uint32_t StepTimes::atDevice(ProcessId process, std::int32_t rank, Time time) const {
  if (process != ProcessId::none && m_of[index(process)] != nullptr) {
    return at(process, time);
  }
  std::uint32_t latest = noStep;
  for (const ProcessSteps& each : m_processes) {
    const std::int32_t own = each.process == ProcessId::none ? -1 : m_trace.process(each.process).rank;
    const std::uint32_t step = rank < 0 || own < 0 || own == rank ? at(each, time) : noStep;
    if (step != noStep && (latest == noStep || m_steps[step].range.begin > m_steps[latest].range.begin)) {
      latest = step;
    }
  }
  return latest;
}

std::uint32_t StepTimes::at(const ProcessSteps& process, Time time) const {
  const Step* step = stepAt(m_steps, process, time);
  return step == nullptr ? noStep : static_cast<std::uint32_t>(step - m_steps.data());
}

}  // namespace kernline
