// SPDX-License-Identifier: GPL-3.0-or-later
// This folder is about activity of devices: busy and idle time, its causes, and the costs of the profiler.
#pragma once

#include "core/model/trace/name_cache.h"
#include "core/model/trace/trace.h"

#include <string>
#include <vector>

namespace kernline {

/// The tracks on which one device worked. Producers that name no device still write kernels, so the spans decide and
/// not the process.
struct DeviceTracks {
  std::int32_t rank = -1;    ///< distributed rank; -1 if unknown
  std::int32_t device = -1;  ///< index within its host
  ProcessId process = ProcessId::none;
  std::string name;   ///< "NVIDIA H200", else "GPU 0"; without a device the title of its process
  std::string title;  ///< "rank 1 · GPU 0 · NVIDIA H200"
  std::vector<TrackId> tracks;
};

/// One entry for each (rank, device) with kernels, memcpys or memsets, in the order of the trace's tracks.
[[nodiscard]] std::vector<DeviceTracks> deviceTracks(const Trace& trace);

/// Whether `span` keeps its device busy at a time that counts.
[[nodiscard]] inline bool isCountedActivity(const Trace& trace, SpanId span) {
  return isDeviceActivity(trace.kind(span)) && !has(trace.flags(span), SpanFlags::OutsideBounds);
}

/// Returns the activity of a device, by start; equal starts by span. O(n log n).
[[nodiscard]] std::vector<SpanId> activitiesByStart(const Trace& trace, const DeviceTracks& device);

/// Identifies communication kernels by name; each name is checked once.
class CommunicationNames {
 public:
  explicit CommunicationNames(const Trace& trace) : m_trace(trace) {}
  [[nodiscard]] bool contains(StringId name);

 private:
  const Trace& m_trace;
  NameCache<bool> m_known;
};

}  // namespace kernline
