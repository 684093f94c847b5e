// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/advice/advice_remedy.h"

#include "core/model/base/read_ahead.h"

#include <algorithm>
#include <numeric>

namespace kernline {

RemedyReplay::RemedyReplay(const ReplayedRun& run)
    : m_run(run), m_without(run.sampledStep({})), m_bySpan(run.graph().work().size()) {
  std::iota(m_bySpan.begin(), m_bySpan.end(), 0U);
  std::ranges::sort(m_bySpan, {}, [&](std::uint32_t work) { return run.graph().work()[work].span; });
}

std::uint32_t RemedyReplay::workOf(SpanId span) const {
  const auto spanOf = [&](std::uint32_t work) { return m_run.graph().work()[work].span; };
  const auto found = std::ranges::lower_bound(m_bySpan, span, {}, spanOf);
  return found == m_bySpan.end() || spanOf(*found) != span ? ReplayWork::none : *found;
}

void RemedyReplay::follow(const AdviceRemedy& remedy, RunChanges& changes) const {
  for (const AdviceRemedy::ShorterWork& shorter : remedy.work) {
    if (const std::uint32_t work = workOf(shorter.work); work != ReplayWork::none) {
      changes.setTime(work, std::max(Duration{}, changes.time(work) - shorter.by));
    }
  }
  for (const AdviceRemedy::ShorterCall& shorter : remedy.calls) {
    changes.scaleCall(shorter.call, shorter.factor);
  }
  for (const SpanId call : remedy.noWaits) {
    changes.dropWait(call);
  }
  const ReadAhead reading;  // of the sizes of copies
  for (const SpanId copy : remedy.ahead) {
    if (const std::uint32_t work = workOf(copy); work != ReplayWork::none) {
      changes.doAhead(work);
    }
  }
  if (remedy.isGraph) {
    changes.launchAtOnce();
  }
  if (remedy.isAhead) {
    changes.changes().hostFactor = 0;
  }
}

double RemedyReplay::savedShare(std::span<const AdviceRemedy* const> remedies, const std::stop_token& stop) const {
  return savedShare(remedies, HostPace::Likely, m_without, stop);
}

double RemedyReplay::savedShareAtMost(std::span<const AdviceRemedy* const> remedies,
                                      const std::stop_token& stop) const {
  return savedShare(remedies, HostPace::Slow, m_run.sampledStep({}, stop, HostPace::Slow), stop);
}

double RemedyReplay::savedShare(std::span<const AdviceRemedy* const> remedies, HostPace pace, Duration without,
                                const std::stop_token& stop) const {
  RunChanges changes(m_run.graph());
  for (const AdviceRemedy* remedy : remedies) {
    follow(*remedy, changes);
  }
  const auto changed = static_cast<double>(m_run.sampledStep(changes.changes(), stop, pace).ns);
  return without.ns > 0 && !stop.stop_requested() ? std::max(0.0, 1 - changed / static_cast<double>(without.ns)) : 0;
}

}  // namespace kernline
