// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/steps/earliest_launch.h"

#include "core/analysis/activity/idle_causes.h"

#include <algorithm>

namespace kernline {

Time EarliestLaunch::of(SpanId activity) {
  const TimeRange range = m_trace.range(activity);
  if (m_busyUntil != beforeAll && range.begin > m_busyUntil + IdleOptions{}.maxLaunchLatency) {
    m_busySince = range.begin;  // an idle device starts at once what is launched
  }
  m_busyUntil = std::max(m_busyUntil, range.end);
  Time& last = m_lastOf.try_emplace(m_trace.trackOf(activity), beforeAll).first->second;
  const SpanId call = m_trace.launchOf(activity);
  if (call != SpanId::none) {
    last = std::max(last, m_trace.start(call));
    return m_trace.start(call);
  }
  return std::max(last, m_busySince);
}

}  // namespace kernline
