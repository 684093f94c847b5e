// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/rocpd/rocm_timeline.h"

#include "core/import/events/gpu_process.h"
#include "core/import/sqlite/cell_time.h"
#include "core/model/json/members.h"

#include <fmt/format.h>

namespace kernline::rocpd {

using sqlite::IntegerCell;
using sqlite::IntegerState;

namespace {

constexpr std::size_t maxNameBytes = std::size_t{1} << 16;

std::string_view activityCategory(SpanKind kind) {
  switch (kind) {
    case SpanKind::Memcpy:
      return "gpu_memcpy";
    case SpanKind::Memset:
      return "gpu_memset";
    case SpanKind::DeviceSync:
      return "gpu_sync";
    default:
      return "kernel";
  }
}

}  // namespace

StringId RocmTimeline::name(std::string_view text, std::uint64_t offset) {
  std::string clean(text.substr(0, maxNameBytes));
  if (chrome::repairUtf8(clean)) {
    report().add(IssueKind::InvalidUtf8, offset, clean);
  }
  constexpr std::uint64_t ofOthers = std::uint64_t{1} << 20;
  const bool fits = m_builder.strings().byteSize() + clean.size() <= m_textBudget + ofOthers;
  return m_builder.intern(fits ? clean : "(text left out)");
}

void RocmTimeline::nameHost(HostKey host, std::string_view pid, std::string_view name) {
  m_hostNames.try_emplace(host, pid, name);
}

void RocmTimeline::nameThread(HostKey host, std::int64_t tid, std::string_view name) {
  m_threadNames.try_emplace({host, tid}, name);
}

std::optional<CellTimes> RocmTimeline::times(IntegerCell start, IntegerCell end, std::uint64_t offset,
                                             std::string_view table) {
  if (start.state != IntegerState::Good) {
    report().add(start.state == IntegerState::Null ? IssueKind::MissingTimestamp : IssueKind::BadTimestamp, offset,
                 table);
    return std::nullopt;
  }
  CellTimes times{.start = sqlite::clampedTime(start.value), .duration = {}};
  const bool hasEnd = end.state == IntegerState::Good;
  if (sqlite::isBeyondTime(start.value) || (hasEnd && sqlite::isBeyondTime(end.value))) {
    report().add(IssueKind::ClampedTime, offset, table);
    times.flags |= SpanFlags::Repaired;
  }
  if (!hasEnd) {
    report().add(end.state == IntegerState::Null ? IssueKind::MissingDuration : IssueKind::BadDuration, offset, table);
    times.flags |= SpanFlags::Repaired;
    return times;
  }
  times.duration = sqlite::clampedTime(end.value) - times.start;
  if (times.duration.ns < 0) {
    report().add(IssueKind::NegativeDuration, offset, table);
    times.duration = {};
    times.flags |= SpanFlags::Repaired;
  }
  return times;
}

ProcessId RocmTimeline::processOf(HostKey host) {
  const auto [at, isNew] = m_hosts.try_emplace(host, ProcessId::none);
  if (isNew) {
    const auto known = m_hostNames.find(host);
    Process process;
    process.pid = m_builder.intern(known == m_hostNames.end() ? std::to_string(host.pid) : known->second.first);
    process.name = known == m_hostNames.end() ? StringId::empty : name(known->second.second, 0);
    at->second = m_builder.addProcess(process);
  }
  return at->second;
}

ProcessId RocmTimeline::deviceProcess(std::int32_t device) {
  const auto [at, isNew] = m_devices.try_emplace(device, ProcessId::none);
  if (isNew) {
    at->second = addGpuProcess(m_builder, device);
  }
  return at->second;
}

TrackId RocmTimeline::threadOf(HostKey host, std::int64_t tid) {
  const auto [at, isNew] = m_threads.try_emplace({host, tid}, TrackId::none);
  if (isNew) {
    const auto known = m_threadNames.find({host, tid});
    const auto ofHost = m_hostNames.find(host);
    Track track;
    track.process = processOf(host);
    track.kind = TrackKind::Thread;
    track.tid = m_builder.intern(std::to_string(tid));
    track.name = known == m_threadNames.end() ? StringId::empty : name(known->second, 0);
    const bool isMain =
        std::to_string(tid) == (ofHost == m_hostNames.end() ? std::to_string(host.pid) : ofHost->second.first);
    track.sortIndex = isMain ? -1 : 0;
    at->second = m_builder.addTrack(track);
  }
  return at->second;
}

TrackId RocmTimeline::streamOf(const StreamKey& key) {
  const auto [at, isNew] = m_streams.try_emplace(key, TrackId::none);
  if (isNew) {
    Track track;
    track.process = deviceProcess(key.device);
    track.kind = TrackKind::Stream;
    track.tid = m_builder.intern(std::to_string(key.isQueue ? key.queue : key.stream));
    if (key.isQueue) {
      track.name = m_builder.intern(fmt::format("queue {}", key.queue));
    }
    at->second = m_builder.addTrack(track);
  }
  return at->second;
}

CategoryId RocmTimeline::category(std::string_view name) {
  return m_builder.addCategory(m_builder.intern(name));
}

void RocmTimeline::addActivity(const CellTimes& times, std::uint64_t offset, const ActivityName& activity,
                               const StreamKey& stream, const Launch& launch) {
  SpanRecord span;
  span.start = times.start;
  span.duration = times.duration;
  span.flags = times.flags;
  span.offset = offset;
  span.name = name(activity.name.empty() ? std::string_view{"Kernel"} : std::string_view{activity.name}, offset);
  span.track = streamOf(stream);
  span.kind = activity.kind;
  span.category = category(activityCategory(activity.kind));
  if (launch.id != 0) {
    const auto next = static_cast<std::uint32_t>(m_launches.size()) + 1;
    span.correlation = m_launches.try_emplace(launch, next).first->second;
  }
  m_activities.push_back(span);
}

void RocmTimeline::addCall(const CellTimes& times, std::uint64_t offset, std::string_view text, const CallKind& kind,
                           HostKey host, std::int64_t tid, const Launch& launch) {
  SpanRecord span;
  span.start = times.start;
  span.duration = times.duration;
  span.flags = times.flags;
  span.offset = offset;
  span.name = name(text.empty() ? std::string_view{"(call without a name)"} : text, offset);
  span.track = threadOf(host, tid);
  span.kind = kind.kind;
  span.category = category(kind.category);
  if (kind.kind == SpanKind::Runtime && launch.id != 0) {
    if (const auto launched = m_launches.find(launch); launched != m_launches.end()) {
      span.correlation = launched->second;
      if (text.contains("GraphLaunch")) {
        m_graphLaunches.insert(launched->second);
      }
    }
  }
  m_calls.push_back(span);
}

void RocmTimeline::addInstant(Time time, std::uint64_t offset, std::string_view text, std::string_view categoryName,
                              HostKey host, std::int64_t tid) {
  m_builder.addInstant({.time = time,
                        .offset = offset,
                        .name = name(text, offset),
                        .track = threadOf(host, tid),
                        .category = category(categoryName)});
}

void RocmTimeline::addSample(std::int32_t device, HostKey host, std::string_view text, std::string_view series,
                             std::string_view unit, Time time, double value) {
  const HostKey owner = device < 0 ? host : HostKey{};
  const auto [at, isNew] =
      m_counters.try_emplace({device, owner, std::string(text), std::string(series)}, CounterId::none);
  if (isNew) {
    Counter counter;
    counter.process = device < 0 ? processOf(host) : deviceProcess(device);
    counter.name = name(text, 0);
    counter.series = name(series, 0);
    counter.unit = m_builder.intern(unit);
    at->second = m_builder.addCounter(counter);
  }
  m_builder.addSample(at->second, time, value);
}

void RocmTimeline::finish() {
  for (SpanRecord& activity : m_activities) {
    if (activity.correlation != 0 && isDeviceActivity(activity.kind) &&
        m_graphLaunches.contains(activity.correlation)) {
      activity.flags |= SpanFlags::GraphReplay;
      report().add(IssueKind::GraphReplay, activity.offset);
    }
  }
  m_builder.addSpans(std::move(m_activities));
  m_builder.addSpans(std::move(m_calls));
  m_builder.setCorrelationsUnique();
}

}  // namespace kernline::rocpd
