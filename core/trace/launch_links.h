// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/id_table.h"
#include "core/trace/trace.h"

#include <utility>
#include <vector>

namespace kernline {

/// What carries ids, by role.
struct LinkCandidates {
  std::vector<Correlated> calls;     ///< runtime calls with their correlation ids, by track and time
  std::vector<Correlated> works;     ///< device work with its correlation ids, in span order
  std::vector<Correlated> ops;       ///< operators with their external ids, by track and time
  std::vector<Correlated> operated;  ///< calls and device work with their external ids, in span order
};

struct LaunchLinks {
  std::vector<Launch> byCall;                   ///< sorted by (call, work)
  std::vector<Launch> byWork;                   ///< sorted by work
  std::vector<std::pair<SpanId, SpanId>> opOf;  ///< call or work → op, sorted by first
  std::vector<SpanId> withoutLaunch;            ///< work whose correlation id no call has
  IdTable calls;                                ///< correlation id → call
};

/// Joins device work to calls by correlation id and both to operators by external id. Where several calls share an
/// id the first one counts. Linear where ids are dense, n log n otherwise.
[[nodiscard]] LaunchLinks linkLaunches(const LinkCandidates& candidates);

}  // namespace kernline
