// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/replay/run_graph.h"
#include "core/model/trace/name_cache.h"

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace kernline {

/// Kind of a runtime call by how it waits.
enum class WaitingCall : std::uint8_t {
  None,
  Synchronization,  ///< waits for all that was launched before
  Event,            ///< waits for some of it
  Copy,             ///< may wait for its own copy
  Allocation,       ///< may wait until the device is idle
  Launch,           ///< waits while the queue is full
};

/// Finds the runtime calls that waited for the device, and the activities they waited for.
class CallWaits {
 public:
  /// `events`: the work that calls waited for, as the trace has it (`RecordedWaits`). O(n log n). The graph must
  /// outlive it and have its work.
  CallWaits(const RunGraph& graph, std::map<SpanId, std::uint32_t> events);

  /// Returns what `call` waits for, without times. Calls that did not wait but would wait for late activity of theirs
  /// (…Synchronize) have it, too. std::nullopt for all others. O(log n).
  [[nodiscard]] std::optional<ReplayWait> of(const ReplayThread& thread, SpanId call);

 private:
  struct Launched {
    Time launch;
    Time end;
    std::uint32_t activity = 0;
  };
  struct OfProcess {
    ProcessId process = ProcessId::none;
    std::vector<Launched> byLaunch;
    std::vector<Launched> byEnd;
  };

  [[nodiscard]] WaitingCall kindOf(SpanId call);
  [[nodiscard]] const OfProcess* ofProcess(ProcessId process) const;
  /// The last activity that ended while the call ran and was launched before, or nullptr.
  [[nodiscard]] static const Launched* endedIn(const OfProcess& process, TimeRange call);
  [[nodiscard]] std::optional<ReplayWait> forOwnCopy(SpanId call) const;

  const RunGraph& m_graph;
  std::map<SpanId, std::uint32_t> m_events;
  NameCache<WaitingCall> m_kinds;
  std::vector<OfProcess> m_processes;
};

}  // namespace kernline
