// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/advice/advice_subject.h"

#include "core/analysis/activity/launching_threads.h"
#include "core/model/format/quantity.h"
#include "core/model/names/kernel_name.h"
#include "core/model/trace/name_cache.h"

#include <algorithm>
#include <array>
#include <compare>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

namespace kernline {

namespace {

/// The host's activity while a device was idle.
enum class HostCauseKind : std::uint8_t {
  Call,        ///< it was in a call
  Wait,        ///< it waited for the device, or had waited until that had run out of work
  Latency,     ///< work was on its way to an empty queue
  Launched,    ///< work had been launched before
  Unrecorded,  ///< time in no recorded call
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
  SpanId call = SpanId::none;  ///< call of the longest
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

/// Calls of the runtime that wait until the device has done all work.
bool isAllocatingCall(std::string_view name) {
  constexpr std::array<std::string_view, 6> names{"cudaFree",      "cudaMalloc", "cudaFreeHost",
                                                  "cudaHostAlloc", "hipFree",    "hipMalloc"};
  return std::ranges::find(names, name) != names.end();
}

/// Returns the cause of a gap, and the span that shows it. What the host did after it had waited is a cause of its own
/// unless waits decide: then it would have been done in time.
std::pair<HostCauseKey, SpanId> hostCauseOf(const Trace& trace, const IdleInterval& idle, bool doWaitsDecide) {
  if (idle.cause == IdleCause::LaunchLatency) {
    return {{HostCauseKind::Latency, StringId::none}, idle.blamed};
  }
  const bool wasInCall = idle.blamed != SpanId::none && trace.start(idle.blamed) < idle.range.end;
  if (idle.sync != SpanId::none && (doWaitsDecide || !wasInCall)) {
    const SpanId op = waitingOp(trace, idle.sync);
    return {{HostCauseKind::Wait, trace.name(op)}, op};
  }
  const bool isWait = idle.cause == IdleCause::Synchronization || idle.cause == IdleCause::Memcpy;
  if (idle.blamed == SpanId::none || (!isWait && !wasInCall)) {
    return {{}, idle.next};
  }
  if (isDeviceActivity(trace.kind(idle.blamed)) || trace.kind(idle.blamed) == SpanKind::DeviceSync) {
    return {{HostCauseKind::Launched, trace.name(idle.blamed)}, idle.blamed};
  }
  const SpanId call = isWait ? waitingOp(trace, idle.blamed) : idle.blamed;
  return {{isWait ? HostCauseKind::Wait : HostCauseKind::Call, trace.name(call)}, call};
}

/// Certainty of the idle time: profilers do not cause long runtime calls and waits; of other calls, a part may be
/// saved.
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

/// Joins all but the greatest causes into one: hundreds would be unreadable.
void joinLesser(std::vector<AdviceCause>& causes) {
  constexpr std::size_t maxCauses = 32;
  if (causes.size() <= maxCauses + 1) {
    return;
  }
  AdviceCause rest = std::move(causes[maxCauses]);
  rest.title = Phrase::tr("Other causes (%1)").with(causes.size() - maxCauses);
  rest.name.clear();
  for (const AdviceCause& cause : std::span(causes).subspan(maxCauses + 1)) {
    rest.bound += cause.bound;
    rest.gaps += cause.gaps;
    rest.longest = std::max(rest.longest, cause.longest);
  }
  causes.resize(maxCauses);
  causes.push_back(std::move(rest));
}

/// Calls in which the host waits for the device, by name: an operator such as aten::item, or the runtime's own call.
class WaitingCalls {
 public:
  /// `taken`: waits that other rows are about.
  WaitingCalls(const Trace& trace, HostWaits& waits, std::unordered_set<SpanId> taken)
      : m_trace(trace), m_waits(waits), m_threads(launchingThreads(trace)), m_taken(std::move(taken)) {}

  void addWithin(TimeRange window) {
    for (const TrackId thread : m_threads) {
      for (const HostWait& wait : waitsWithin(m_waits.of(thread), window)) {
        if (wait.kind != HostWaitKind::Communication && !m_taken.contains(wait.span)) {
          const SpanId call = waitingOp(m_trace, wait.span);
          add(call, wait.range.clippedTo(window).length());
          m_calls[m_trace.name(call)].push_back(wait.span);
        }
      }
      addAllocations(m_trace.track(thread), window);
    }
  }

  [[nodiscard]] Duration total() const { return m_total; }
  /// Returns the name with most of the time; none if the host never waits.
  [[nodiscard]] StringId longest() const {
    const auto found = std::ranges::max_element(m_byName, {}, [](const auto& entry) { return entry.second; });
    return found == m_byName.end() ? StringId::none : found->first;
  }
  /// Returns the remedy without the waits of this name; for calls that allocate or free memory, without all of them.
  [[nodiscard]] AdviceRemedy without(StringId name) const {
    AdviceRemedy remedy;
    if (isAllocatingCall(m_trace.text(name))) {
      remedy.noWaits = m_allocations;
      for (const SpanId call : m_allocations) {
        remedy.calls.push_back({.call = call, .factor = 0});
      }
    } else if (const auto calls = m_calls.find(name); calls != m_calls.end()) {
      remedy.noWaits = calls->second;
    }
    return remedy;
  }

 private:
  void add(SpanId call, Duration time) {
    m_byName[m_trace.name(call)] += time;
    m_total += time;
  }

  /// Calls that allocate or free memory wait, too.
  void addAllocations(const Track& thread, TimeRange window) {
    for (std::uint32_t l = thread.firstLane; l < thread.firstLane + thread.laneCount; ++l) {
      const Lane& lane = m_trace.lane(LaneId{l});
      const auto starts = m_trace.starts().subspan(lane.firstSpan, lane.spanCount);
      auto at = std::ranges::lower_bound(starts, window.begin) - starts.begin();
      for (; at < std::ssize(starts) && starts[static_cast<std::size_t>(at)] < window.end; ++at) {
        const SpanId span{lane.firstSpan + static_cast<std::uint32_t>(at)};
        if (m_trace.kind(span) == SpanKind::Runtime && isAllocation(m_trace.name(span)) && !m_taken.contains(span)) {
          add(span, m_trace.range(span).clippedTo(window).length());
          m_allocations.push_back(span);
        }
      }
    }
  }

  bool isAllocation(StringId name) {
    return m_isAllocation.of(name, [&] { return isAllocatingCall(m_trace.text(name)); });
  }

  const Trace& m_trace;
  HostWaits& m_waits;
  std::vector<TrackId> m_threads;  // launching threads
  std::unordered_set<SpanId> m_taken;
  std::map<StringId, Duration> m_byName;
  std::map<StringId, std::vector<SpanId>> m_calls;  // waiting calls, by the same name
  std::vector<SpanId> m_allocations;                // calls that allocate or free memory
  NameCache<bool> m_isAllocation;
  Duration m_total;
};

/// Whether `part` saves at least a third of what `all` does.
bool isMostOf(const AdviceSubject& subject, const AdviceRemedy& part, const AdviceRemedy& all) {
  const std::array<const AdviceRemedy*, 1> one{&part};
  const std::array<const AdviceRemedy*, 1> every{&all};
  const double saved = subject.replay->savedShare(one, subject.stop);
  return saved > 0 && saved * 3 >= subject.replay->savedShare(every, subject.stop);
}

std::unordered_set<SpanId> waitsOfRules(const Advice& advice) {
  std::unordered_set<SpanId> waits;
  for (const AdviceRow& row : advice.rows) {
    if (!row.rule.empty() || row.kind == AdviceKind::Allocation) {
      waits.insert(row.remedy.noWaits.begin(), row.remedy.noWaits.end());
    }
  }
  return waits;
}

/// Makes the row one about what the host waits in, where much of it would go without that.
void blameWaits(AdviceSubject& subject, AdviceRow& row) {
  const Trace& trace = subject.trace;
  WaitingCalls waiting(trace, subject.waits, waitsOfRules(subject.advice));
  Duration elapsed;
  Duration busy;
  for (const DeviceTimeline& device : subject.devices) {
    busy += device.busy;
    for (const TimeRange& window : device.window.intervals()) {
      elapsed += window.length();
      waiting.addWithin(window);
    }
  }
  constexpr std::int64_t minShareInverse = 50;  // 1/50 of the time: shorter waits do not decide it
  const bool mayDecide = subject.run != nullptr || waiting.total().ns * minShareInverse >= elapsed.ns;
  if (waiting.longest() == StringId::none || !mayDecide) {
    return;
  }
  AdviceRemedy remedy = waiting.without(waiting.longest());
  const Duration needed = elapsed - waiting.total() - subject.advice.recording.likely;
  const bool runsAhead = needed.ns > 0 && needed.ns * 100 < busy.ns * 99;
  if (!(subject.run ? isMostOf(subject, remedy, row.remedy) : runsAhead)) {
    return;
  }
  const std::string_view name = calledName(trace.text(waiting.longest()));
  row.kind = AdviceKind::Synchronization;
  row.confidence = Confidence::High;  // certainty that these waits are needless
  row.remedy = std::move(remedy);
  row.title = isAllocatingCall(name)
                  ? Phrase::tr("Keep memory allocated: %1 makes the host wait for the device").with(name)
                  : Phrase::tr("Do not wait for the device in %1").with(name);
  row.evidence.push_back(
      runsAhead ? Phrase::tr("The host waits %1. Without these waits it would need about %2, less than the %3 that "
                             "the device is busy, and would run ahead.")
                      .with(subject.perStep(waiting.total()), subject.perStep(needed), subject.perStep(busy))
                : Phrase::tr("The host waits %1. Without these waits much of this idle time would go.")
                      .with(subject.perStep(waiting.total())));
  if (isAllocatingCall(name)) {
    row.evidence.emplace_back(
        Phrase::tr("torch.cuda.empty_cache() in a loop causes this, as does memory that is nearly full."));
  } else if (name == "aten::item" || name == "aten::_local_scalar_dense" || name == "aten::nonzero") {
    row.evidence.emplace_back(Phrase::tr("This reads a value on the host: keep it on the device, or read it later."));
  }
}

/// The idle time of a row, and what it is made of.
struct HostIdle {
  AdviceDraft draft;
  HostCertainty certainty;
  std::vector<AdviceCause> causes;  ///< the greatest first
};

HostIdle idleByCause(AdviceSubject& subject, std::span<const IdleInterval* const> gaps, bool doWaitsDecide) {
  const Trace& trace = subject.trace;
  HostIdle idle;
  std::map<HostCauseKey, HostClaims> found;
  for (const IdleInterval* gap : gaps) {
    const auto [key, span] = hostCauseOf(trace, *gap, doWaitsDecide);
    const Duration length = gap->range.length();
    HostClaims& claims = found[key];
    claims.draft.add(length, span, gap->range);
    idle.draft.add(length, span, gap->range);
    if (length > claims.longest) {
      claims.longest = length;
      claims.call = key.kind == HostCauseKind::Unrecorded ? SpanId::none : span;
    }
  }
  for (const auto& [key, claims] : found) {
    idle.certainty.add(trace, key, claims);
    idle.causes.push_back({.title = titleOf(trace, key),
                           .name = key.name == StringId::none ? std::string() : std::string(trace.text(key.name)),
                           .bound = claims.draft.bound,
                           .gaps = claims.draft.count,
                           .longest = claims.longest,
                           .calledFrom = {},
                           .places = claims.draft.places()});
  }
  std::ranges::stable_sort(idle.causes, std::ranges::greater{}, &AdviceCause::bound);
  joinLesser(idle.causes);
  constexpr std::size_t looked = 8;
  for (AdviceCause& cause : std::span(idle.causes).first(std::min(looked, idle.causes.size()))) {
    cause.calledFrom = cause.name.empty() ? std::string() : std::string(subject.originNameOf(cause.places));
  }
  return idle;
}

}  // namespace

void adviseHost(AdviceSubject& subject) {
  std::vector<const IdleInterval*> gaps;
  Duration bound;
  Duration longest;
  for (DeviceTimeline& device : subject.devices) {
    for (TimelineGap& gap : device.gaps) {
      if (!gap.isClaimed && isOfHost(gap.idle.cause)) {
        gap.isClaimed = true;
        gaps.push_back(&gap.idle);
        bound += gap.idle.range.length();
        longest = std::max(longest, gap.idle.range.length());
      }
    }
  }
  if (bound.ns == 0) {
    return;
  }
  AdviceRow row{.kind = AdviceKind::HostBound,
                .title = Phrase::tr("Let the host run ahead of the device"),
                .bound = bound,
                .evidence = {},
                .places = {},
                .remedy = {.isAhead = true}};
  row.evidence.push_back(Phrase::tr("The device is idle for %1; the longest gap lasts %2.")
                             .with(subject.perStep(bound), formatDuration(longest)));
  blameWaits(subject, row);
  const bool doWaitsDecide = row.kind == AdviceKind::Synchronization;
  HostIdle idle = idleByCause(subject, gaps, doWaitsDecide);
  row.confidence = doWaitsDecide ? row.confidence : idle.certainty.confidence(bound);
  row.places = idle.draft.places();
  row.causes = std::move(idle.causes);
  subject.doubtRecorded(row, bound - idle.certainty.certain);
  subject.advice.rows.push_back(std::move(row));
}

}  // namespace kernline
