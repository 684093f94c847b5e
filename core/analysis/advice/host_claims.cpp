// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/advice/host_claims.h"

#include <algorithm>

namespace kernline {

namespace {

/// Whether the host only launches, or prepares a launch: no long runtime call, no wait.
bool isSlowLaunch(const Trace& trace, const IdleInterval& idle) {
  const bool isCall = idle.blamed != SpanId::none && trace.kind(idle.blamed) == SpanKind::Runtime;
  return idle.cause == IdleCause::LaunchLatency ||
         (idle.cause == IdleCause::HostBound && idle.sync == SpanId::none && !isCall);
}

}  // namespace

AdviceDraft claimHostTime(AdviceSubject& subject, const std::unordered_set<SpanId>& calls, Duration time) {
  const auto isInside = [&](SpanId span) {
    while (span != SpanId::none && !calls.contains(span)) {
      span = subject.parents[index(span)];
    }
    return span != SpanId::none;
  };
  AdviceDraft draft;
  const auto claim = [&](TimelineGap& gap, SpanId call) {
    const Duration length = std::min(gap.idle.range.length(), time - draft.bound);
    gap.isClaimed = true;
    draft.add(length, call, gap.idle.range);
  };
  for (DeviceTimeline& device : subject.devices) {
    for (TimelineGap& gap : device.gaps) {
      const SpanId call = gap.idle.sync != SpanId::none ? gap.idle.sync : gap.idle.blamed;
      if (draft.bound < time && !gap.isClaimed && isOfHost(gap.idle.cause) && isInside(call)) {
        claim(gap, call);
      }
    }
  }
  for (DeviceTimeline& device : subject.devices) {
    for (TimelineGap& gap : device.gaps) {
      if (draft.bound < time && !gap.isClaimed && isSlowLaunch(subject.trace, gap.idle)) {
        claim(gap, gap.idle.blamed);
      }
    }
  }
  return draft;
}

void claimEmptyQueue(AdviceSubject& subject, Duration time, AdviceDraft& draft) {
  const Duration most = draft.bound + time;
  for (DeviceTimeline& device : subject.devices) {
    for (TimelineGap& gap : device.gaps) {
      if (draft.bound < most && !gap.isClaimed && gap.idle.cause == IdleCause::LaunchLatency) {
        gap.isClaimed = true;
        draft.add(std::min(gap.idle.range.length(), most - draft.bound), gap.idle.blamed, gap.idle.range);
      }
    }
  }
}

}  // namespace kernline
