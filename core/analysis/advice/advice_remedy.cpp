// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/advice/advice_remedy.h"

#include "core/model/base/parallel.h"
#include "core/model/base/read_ahead.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace kernline {

namespace {

double partOf(Duration saved, Duration step) {
  return step.ns > 0 ? std::max(0.0, static_cast<double>(saved.ns) / static_cast<double>(step.ns)) : 0;
}

}  // namespace

RemedyReplay::RemedyReplay(const ReplayedRun& run) : m_run(run), m_bySpan(run.graph().activities().size()) {
  parallelFor(defaultThreads(), m_without.size(),
              [&](std::size_t pace) { m_without[pace] = run.sampledStep({}, {}, static_cast<HostPace>(pace)); });
  std::iota(m_bySpan.begin(), m_bySpan.end(), 0U);
  std::ranges::sort(m_bySpan, {}, [&](std::uint32_t activity) { return run.graph().activities()[activity].span; });
}

std::uint32_t RemedyReplay::activityOf(SpanId span) const {
  const auto spanOf = [&](std::uint32_t activity) { return m_run.graph().activities()[activity].span; };
  const auto found = std::ranges::lower_bound(m_bySpan, span, {}, spanOf);
  return found == m_bySpan.end() || spanOf(*found) != span ? ReplayActivity::none : *found;
}

void RemedyReplay::follow(const AdviceRemedy& remedy, RunChanges& changes) const {
  for (const AdviceRemedy::ShorterActivity& shorter : remedy.shorter) {
    if (const std::uint32_t activity = activityOf(shorter.activity); activity != ReplayActivity::none) {
      changes.setTime(activity, std::max(Duration{}, changes.time(activity) - shorter.by));
    }
  }
  for (const AdviceRemedy::MergedActivity& merged : remedy.merged) {
    const std::uint32_t activity = activityOf(merged.activity);
    const std::uint32_t into = activityOf(merged.into);
    if (activity != ReplayActivity::none && into != ReplayActivity::none) {
      changes.setTime(into, changes.time(into) + changes.time(activity));
      changes.setTime(activity, {});
      changes.doAlone(activity);
    }
  }
  for (const AdviceRemedy::ShorterCall& shorter : remedy.calls) {
    changes.scaleCall(shorter.call, shorter.factor);
  }
  for (const SpanId call : remedy.noWaits) {
    changes.dropWait(call);
  }
  const ReadAhead reading;  // keeps the sizes of copies read ahead
  for (const SpanId copy : remedy.ahead) {
    if (const std::uint32_t activity = activityOf(copy); activity != ReplayActivity::none) {
      changes.doAhead(activity);
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
  return partOf(saved(followed(remedies), HostPace::Likely, stop), without(HostPace::Likely));
}

double RemedyReplay::savedShareAtMost(std::span<const AdviceRemedy* const> remedies,
                                      const std::stop_token& stop) const {
  return partOf(saved(followed(remedies), HostPace::Slow, stop), without(HostPace::Slow));
}

double RemedyReplay::expectedShare(std::span<const AdviceRemedy* const> remedies, const std::stop_token& stop) const {
  // The mean of a quantity out of its 5th, 50th and 95th percentile: Keefer and Bodily, Management Science 29 (1983).
  constexpr double ofEnds = 0.185;
  constexpr double ofLikely = 0.63;
  const RunChanges changes = followed(remedies);
  Duration mean;
  for (const HostPace pace : {HostPace::Likely, HostPace::Quick, HostPace::Slow}) {
    const double weight = pace == HostPace::Likely ? ofLikely : ofEnds;
    mean += {std::llround(weight * static_cast<double>(saved(changes, pace, stop).ns))};
  }
  return stop.stop_requested() ? 0 : partOf(mean, without(HostPace::Likely));
}

RunChanges RemedyReplay::followed(std::span<const AdviceRemedy* const> remedies) const {
  RunChanges changes(m_run.graph());
  for (const AdviceRemedy* remedy : remedies) {
    follow(*remedy, changes);
  }
  return changes;
}

Duration RemedyReplay::saved(const RunChanges& changes, HostPace pace, const std::stop_token& stop) const {
  const Duration changed = m_run.sampledStep(changes.changes(), stop, pace);
  return stop.stop_requested() ? Duration{} : without(pace) - changed;
}

}  // namespace kernline
