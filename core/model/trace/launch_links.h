// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/id_table.h"
#include "core/model/trace/trace.h"

#include <utility>
#include <vector>

namespace kernline {

/// Spans with ids, by role.
struct LinkCandidates {
  std::vector<Correlated> calls;     ///< runtime calls with their correlation ids, by track and time
  std::vector<Correlated> works;     ///< device activity with its correlation ids, in span order
  std::vector<Correlated> ops;       ///< operators with their external ids, by track and time
  std::vector<Correlated> operated;  ///< calls and device activity with their external ids, in span order
};

/// The calls of one host process by correlation id, which is unique within a process only.
struct HostCalls {
  ProcessId process = ProcessId::none;
  IdTable calls;
};

struct LaunchLinks {
  std::vector<Launch> byCall;                   ///< sorted by (call, work)
  std::vector<Launch> byActivity;               ///< sorted by work
  std::vector<std::pair<SpanId, SpanId>> opOf;  ///< call or work → op, sorted by first
  std::vector<SpanId> withoutLaunch;            ///< activities whose correlation id no call has
  std::vector<SpanId> ambiguous;                ///< activities whose correlation id calls of several processes have
  std::vector<HostCalls> hosts;                 ///< same order as the trace's processes
};

/// Joins device activity to calls by correlation id and both to operators by external id. `trace` must have its spans
/// in place. If several calls of a process share an id, the first one counts; if calls of several processes share it,
/// `HostChoice` decides, unless `idsAreUnique` over all processes. Linear where ids are dense, n log n otherwise.
[[nodiscard]] LaunchLinks linkLaunches(const LinkCandidates& candidates, const Trace& trace, bool idsAreUnique = false);

}  // namespace kernline
