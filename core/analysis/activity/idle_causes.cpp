// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/activity/idle_causes.h"

#include "core/analysis/activity/host_activity.h"
#include "core/analysis/activity/host_waits.h"
#include "core/model/base/message.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace kernline {

namespace {

IdleCause causeOf(HostWaitKind kind) {
  switch (kind) {
    case HostWaitKind::Synchronization:
      return IdleCause::Synchronization;
    case HostWaitKind::Memcpy:
      return IdleCause::Memcpy;
    case HostWaitKind::Communication:
      return IdleCause::Communication;
  }
  return IdleCause::Unknown;
}

/// Waits that the device rows themselves show ("Stream Wait Event"), as far as they do not overlap.
std::vector<HostWait> recordedWaits(const Trace& trace, const DeviceTracks& device) {
  std::vector<HostWait> waits;
  for (const TrackId t : device.tracks) {
    const Track& track = trace.track(t);
    for (std::uint32_t i = track.firstSpan; i < track.firstSpan + track.spanCount; ++i) {
      if (trace.kind(SpanId{i}) == SpanKind::DeviceSync && trace.duration(SpanId{i}).ns > 0) {
        waits.push_back({.range = trace.range(SpanId{i}), .kind = HostWaitKind::Synchronization, .span = SpanId{i}});
      }
    }
  }
  std::ranges::sort(waits, {}, [](const HostWait& wait) { return wait.range.begin; });
  Time reached{INT64_MIN};
  std::erase_if(waits, [&](HostWait& wait) {
    wait.range.begin = std::max(wait.range.begin, reached);
    reached = std::max(reached, wait.range.end);
    return wait.range.isEmpty();
  });
  return waits;
}

/// An idle interval between two activities.
struct Gap {
  TimeRange range;
  SpanId before = SpanId::none;
  SpanId next = SpanId::none;
};

/// Finds the causes of one device's gaps.
class IdleOfDevice {
 public:
  IdleOfDevice(const Trace& trace, const DeviceTracks& rows, const IdleOptions& options, HostWaits& waits,
               const HostActivity& host, CommunicationNames& communication)
      : m_trace(trace),
        m_rows(rows),
        m_options(options),
        m_waits(waits),
        m_host(host),
        m_communication(communication) {}

  DeviceIdle run(const std::stop_token& stop);

 private:
  void addGap(const Gap& gap);
  void addBeforeLaunch(const Gap& gap, TimeRange late, SpanId call);
  void addAfterLaunch(const Gap& gap, TimeRange way, SpanId call);
  void addWaits(TimeRange range, std::span<const HostWait> waits, const Gap& gap, const auto& rest);
  void add(IdleInterval interval);
  [[nodiscard]] TrackId threadOf(SpanId call) const {
    return call == SpanId::none ? TrackId::none : m_trace.trackOf(call);
  }
  [[nodiscard]] SpanId launchOf(SpanId activity) const {
    return activity == SpanId::none ? SpanId::none : m_trace.launchOf(activity);
  }

  const Trace& m_trace;
  const DeviceTracks& m_rows;
  const IdleOptions& m_options;
  HostWaits& m_waits;
  const HostActivity& m_host;
  CommunicationNames& m_communication;
  std::optional<std::vector<HostWait>> m_recorded;
  DeviceIdle m_result;
};

void IdleOfDevice::add(IdleInterval interval) {
  interval.range = interval.range.clippedTo(m_result.window);
  if (interval.range.isEmpty()) {
    return;
  }
  const Duration length = interval.range.length();
  m_result.idle += length;
  m_result.sums[static_cast<std::size_t>(interval.cause)] += length;
  m_result.hostBoundAfterSync += interval.followsSync ? length : Duration{};
  m_result.intervals.push_back(interval);
}

/// Adds the waits inside `range`, and calls rest(range, sync) for what lies between: behind a synchronization that let
/// the device run dry, or none.
void IdleOfDevice::addWaits(TimeRange range, std::span<const HostWait> waits, const Gap& gap, const auto& rest) {
  SpanId sync = SpanId::none;
  for (const HostWait& wait : waitsWithin(waits, range)) {
    const TimeRange inside = wait.range.clippedTo(range);
    if (inside.begin > range.begin) {
      rest(TimeRange{range.begin, inside.begin}, sync);
    }
    add({.range = inside, .cause = causeOf(wait.kind), .blamed = wait.span, .next = gap.next});
    sync = wait.kind == HostWaitKind::Synchronization && wait.range.begin <= gap.range.begin ? wait.span : SpanId::none;
    range.begin = inside.end;
  }
  if (!range.isEmpty()) {
    rest(range, sync);
  }
}

void IdleOfDevice::addBeforeLaunch(const Gap& gap, TimeRange late, SpanId call) {
  const TrackId thread = threadOf(call);
  const TrackId threadBefore = threadOf(launchOf(gap.before));
  const auto waitsOf = [&](TrackId t) { return t == TrackId::none ? std::span<const HostWait>{} : m_waits.of(t); };
  const std::span<const HostWait> own = waitsOf(thread);
  const std::span<const HostWait> others = threadBefore == thread ? std::span<const HostWait>{} : waitsOf(threadBefore);
  const auto blamedFor = [&](TimeRange range) {
    const SpanId done = m_host.callFilling(thread, range);
    const SpanId doneBefore = done == SpanId::none ? m_host.callFilling(threadBefore, range) : done;
    return doneBefore == SpanId::none ? call : doneBefore;
  };
  addWaits(late, own, gap, [&](TimeRange rest, SpanId ownSync) {
    addWaits(rest, others, gap, [&](TimeRange left, SpanId otherSync) {
      const SpanId followed = otherSync == SpanId::none && left.begin == rest.begin ? ownSync : otherSync;
      add({.range = left,
           .cause = IdleCause::HostBound,
           .followsSync = followed != SpanId::none,
           .blamed = blamedFor(left),
           .next = gap.next,
           .sync = followed});
    });
  });
}

void IdleOfDevice::addAfterLaunch(const Gap& gap, TimeRange way, SpanId call) {
  const auto addWhole = [&](TimeRange range, IdleCause cause, SpanId blamed) {
    add({.range = range, .cause = cause, .blamed = blamed, .next = gap.next});
  };
  const bool isInGraph =
      launchOf(gap.before) == call && m_trace.nameText(call).find("GraphLaunch") != std::string_view::npos;
  const bool wasQueued = m_trace.end(call) <= gap.range.begin;
  if (way.length() <= m_options.maxLaunchLatency) {
    addWhole(way,
             isInGraph   ? IdleCause::GraphGap
             : wasQueued ? IdleCause::InterKernelGap
                         : IdleCause::LaunchLatency,
             wasQueued && !isInGraph ? gap.next : call);
    return;
  }
  if (m_trace.kind(gap.next) == SpanKind::Memcpy) {
    addWhole(way, IdleCause::Memcpy, gap.next);
    return;
  }
  if (m_communication.contains(m_trace.name(gap.next))) {
    addWhole(way, IdleCause::Communication, gap.next);
    return;
  }
  if (isInGraph) {
    addWhole(way, IdleCause::GraphGap, call);
    return;
  }
  const TimeRange inCall{way.begin, std::clamp(m_trace.end(call), way.begin, way.end)};
  addWhole(inCall, IdleCause::HostBound, call);
  const TimeRange queued{inCall.end, way.end};
  if (queued.length() <= m_options.maxLaunchLatency) {
    addWhole(queued, IdleCause::LaunchLatency, call);
    return;
  }
  if (!m_recorded) {
    m_recorded = recordedWaits(m_trace, m_rows);
  }
  addWaits(queued, *m_recorded, gap, [&](TimeRange rest, SpanId) { addWhole(rest, IdleCause::Unknown, gap.next); });
}

void IdleOfDevice::addGap(const Gap& gap) {
  if (gap.range.clippedTo(m_result.window).isEmpty()) {
    return;
  }
  const SpanId call = launchOf(gap.next);
  if (gap.next == SpanId::none) {
    addBeforeLaunch(gap, gap.range, SpanId::none);
    return;
  }
  if (call == SpanId::none || m_trace.start(call) > gap.range.end) {
    add({.range = gap.range, .cause = IdleCause::Unknown, .blamed = gap.next, .next = gap.next});
    return;
  }
  const Time launched = std::max(m_trace.start(call), gap.range.begin);
  if (launched > gap.range.begin) {
    addBeforeLaunch(gap, {gap.range.begin, launched}, call);
  }
  if (launched < gap.range.end) {
    addAfterLaunch(gap, {launched, gap.range.end}, call);
  }
}

DeviceIdle IdleOfDevice::run(const std::stop_token& stop) {
  const std::vector<SpanId> activities = activitiesByStart(m_trace, m_rows);
  m_result.rank = m_rows.rank;
  m_result.device = m_rows.device;
  m_result.process = m_rows.process;
  m_result.name = m_rows.name;
  if (activities.empty() && !m_options.range) {
    return std::move(m_result);
  }
  Time reached = activities.empty() ? m_options.range->begin : m_trace.start(activities.front());
  for (const SpanId span : activities) {
    reached = std::max(reached, m_trace.end(span));
  }
  m_result.window =
      m_options.range.value_or(TimeRange{activities.empty() ? reached : m_trace.start(activities.front()), reached});
  // Gaps are classified whole, even if only a part of them was requested.
  Gap gap{.range = {m_result.window.begin, {}}};
  if (!activities.empty()) {
    gap.range.begin = std::min(gap.range.begin, m_trace.start(activities.front()));
  }
  for (std::size_t i = 0; i < activities.size() && gap.range.begin < m_result.window.end; ++i) {
    if (i % 4096 == 0 && stop.stop_requested()) {
      break;
    }
    if (m_trace.start(activities[i]) > gap.range.begin) {
      gap.range.end = m_trace.start(activities[i]);
      gap.next = activities[i];
      addGap(gap);
    }
    if (gap.before == SpanId::none || m_trace.end(activities[i]) >= gap.range.begin) {
      gap.before = activities[i];
    }
    gap.range.begin = std::max(gap.range.begin, m_trace.end(activities[i]));
  }
  gap.range.end = m_result.window.end;
  gap.next = SpanId::none;
  addGap(gap);
  return std::move(m_result);
}

}  // namespace

std::string_view toText(IdleCause cause) {
  constexpr std::array<std::string_view, idleCauseCount> texts{"host_bound",    "synchronization", "copy",
                                                               "communication", "launch_latency",  "inter_kernel_gap",
                                                               "graph_gap",     "unknown"};
  return texts[static_cast<std::size_t>(cause)];
}

std::string_view shownName(IdleCause cause) {
  constexpr std::array<std::string_view, idleCauseCount> names{
      Phrase::tr("host-bound"),    Phrase::tr("synchronization"), Phrase::tr("memcpy"),
      Phrase::tr("communication"), Phrase::tr("launch latency"),  Phrase::tr("inter-kernel gap"),
      Phrase::tr("graph gap"),     Phrase::tr("unknown")};
  return names[static_cast<std::size_t>(cause)];
}

const IdleInterval* DeviceIdle::longest(IdleCause cause) const {
  const IdleInterval* found = nullptr;
  for (const IdleInterval& interval : intervals) {
    if (interval.cause == cause && (found == nullptr || interval.range.length() > found->range.length())) {
      found = &interval;
    }
  }
  return found;
}

std::vector<HostCause> hostCauses(const Trace& trace, const DeviceIdle& idle) {
  std::unordered_map<StringId, HostCause> byName;
  for (const IdleInterval& interval : idle.intervals) {
    if (interval.cause != IdleCause::HostBound) {
      continue;
    }
    const bool isInCall = interval.blamed != SpanId::none && trace.start(interval.blamed) < interval.range.end;
    const StringId name = isInCall ? trace.name(interval.blamed) : StringId::none;
    HostCause& cause = byName.try_emplace(name, HostCause{.name = name, .total = {}}).first->second;
    cause.total += interval.range.length();
    ++cause.count;
    if (cause.longest == nullptr || cause.longest->range.length() < interval.range.length()) {
      cause.longest = &interval;
    }
  }
  std::vector<HostCause> causes;
  for (const auto& [name, cause] : byName) {
    causes.push_back(cause);
  }
  std::ranges::sort(causes, [](const HostCause& a, const HostCause& b) {
    return a.total != b.total ? a.total > b.total : a.name < b.name;
  });
  return causes;
}

std::vector<DeviceIdle> idleCauses(const Trace& trace, const IdleOptions& options, const std::stop_token& stop) {
  std::vector<DeviceIdle> devices;
  HostWaits waits{trace};
  const HostActivity host{trace};
  CommunicationNames communication{trace};
  for (const DeviceTracks& rows : deviceTracks(trace)) {
    devices.push_back(IdleOfDevice{trace, rows, options, waits, host, communication}.run(stop));
    if (stop.stop_requested()) {
      return {};
    }
  }
  return devices;
}

std::array<Duration, idleCauseCount> idleWithin(std::span<const DeviceIdle> devices, TimeRange range) {
  std::array<Duration, idleCauseCount> sums{};
  for (const DeviceIdle& device : devices) {
    const auto endOf = [](const IdleInterval& interval) { return interval.range.end; };
    for (auto at = std::ranges::upper_bound(device.intervals, range.begin, {}, endOf);
         at != device.intervals.end() && at->range.begin < range.end; ++at) {
      sums[static_cast<std::size_t>(at->cause)] += at->range.clippedTo(range).length();
    }
  }
  return sums;
}

}  // namespace kernline
