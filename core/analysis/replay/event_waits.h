// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/replay/run_graph.h"
#include "core/model/trace/name_cache.h"
#include "core/model/trace/trace.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace kernline {

/// A stream that waits for activity of another stream.
struct EventWait {
  std::uint32_t activity = 0;    ///< the first activity launched after the wait
  std::uint32_t dependency = 0;  ///< the last activity launched before the event was recorded
};

/// Infers waits between streams from calls such as cudaEventRecord and cudaStreamWaitEvent, where the trace does not
/// name the event (`recordedWaits`). A wait is taken to be for the last event recorded on another stream, and to delay
/// the next launch of its thread. Where the recorded times of two streams contradict this, there are no waits between
/// them.
class EventWaits {
 public:
  /// The graph must outlive it and have its threads and work. Leaves out `recorded` processes. O(n log n).
  explicit EventWaits(const RunGraph& graph, std::set<ProcessId> recorded = {})
      : m_graph(graph), m_trace(graph.trace()), m_recorded(std::move(recorded)) {}

  [[nodiscard]] std::vector<EventWait> find();

 private:
  struct Record {
    Time time;
    std::uint32_t activity = 0;
  };
  enum class Call : std::uint8_t { Other, Record, Wait };

  [[nodiscard]] Call kindOf(SpanId call);
  void addRecords(const ReplayThread& thread);
  void addWaits(const ReplayThread& thread);
  [[nodiscard]] std::optional<std::uint32_t> recordedBefore(ProcessId process, Time time, std::uint32_t activity) const;
  [[nodiscard]] bool isInternal(SpanId wait, SpanId launch) const;
  [[nodiscard]] std::pair<TrackId, TrackId> streamsOf(const EventWait& wait) const;

  const RunGraph& m_graph;
  const Trace& m_trace;
  std::set<ProcessId> m_recorded;
  NameCache<Call> m_kinds;
  std::map<ProcessId, std::vector<Record>> m_records;  // sorted by time
  std::vector<EventWait> m_waits;
};

}  // namespace kernline
