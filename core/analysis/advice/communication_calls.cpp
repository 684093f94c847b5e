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
    m_phases = workPhases(trace, HostPhases(trace, stop), *steps, inferenceOf(trace, *steps), stop);
  }
}

bool CommunicationCalls::isReducedAfterBackward(const Trace& trace, SpanId work) const {
  return !m_phases.phase.empty() && collectiveKind(trace.nameText(work)) == CollectiveKind::AllReduce &&
         m_phases.phase[index(work)] != StepPhase::Backward &&
         std::ranges::any_of(m_phases.firstBackward, [&](Time time) { return time < trace.start(work); });
}

std::uint32_t CommunicationCalls::step(SpanId work) const {
  return m_phases.step.empty() ? noStep : m_phases.step[index(work)];
}

std::int64_t CommunicationCalls::bytes(SpanId work) const {
  const auto known = m_bytes.find(work);
  return known == m_bytes.end() ? -1 : known->second;
}

}  // namespace kernline
