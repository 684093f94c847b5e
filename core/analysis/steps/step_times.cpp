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
  const Step* step = own == nullptr ? nullptr : stepAt(m_steps, *own, time);
  return step == nullptr ? noStep : static_cast<std::uint32_t>(step - m_steps.data());
}

std::uint32_t StepTimes::ofWork(SpanId work, SpanId launch, bool areOnDevice) const {
  const SpanId at = areOnDevice ? work : launch;
  return at == SpanId::none ? noStep : this->at(m_trace.track(m_trace.trackOf(at)).process, m_trace.start(at));
}

}  // namespace kernline
