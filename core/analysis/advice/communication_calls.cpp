// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/advice/communication_calls.h"

#include "core/analysis/communication/collective_call.h"
#include "core/analysis/steps/host_phases.h"
#include "core/analysis/steps/step_inference.h"

#include <algorithm>

namespace kernline {

CommunicationCalls::CommunicationCalls(TraceAnalysis& analysis, const std::stop_token& stop) {
  const Trace& trace = analysis.trace();
  for (const CollectiveCall& call : readCollectives(trace, stop).calls) {
    m_bytes[call.span] = call.bytes;
  }
  const auto steps = m_bytes.empty() ? nullptr : analysis.steps(stop);
  if (steps) {
    m_phases = activityPhases(trace, HostPhases(trace, stop), *steps, inferenceOf(trace, *steps), stop);
  }
}

bool CommunicationCalls::isReducedAfterBackward(const Trace& trace, SpanId activity) const {
  return !m_phases.phase.empty() && collectiveKind(trace.nameText(activity)) == CollectiveKind::AllReduce &&
         m_phases.phase[index(activity)] != StepPhase::Backward &&
         std::ranges::any_of(m_phases.firstBackward, [&](Time time) { return time < trace.start(activity); });
}

std::uint32_t CommunicationCalls::step(SpanId activity) const {
  return m_phases.step.empty() ? noStep : m_phases.step[index(activity)];
}

std::int64_t CommunicationCalls::bytes(SpanId activity) const {
  const auto known = m_bytes.find(activity);
  return known == m_bytes.end() ? -1 : known->second;
}

}  // namespace kernline
