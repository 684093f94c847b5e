// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"

#include <cstdint>
#include <vector>

namespace kernline::test {

/// The part of a trace that HTA uses: it drops the last profiler step unless there is only one, and device activity
/// whose call is in no remaining part.
class HtaKept {
 public:
  explicit HtaKept(const Trace& trace) : m_trace(trace) {
    std::vector<TimeRange> steps;
    for (const Step& step : trace.steps()) {
      if (trace.text(step.name).starts_with("ProfilerStep#")) {
        steps.push_back(step.range);
      }
    }
    if (!steps.empty()) {
      m_until = steps.size() == 1 ? steps.back().end : steps.back().begin;
    }
  }

  [[nodiscard]] bool contains(SpanId activity) const {
    const SpanId call = m_trace.launchOf(activity);
    return call != SpanId::none && m_trace.start(call) <= m_until;
  }

 private:
  const Trace& m_trace;
  Time m_until{INT64_MAX};
};

}  // namespace kernline::test
