// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/trace_analysis.h"
#include "core/analysis/steps/activity_phases.h"
#include "core/analysis/steps/step_of_spans.h"
#include "core/model/trace/trace.h"

#include <cstdint>
#include <stop_token>
#include <unordered_map>

namespace kernline {

/// The collective calls of a trace: their sizes, and the phases of their steps.
class CommunicationCalls {
 public:
  /// Reads the args of all collective calls.
  CommunicationCalls(TraceAnalysis& analysis, const std::stop_token& stop);

  /// Whether it reduces gradients that backward has computed before.
  [[nodiscard]] bool isReducedAfterBackward(const Trace& trace, SpanId activity) const;
  /// Returns the number of the step that it belongs to; `noStep` if none.
  [[nodiscard]] std::uint32_t step(SpanId activity) const;
  /// Returns the size of the message; -1 if unknown.
  [[nodiscard]] std::int64_t bytes(SpanId activity) const;

 private:
  ActivityPhases m_phases;
  std::unordered_map<SpanId, std::int64_t> m_bytes;
};

}  // namespace kernline
