// SPDX-License-Identifier: GPL-3.0-or-later
// Tracks that hold the work of several devices.
#include "core/import/events/device_name.h"
#include "core/import/events/thread_tracks.h"

#include <algorithm>
#include <map>
#include <set>
#include <vector>

namespace kernline::chrome {

bool ThreadTracks::isMixed(std::uint32_t fileTrack) const {
  return fileTrack < m_mixedTracks.size() && m_mixedTracks[fileTrack];
}

/// Returns the device's own process, next to the file's process that holds its work.
ProcessId ThreadTracks::processOfDevice(std::uint32_t process, std::int32_t device) {
  const auto [at, isNew] = m_processesOfDevices.try_emplace({process, device}, ProcessId::none);
  if (isNew) {
    Process added = m_processes[process].process;
    added.device = device;
    at->second = m_builder.addProcess(added);
  }
  return at->second;
}

/// Returns the file's process, or one of its own for a device whose work is among that of the host or of other devices.
ProcessId ThreadTracks::processFor(const FileTrack& fileTrack) {
  const bool isOwn = fileTrack.device < 0 || m_processes[fileTrack.process].process.device == fileTrack.device;
  return isOwn ? m_processIds[fileTrack.process] : processOfDevice(fileTrack.process, fileTrack.device);
}

/// rocprof writes the copies of all devices as one process. Those of one device make it that device's.
void ThreadTracks::readCopies(const SourceText* source, std::span<const WordedBatch> batches) {
  const auto isCopies = [&](const ProcessFacts& facts) {
    return facts.firstSpan != UINT64_MAX && isCopyProcess(text(facts.process.name));
  };
  const bool hasDevices =
      std::ranges::any_of(m_processes, [](const ProcessFacts& facts) { return facts.process.device >= 0; });
  const bool hasCopies = hasDevices && std::ranges::any_of(m_processes, isCopies);
  const bool hasMixed = std::ranges::find(m_mixedTracks, true) != m_mixedTracks.end();
  if (source == nullptr || (!hasCopies && !hasMixed)) {
    return;
  }
  for (const WordedBatch& worded : batches) {
    for (const SpanRecord& span : worded.batch.spans) {
      const std::uint32_t fileTrack = m_fileTrackOf[worded.interner][index(span.track)];
      if (isMixed(fileTrack) || (hasCopies && isCopies(m_processes[m_fileTracks[fileTrack].process]))) {
        m_copies.add(fileTrack, span, *source);
      }
    }
  }
  m_copies.sort();
  std::map<std::uint32_t, std::set<std::int32_t>> devices;  // devices of each process
  for (std::uint32_t i = 0; i < m_fileTracks.size(); ++i) {
    const std::vector<std::int32_t> ofTrack = m_copies.devicesOf(i);
    devices[m_fileTracks[i].process].insert(ofTrack.begin(), ofTrack.end());
  }
  for (std::uint32_t i = 0; i < m_fileTracks.size(); ++i) {
    ProcessFacts& owner = m_processes[m_fileTracks[i].process];
    const std::set<std::int32_t>& own = devices[m_fileTracks[i].process];
    m_fileTracks[i].isOfSeveralDevices = isMixed(i) || (own.size() > 1 && !m_copies.devicesOf(i).empty());
    if (!own.empty() && isCopies(owner)) {
      owner.process.device = *own.rbegin();
    }
  }
}

/// Gives each device a process and a track for its work on a track of several devices; the process of the file has one
/// of them. Work that names no device is that of one that is not known.
void ThreadTracks::splitTracks() {
  for (std::uint32_t i = 0; i < m_fileTracks.size(); ++i) {
    const FileTrack& fileTrack = m_fileTracks[i];
    for (const std::int32_t device :
         fileTrack.isOfSeveralDevices ? m_copies.devicesOf(i) : std::vector<std::int32_t>{}) {
      const bool isOwn = device == m_processes[fileTrack.process].process.device;
      const ProcessId process = isOwn ? m_processIds[fileTrack.process] : processOfDevice(fileTrack.process, device);
      if (process == m_builder.track(m_tracks[i]).process) {
        m_copies.setTrack(i, device, m_tracks[i]);
        continue;
      }
      Track track;
      track.process = process;
      track.kind = TrackKind::Stream;
      track.tid = fileTrack.tid;
      track.name = fileTrack.name;
      track.sortIndex = fileTrack.sortIndex;
      m_copies.setTrack(i, device, m_builder.addTrack(track));
    }
  }
}

}  // namespace kernline::chrome
