// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/advice/advice_subject.h"

#include "core/model/format/quantity.h"
#include "core/model/names/kernel_name.h"

#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kernline {

namespace {

/// Communication of one name.
struct CommunicationClaims {
  AdviceDraft draft;
  Duration waits;  ///< of the bound, idle time that it is blamed for
};

/// Idle time blamed on host calls of one name.
struct HostClaims {
  AdviceDraft draft;
  Duration longest;
  Duration afterSync;
  SpanId call = SpanId::none;  ///< of the longest
  bool isCertain = true;       ///< a runtime call is what the device waits for
  bool isLaunched = false;     ///< what is blamed is the work: it was on its way already
};

/// "<built-in method item of Tensor object at 0x7f…>": "item".
std::string_view calledName(std::string_view name) {
  for (const std::string_view begin : {"<built-in method ", "<built-in function "}) {
    if (name.starts_with(begin)) {
      const std::string_view rest = name.substr(begin.size());
      return rest.substr(0, rest.find_first_of(" >"));
    }
  }
  return name;
}

Message hostTitle(const Trace& trace, StringId name, const HostClaims& claims) {
  if (name == StringId::none) {
    return Phrase::tr("Reduce host-bound idle time (host activity not recorded)");
  }
  if (claims.isLaunched) {
    return Phrase::tr("Start %1 sooner after its launch").with(shortKernelName(trace.text(name)));
  }
  return Phrase::tr("Host-bound idle during %1").with(calledName(trace.text(name)));
}

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
      claims.draft.add(piece.claim(piece.left), piece.span, trace.range(piece.span));
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
    const CommunicationClaims& claims = found[name];
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
                  .places = claims.draft.places()};
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

void adviseHost(AdviceSubject& subject) {
  const Trace& trace = subject.trace;
  std::map<StringId, HostClaims> found;
  for (DeviceTimeline& device : subject.devices) {
    for (TimelineGap& gap : device.gaps) {
      const IdleInterval& idle = gap.idle;
      const bool isWait = idle.cause == IdleCause::Synchronization || idle.cause == IdleCause::Memcpy;
      if (gap.isClaimed || (!isWait && idle.cause != IdleCause::HostBound)) {
        continue;
      }
      gap.isClaimed = true;
      const bool isInCall = idle.blamed != SpanId::none && (isWait || trace.start(idle.blamed) < idle.range.end);
      HostClaims& claims = found[isInCall ? trace.name(idle.blamed) : StringId::none];
      const Duration length = idle.range.length();
      claims.draft.add(length, isInCall ? idle.blamed : idle.next, idle.range);
      claims.afterSync += idle.followsSync ? length : Duration{};
      claims.isCertain = claims.isCertain && isInCall && trace.kind(idle.blamed) == SpanKind::Runtime;
      claims.isLaunched = isInCall && isDeviceWork(trace.kind(idle.blamed));
      if (length > claims.longest) {
        claims.longest = length;
        claims.call = isInCall ? idle.blamed : SpanId::none;
      }
    }
  }
  for (const auto& [name, claims] : found) {
    AdviceRow row{.kind = AdviceKind::HostBound,
                  .title = hostTitle(trace, name, claims),
                  .bound = claims.draft.bound,
                  .confidence = name == StringId::none || claims.isLaunched ? Confidence::Low
                                : claims.isCertain                          ? Confidence::High
                                                                            : Confidence::Medium,
                  .evidence = {},
                  .places = claims.draft.places()};
    row.evidence.push_back(Phrase::tr("The device is idle for %1; the longest gap lasts %2.")
                               .with(subject.perStep(claims.draft.bound), formatDuration(claims.longest)));
    if (claims.afterSync.ns > 0) {
      row.evidence.push_back(Phrase::tr("%1 of it follows a synchronization, which let the device run out of work.")
                                 .with(formatShare(static_cast<double>(claims.afterSync.ns) /
                                                   static_cast<double>(claims.draft.bound.ns))));
    }
    if (claims.isLaunched) {
      row.evidence.emplace_back(Phrase::tr("The host had launched it before; why it had to wait is not recorded."));
    }
    subject.addOrigin(row, claims.call);
    subject.advice.rows.push_back(std::move(row));
  }
}

}  // namespace kernline
