// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/advice/advice_subject.h"

#include "core/model/base/median.h"
#include "core/model/format/quantity.h"
#include "core/model/names/kernel_name.h"

#include <algorithm>
#include <functional>
#include <map>
#include <span>
#include <utility>
#include <vector>

namespace kernline {

namespace {

/// Communication of one name.
struct CommunicationClaims {
  AdviceDraft draft;
  std::vector<SpanId> calls;
  Duration waits;  ///< part of the bound: idle time attributed to it
};

/// Work that no communication overlaps yet: so much more can be overlapped.
Duration roomForCommunication(const Trace& trace, const DeviceTimeline& device) {
  std::vector<TimeRange> ranges;
  for (const TimelinePiece& piece : device.pieces) {
    if (piece.communicates) {
      ranges.push_back(trace.range(piece.span));
    }
  }
  const IntervalUnion communication(std::move(ranges));
  Duration inside;
  for (const TimeRange& window : device.window.intervals()) {
    inside += communication.lengthWithin(window);
  }
  return std::max(device.busy - inside, Duration{});
}

/// Describes the calls of a row, and better ones.
void addCalls(AdviceSubject& subject, std::span<const SpanId> spans, AdviceRow& row) {
  constexpr std::int64_t little = 1 << 20;  // bytes: below, latency is most of the time
  constexpr std::size_t several = 8;        // a step
  const CommunicationCalls& calls = subject.communication();
  std::vector<std::int64_t> bytes;
  Duration all;
  Duration afterBackward;
  for (const SpanId span : spans) {
    if (const std::int64_t known = calls.bytes(span); known >= 0) {
      bytes.push_back(known);
    }
    const Duration time = subject.trace.duration(span);
    all += time;
    afterBackward += calls.isReducedAfterBackward(subject.trace, span) ? time : Duration{};
  }
  const std::size_t steps = std::max<std::size_t>(subject.advice.steps, 1);
  if (!bytes.empty()) {
    row.evidence.push_back(Phrase::tr("%1 calls per step, median size %2.")
                               .with(formatCount(spans.size() / steps), formatBytes(medianOf(bytes))));
  }
  if (afterBackward.ns * 5 > all.ns * 4) {
    row.evidence.emplace_back(
        Phrase::tr("They start after backward; DDP and FSDP reduce gradients while backward runs."));
  }
  const auto isSmall = [](std::int64_t size) { return size < little; };
  const auto small = static_cast<std::size_t>(std::ranges::count_if(bytes, isSmall));
  if (small / steps >= several && small * 2 > bytes.size()) {
    row.evidence.push_back(Phrase::tr("%1 of them send less than 1 MiB; reduce them together in larger buckets.")
                               .with(formatCount(small / steps)));
  }
}

}  // namespace

void adviseCommunication(AdviceSubject& subject) {
  const Trace& trace = subject.trace;
  std::map<StringId, CommunicationClaims> found;
  Duration computing;
  Duration room;
  for (DeviceTimeline& device : subject.devices) {
    room += roomForCommunication(trace, device);
    for (TimelinePiece& piece : device.pieces) {
      if (!piece.communicates) {
        computing += piece.inside;
        continue;
      }
      CommunicationClaims& claims = found[trace.name(piece.span)];
      claims.draft.addActivity(trace, piece.claim(piece.left), piece.span);
      claims.draft.measured += piece.inside;
      claims.calls.push_back(piece.span);
    }
    for (TimelineGap& gap : device.gaps) {
      if (gap.isClaimed || gap.idle.cause != IdleCause::Communication || gap.idle.blamed == SpanId::none) {
        continue;
      }
      gap.isClaimed = true;
      CommunicationClaims& claims = found[trace.name(gap.idle.blamed)];
      claims.draft.add(gap.idle.range.length(), gap.idle.blamed, gap.idle.range);
      claims.waits += gap.idle.range.length();
    }
  }
  if (found.empty()) {
    return;
  }
  std::vector<std::pair<Duration, StringId>> byBound;
  for (const auto& [name, claims] : found) {
    byBound.emplace_back(claims.draft.bound, name);
  }
  std::ranges::sort(byBound, std::ranges::greater{});
  for (const auto& [exposed, name] : byBound) {
    CommunicationClaims& claims = found[name];
    const Duration bound = std::min(exposed, room);
    room = room - bound;
    if (!subject.isWorthRow(bound)) {
      continue;
    }
    AdviceRow row{.kind = AdviceKind::Communication,
                  .title = Phrase::tr("Overlap %1 with computation").with(shortKernelName(trace.text(name))),
                  .bound = bound,
                  .confidence = bound == exposed ? Confidence::Medium : Confidence::Low,
                  .evidence = {},
                  .places = claims.draft.places(),
                  .remedy = std::move(claims.draft.remedy)};
    if (claims.draft.measured.ns > 0) {
      row.evidence.push_back(
          Phrase::tr("Nothing is computed during %2 of this communication (%1).")
              .with(subject.perStep(claims.draft.measured), subject.perStep(claims.draft.bound - claims.waits)));
    }
    addCalls(subject, claims.calls, row);
    if (claims.waits.ns > 0) {
      row.evidence.push_back(
          Phrase::tr("The device is idle for %1 because of it.").with(subject.perStep(claims.waits)));
    }
    row.evidence.push_back(bound == exposed
                               ? Phrase::tr("Computation that could hide it takes %1.").with(subject.perStep(computing))
                               : Phrase::tr("Computation that overlaps no communication yet can hide only %1.")
                                     .with(subject.perStep(bound)));
    subject.advice.rows.push_back(std::move(row));
  }
}

}  // namespace kernline
