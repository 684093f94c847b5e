// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/nsys/timeline_rows.h"

#include "core/import/events/gpu_process.h"

#include <fmt/format.h>

namespace kernline::nsys {

namespace {

/// CUPTI's stream id for a wait of the whole context.
constexpr std::int64_t noStream = UINT32_MAX;

bool isOfDevice(RowKey::Kind kind) {
  return kind == RowKey::Kind::Stream || kind == RowKey::Kind::Sync;
}

std::string_view baseName(std::string_view path) {
  const std::size_t slash = path.find_last_of('/');
  return slash == std::string_view::npos || slash + 1 == path.size() ? path : path.substr(slash + 1);
}

}  // namespace

void TimelineRows::note(const RowKey& key) {
  if (m_tracks.try_emplace(key, TrackId::none).second && isOfDevice(key.kind)) {
    m_ownersOfStream[{deviceOf(key), key.stream}].insert(key.owner);
    m_contextsOfStream[{deviceOf(key), key.stream}].insert(key.context);
  }
}

void TimelineRows::make() {
  for (auto& [key, track] : m_tracks) {
    track = m_builder.addTrack(isOfDevice(key.kind) ? deviceTrack(key) : hostTrack(key));
  }
}

std::uint64_t TimelineRows::hostOf(const RowKey& key) const {
  return key.owner == 0 && m_hosts.size() == 1 ? m_hosts.begin()->first : key.owner;
}

ProcessId TimelineRows::processOfDevice(std::int32_t device) {
  const auto [at, isNew] = m_devices.try_emplace(device, ProcessId::none);
  if (isNew) {
    at->second = addGpuProcess(m_builder, device);
  }
  return at->second;
}

ProcessId TimelineRows::processOf(std::uint64_t owner) {
  const auto [at, isNew] = m_hosts.try_emplace(owner, ProcessId::none);
  if (isNew) {
    Process process;
    process.pid = owner == 0 ? StringId::empty : m_builder.intern(std::to_string(pidOf(owner)));
    const auto name = m_info.processNames.find(owner);
    if (name != m_info.processNames.end()) {
      process.name = m_builder.intern(baseName(name->second));
    } else if (owner == 0) {
      process.name = m_builder.intern("host");
    }
    at->second = m_builder.addProcess(process);
  }
  return at->second;
}

/// Streams of several processes or contexts may have one number.
std::string TimelineRows::distinguishingText(const RowKey& key) const {
  std::string text;
  if (m_ownersOfStream.at({deviceOf(key), key.stream}).size() > 1) {
    text += fmt::format(" of process {}", pidOf(key.owner));
  }
  if (m_contextsOfStream.at({deviceOf(key), key.stream}).size() > 1) {
    text += fmt::format(" in context {}", key.context);
  }
  return text;
}

Track TimelineRows::deviceTrack(const RowKey& key) {
  const std::string apart = distinguishingText(key);
  Track track;
  track.process = processOfDevice(deviceOf(key));
  if (key.kind == RowKey::Kind::Stream) {
    track.kind = TrackKind::Stream;
    track.tid = m_builder.intern(std::to_string(key.stream));
    track.name = apart.empty() ? StringId::empty : m_builder.intern(fmt::format("stream {}{}", key.stream, apart));
  } else {
    const std::string what =
        key.stream == noStream ? fmt::format("context {}", key.context) : fmt::format("stream {}", key.stream);
    track.kind = TrackKind::DeviceOther;
    track.tid = m_builder.intern(what + apart);
    track.name = m_builder.intern(fmt::format("{}{} (waits)", what, key.stream == noStream ? "" : apart));
  }
  track.sortIndex = key.stream == noStream ? noStream : 0;
  return track;
}

std::string TimelineRows::threadName(const RowKey& key) const {
  if (const auto given = m_nvtxNames.find(key.thread); given != m_nvtxNames.end()) {
    return given->second;
  }
  const auto known = m_info.threadNames.find(key.thread);
  return known == m_info.threadNames.end() ? std::string{} : known->second;
}

Track TimelineRows::hostTrack(const RowKey& key) {
  Track track;
  track.process = processOf(key.owner);
  if (key.kind == RowKey::Kind::Thread) {
    track.kind = TrackKind::Thread;
    track.tid = m_builder.intern(std::to_string(tidOf(key.thread)));
    track.name = m_builder.intern(threadName(key));
    track.sortIndex = tidOf(key.thread) == pidOf(key.owner) ? -1 : 0;  // the main thread first
  } else {
    const bool isRanges = key.kind == RowKey::Kind::NvtxRanges;
    track.kind = isRanges ? TrackKind::Async : TrackKind::Bookkeeping;
    track.name = m_builder.intern(isRanges ? "NVTX start/end ranges" : "profiler overhead");
  }
  return track;
}

}  // namespace kernline::nsys
