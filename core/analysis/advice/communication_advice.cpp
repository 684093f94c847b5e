// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/advice/advice_subject.h"

#include "core/model/names/kernel_name.h"

#include <algorithm>
#include <functional>
#include <map>
#include <utility>
#include <vector>

namespace kernline {

namespace {

/// Communication of one name.
struct CommunicationClaims {
  AdviceDraft draft;
  Duration waits;  ///< of the bound, idle time that it is blamed for
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
      claims.draft.addWork(trace, piece.claim(piece.left), piece.span);
      claims.draft.measured += piece.inside;
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
  std::vector<std::pair<Duration, StringId>> byBound;
  for (const auto& [name, claims] : found) {
    byBound.emplace_back(claims.draft.bound, name);
  }
  std::ranges::sort(byBound, std::ranges::greater{});
  for (const auto& [exposed, name] : byBound) {
    CommunicationClaims& claims = found[name];
    const Duration bound = std::min(exposed, room);
    room = room - bound;
    if (bound.ns == 0) {
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
          Phrase::tr("Of %1 of this communication, %2 run while nothing is computed.")
              .with(subject.perStep(claims.draft.measured), subject.perStep(claims.draft.bound - claims.waits)));
    }
    if (claims.waits.ns > 0) {
      row.evidence.push_back(
          Phrase::tr("The device is idle for %1 because of it.").with(subject.perStep(claims.waits)));
    }
    row.evidence.push_back(bound == exposed
                               ? Phrase::tr("Computation that could hide it takes %1.").with(subject.perStep(computing))
                               : Phrase::tr("Computation that no communication overlaps yet can hide only %1.")
                                     .with(subject.perStep(bound)));
    subject.advice.rows.push_back(std::move(row));
  }
}

}  // namespace kernline
