// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/replay/run_graph.h"
#include "core/model/trace/trace.h"

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace kernline {

/// A stream that waits for work of another one.
struct EventWait {
  std::uint32_t work = 0;        ///< the first work launched behind the wait
  std::uint32_t dependency = 0;  ///< the work that the event was recorded behind
};

/// Infers what streams wait for by calls that record events and wait for them, as cudaEventRecord and
/// cudaStreamWaitEvent: traces seldom name the event. A wait is for the event recorded last behind work of another
/// stream, and holds back what its thread launches next. Two streams where this contradicts the recording have none.
class EventWaits {
 public:
  /// The graph must outlive it and have its threads and work. O(n log n).
  explicit EventWaits(const RunGraph& graph) : m_graph(graph), m_trace(graph.trace()) {}

  [[nodiscard]] std::vector<EventWait> find();

 private:
  struct Record {
    Time time;
    std::uint32_t work = 0;
  };
  enum class Call : std::uint8_t { Unknown, Other, Record, Wait };

  [[nodiscard]] Call kindOf(SpanId call);
  void addRecords(const ReplayThread& thread);
  void addWaits(const ReplayThread& thread);
  [[nodiscard]] std::optional<std::uint32_t> recordedBefore(ProcessId process, Time time, std::uint32_t work) const;
  [[nodiscard]] bool isInternal(SpanId wait, SpanId launch) const;
  [[nodiscard]] std::pair<TrackId, TrackId> streamsOf(const EventWait& wait) const;

  const RunGraph& m_graph;
  const Trace& m_trace;
  std::vector<Call> m_kinds;                           // by name
  std::map<ProcessId, std::vector<Record>> m_records;  // by time
  std::vector<EventWait> m_waits;
};

}  // namespace kernline
