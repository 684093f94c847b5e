// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/replay/event_waits.h"
#include "core/analysis/replay/run_graph.h"
#include "core/model/base/ids.h"

#include <cstdint>
#include <map>
#include <set>
#include <vector>

namespace kernline {

/// Waits for events that the profile itself names, as torch.profiler does with `enable_cuda_sync_events`: each record
/// of a synchronization has the call that recorded the event, and its stream.
struct RecordedWaits {
  std::set<ProcessId> processes;           ///< with such records
  std::vector<EventWait> streams;          ///< of a stream for another one
  std::map<SpanId, std::uint32_t> events;  ///< by call (cudaEventSynchronize): the last work launched before its event
};

/// `graph`: with its threads and work. Reads the args of synchronizations, and of the calls that they name. O(n).
[[nodiscard]] RecordedWaits recordedWaits(const RunGraph& graph);

}  // namespace kernline
