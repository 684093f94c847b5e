// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/advice/avoidable_calls.h"

#include "core/analysis/advice/host_claims.h"
#include "core/model/format/quantity.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <optional>
#include <utility>

namespace kernline {

namespace {

Duration insideWindows(const AdviceSubject& subject, TimeRange range) {
  Duration inside;
  for (const DeviceTimeline& device : subject.devices) {
    for (const TimeRange& window : device.window.intervals()) {
      inside += window.overlaps(range) ? range.clippedTo(window).length() : Duration{};
    }
  }
  return {inside.ns / static_cast<std::int64_t>(std::max<std::size_t>(subject.devices.size(), 1))};
}

AdviceRemedy remedyOf(const AvoidableCalls& found) {
  AdviceRemedy remedy{.merged = found.merged};
  for (const TimelinePiece* piece : found.work) {
    remedy.shorten(piece->span, piece->inside);
  }
  for (const SpanId call : found.all()) {
    remedy.calls.push_back({.call = call, .factor = 0});
  }
  remedy.noWaits = found.waits;
  return remedy;
}

/// How sure it is that following it shortens the run.
struct CallSaving {
  Confidence confidence = Confidence::Medium;  ///< without a replay
  double mostShare = 0;  ///< of the step, where it saves time only if the host is slower: if as slow as it may be
};

/// Returns nullopt if following it shortens no run.
std::optional<CallSaving> savingOf(const AdviceSubject& subject, const AdviceRemedy& remedy) {
  const double least = remedy.shorter.empty() ? 0.01 : 0.001;  // the time of the host is an estimate
  if (!subject.replay) {
    return CallSaving{};
  }
  const std::array<const AdviceRemedy*, 1> remedies{&remedy};
  if (subject.replay->savedShare(remedies, subject.stop) >= least) {
    return CallSaving{.confidence = Confidence::High};
  }
  const double most = subject.replay->savedShareAtMost(remedies, subject.stop);
  return most >= least ? std::optional(CallSaving{.mostShare = most}) : std::nullopt;
}

}  // namespace

void AvoidableCalls::add(const AdviceSubject& subject, SpanId call) {
  const Duration inside = insideWindows(subject, subject.trace.range(call));
  (inside.ns > 0 ? calls : others).push_back(call);
  time += inside;
}

std::vector<SpanId> AvoidableCalls::all() const {
  std::vector<SpanId> made = calls;
  made.insert(made.end(), others.begin(), others.end());
  return made;
}

void adviseWithout(AdviceSubject& subject, AvoidableCalls found, AdviceRow row, const Message& hint) {
  constexpr std::int64_t minShareInverse = 50;  // of the time that is looked at
  if (found.calls.empty() || (found.time + found.activityTime).ns * minShareInverse < subject.advice.elapsed.ns) {
    return;
  }
  AdviceRemedy remedy = remedyOf(found);
  const std::optional<CallSaving> saving = savingOf(subject, remedy);
  if (!saving) {
    return;
  }
  AdviceDraft draft = claimHostTime(subject, {found.calls.begin(), found.calls.end()}, found.time);
  const Duration ofCalls = draft.bound;
  if (found.areDraining) {
    claimEmptyQueue(subject, found.time, draft);
  }
  // Profilers do not cause that calls wait.
  const Duration doubtful = found.areDraining ? draft.bound - ofCalls : draft.bound;
  for (TimelinePiece* piece : found.work) {
    draft.add(piece->claim(piece->inside), piece->span, subject.trace.range(piece->span));
    piece->isTaken = true;
    piece->recoverable = {};
  }
  if (draft.bound.ns == 0) {
    return;
  }
  row.bound = draft.bound;
  row.confidence = saving->confidence;
  row.places = draft.places();
  row.remedy = std::move(remedy);
  row.example = std::ranges::max(found.calls, {}, [&](SpanId call) { return subject.trace.duration(call); });
  const Phrase spent = subject.advice.steps > 0 ? Phrase::tr("The host spends %1 in calls like %2 (%3 per step).")
                                                : Phrase::tr("The host spends %1 in calls like %2 (%3).");
  row.evidence.push_back(spent.with(subject.perStep(found.time), subject.trace.nameText(row.example),
                                    formatCount(perStep(found.calls.size(), subject.advice.steps))));
  std::ranges::move(found.evidence, std::back_inserter(row.evidence));
  if (!hint.isEmpty()) {
    row.evidence.push_back(hint);
  }
  if (saving->mostShare > 0) {
    const double most = saving->mostShare * static_cast<double>(subject.advice.withoutProfiler.ns);
    row.evidence.push_back(Phrase::tr("Without the profiler, host and device take about as long. If the host is slower "
                                      "than estimated, it saves up to %1.")
                               .with(subject.perStep(std::min(draft.bound, Duration{std::llround(most)}))));
  }
  subject.doubtRecorded(row, doubtful);
  subject.advice.rows.push_back(std::move(row));
}

}  // namespace kernline
