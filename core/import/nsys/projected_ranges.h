// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace_builder.h"

#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

namespace kernline::nsys {

/// NVTX ranges as devices see them: on each device from the first start to the last end of the activity that calls
/// within the range launched (`nsys stats --report nvtx_gpu_proj_trace` does so). They run later than the range itself,
/// and may overlap where the ranges do not.
class ProjectedRanges {
 public:
  /// Spans whose tracks and correlations are those of the builder.
  void addRanges(std::span<const SpanRecord> ranges) { m_ranges.insert(m_ranges.end(), ranges.begin(), ranges.end()); }
  void addCalls(std::span<const SpanRecord> calls);
  void addActivities(std::span<const SpanRecord> activities);

  /// Adds a row for each device and thread that has any.
  void addTo(TraceBuilder& builder);

 private:
  struct Call {
    TrackId thread = TrackId::none;
    Time start;
    std::uint32_t correlation = 0;
  };
  struct Activity {
    std::uint32_t correlation = 0;
    TrackId stream = TrackId::none;
    TimeRange range;
  };
  struct Extent {
    ProcessId device = ProcessId::none;
    TimeRange range;
  };
  struct Open {
    const SpanRecord* range = nullptr;
    std::vector<Extent> extents;
  };

  void sweepThread(std::span<const SpanRecord> ranges, std::span<const Call> calls, TraceBuilder& builder);
  void see(std::vector<Open>& open, std::uint32_t correlation, TraceBuilder& builder) const;
  void emit(const Open& open, TraceBuilder& builder);
  TrackId trackFor(ProcessId device, TrackId thread, TraceBuilder& builder);

  std::vector<SpanRecord> m_ranges;
  std::vector<Call> m_calls;
  std::vector<Activity> m_activities;
  std::map<std::pair<ProcessId, TrackId>, TrackId> m_tracks;
  std::vector<SpanRecord> m_made;
};

}  // namespace kernline::nsys
