// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/advice/advice_subject.h"

#include "core/model/format/quantity.h"
#include "core/model/names/kernel_name.h"

#include <algorithm>
#include <compare>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
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

/// What the host was at while a device had nothing to do.
enum class HostCauseKind : std::uint8_t {
  Call,        ///< it was in a call
  Wait,        ///< it waited for the device, or had waited until that had run out of work
  Latency,     ///< work was on its way to an empty queue
  Launched,    ///< work had been launched before
  Unrecorded,  ///< in nothing that was recorded
};

struct HostCauseKey {
  HostCauseKind kind = HostCauseKind::Unrecorded;
  StringId name = StringId::none;

  auto operator<=>(const HostCauseKey&) const = default;
};

/// Idle time with one cause.
struct HostClaims {
  AdviceDraft draft;
  Duration longest;
  SpanId call = SpanId::none;  ///< of the longest
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

Message titleOf(const Trace& trace, const HostCauseKey& key) {
  switch (key.kind) {
    case HostCauseKind::Call:
      return Phrase::tr("The host is in %1").with(calledName(trace.text(key.name)));
    case HostCauseKind::Wait:
      return Phrase::tr("The host waits for the device in %1").with(calledName(trace.text(key.name)));
    case HostCauseKind::Latency:
      return Phrase::tr("Launches reach an empty queue");
    case HostCauseKind::Launched:
      return Phrase::tr("%1 starts late after its launch").with(shortKernelName(trace.text(key.name)));
    case HostCauseKind::Unrecorded:
      break;
  }
  return Phrase::tr("Host activity is not recorded");
}

/// The outermost operator around a call that waits, below those of autograd: aten::item, not what it is made of.
SpanId waitingOp(const Trace& trace, SpanId call) {
  SpanId found = call;
  for (SpanId span = trace.parent(call); span != SpanId::none && trace.kind(span) == SpanKind::Op;
       span = trace.parent(span)) {
    if (trace.nameText(span).starts_with("autograd::")) {
      break;
    }
    found = span;
  }
  return found;
}

/// What a gap is due to, and the span that says so.
std::pair<HostCauseKey, SpanId> hostCauseOf(const Trace& trace, const IdleInterval& idle) {
  if (idle.cause == IdleCause::LaunchLatency) {
    return {{HostCauseKind::Latency, StringId::none}, idle.blamed};
  }
  if (idle.sync != SpanId::none) {
    const SpanId op = waitingOp(trace, idle.sync);
    return {{HostCauseKind::Wait, trace.name(op)}, op};
  }
  const bool isWait = idle.cause == IdleCause::Synchronization || idle.cause == IdleCause::Memcpy;
  if (idle.blamed == SpanId::none || (!isWait && trace.start(idle.blamed) >= idle.range.end)) {
    return {{}, idle.next};
  }
  if (isDeviceWork(trace.kind(idle.blamed)) || trace.kind(idle.blamed) == SpanKind::DeviceSync) {
    return {{HostCauseKind::Launched, trace.name(idle.blamed)}, idle.blamed};
  }
  const SpanId call = isWait ? waitingOp(trace, idle.blamed) : idle.blamed;
  return {{isWait ? HostCauseKind::Wait : HostCauseKind::Call, trace.name(call)}, call};
}

/// Gaps that go when the host is further ahead of the device.
bool isOfHost(IdleCause cause) {
  return cause == IdleCause::HostBound || cause == IdleCause::Synchronization || cause == IdleCause::Memcpy ||
         cause == IdleCause::LaunchLatency;
}

/// Of the idle time, by what it is: no profiler makes long runtime calls and waits; of other calls a part may be won.
struct HostCertainty {
  Duration certain;
  Duration vague;

  void add(const Trace& trace, const HostCauseKey& key, const HostClaims& claims) {
    const bool isVague = key.kind == HostCauseKind::Unrecorded || key.kind == HostCauseKind::Launched;
    const bool isCall = key.kind == HostCauseKind::Call && trace.kind(claims.call) == SpanKind::Runtime;
    certain += isCall || key.kind == HostCauseKind::Wait ? claims.draft.bound : Duration{};
    vague += isVague ? claims.draft.bound : Duration{};
  }
  [[nodiscard]] Confidence confidence(Duration bound) const {
    return certain.ns * 2 >= bound.ns ? Confidence::High
           : vague.ns * 2 >= bound.ns ? Confidence::Low
                                      : Confidence::Medium;
  }
};

/// Makes one of all but the greatest: nobody reads hundreds.
void joinLesser(std::vector<AdviceCause>& causes) {
  constexpr std::size_t most = 32;
  if (causes.size() <= most + 1) {
    return;
  }
  AdviceCause rest = std::move(causes[most]);
  rest.title = Phrase::tr("Other causes (%1)").with(causes.size() - most);
  rest.name.clear();
  for (const AdviceCause& cause : std::span(causes).subspan(most + 1)) {
    rest.bound += cause.bound;
    rest.gaps += cause.gaps;
    rest.longest = std::max(rest.longest, cause.longest);
  }
  causes.resize(most);
  causes.push_back(std::move(rest));
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
  std::map<HostCauseKey, HostClaims> found;
  AdviceDraft all;
  Duration longest;
  for (DeviceTimeline& device : subject.devices) {
    for (TimelineGap& gap : device.gaps) {
      if (gap.isClaimed || !isOfHost(gap.idle.cause)) {
        continue;
      }
      gap.isClaimed = true;
      const auto [key, span] = hostCauseOf(trace, gap.idle);
      const Duration length = gap.idle.range.length();
      HostClaims& claims = found[key];
      claims.draft.add(length, span, gap.idle.range);
      all.add(length, span, gap.idle.range);
      longest = std::max(longest, length);
      if (length > claims.longest) {
        claims.longest = length;
        claims.call = key.kind == HostCauseKind::Unrecorded ? SpanId::none : span;
      }
    }
  }
  if (all.bound.ns == 0) {
    return;
  }
  HostCertainty certainty;
  std::vector<AdviceCause> causes;
  for (const auto& [key, claims] : found) {
    certainty.add(trace, key, claims);
    causes.push_back({.title = titleOf(trace, key),
                      .name = key.name == StringId::none ? std::string() : std::string(trace.text(key.name)),
                      .bound = claims.draft.bound,
                      .gaps = claims.draft.count,
                      .longest = claims.longest,
                      .calledFrom = {},
                      .places = claims.draft.places()});
  }
  std::ranges::stable_sort(causes, std::ranges::greater{}, &AdviceCause::bound);
  joinLesser(causes);
  constexpr std::size_t looked = 8;
  for (AdviceCause& cause : std::span(causes).first(std::min(looked, causes.size()))) {
    cause.calledFrom =
        cause.name.empty() ? std::string() : std::string(subject.originNameOf(cause.places.front().span));
  }
  AdviceRow row{.kind = AdviceKind::HostBound,
                .title = Phrase::tr("Let the host run ahead of the device"),
                .bound = all.bound,
                .confidence = certainty.confidence(all.bound),
                .evidence = {},
                .places = all.places(),
                .causes = std::move(causes)};
  row.evidence.push_back(Phrase::tr("The device is idle for %1; the longest gap lasts %2.")
                             .with(subject.perStep(all.bound), formatDuration(longest)));
  subject.doubtRecorded(row, all.bound - certainty.certain);
  subject.advice.rows.push_back(std::move(row));
}

}  // namespace kernline
