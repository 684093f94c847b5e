// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"
#include "core/model/trace/trace_builder.h"

#include <optional>
#include <unordered_map>
#include <vector>

namespace kernline {

struct BoundFlows {
  std::vector<Flow> flows;  ///< sorted by (from, to)
  std::uint64_t dangling = 0;
  std::uint64_t firstDanglingOffset = UINT64_MAX;
};

/// Joins flow ends of one key in time order (Trace Event Format, "Flow events") and binds each to a span of `trace`,
/// whose spans must be in place. Ends must have the trace's own track numbers. `spanAt` finds the span whose event is
/// at an offset, for flows of version 2.
[[nodiscard]] BoundFlows bindFlows(const Trace& trace, std::vector<FlowEnd>&& ends,
                                   const std::unordered_map<std::uint64_t, SpanId>& spanAt);

/// The innermost span of `track` around `time`; a span that ends exactly then only if there is no other.
[[nodiscard]] SpanId spanAround(const Trace& trace, TrackId track, Time time);

/// The first span of `track` that starts at or after `time`, the outermost of equals.
[[nodiscard]] SpanId spanFrom(const Trace& trace, TrackId track, Time time);

/// The first moment from `from` on at which the innermost span of its row is this one, where an arrow binds to it;
/// nullopt if others cover it then.
[[nodiscard]] std::optional<Time> bindingTime(const Trace& trace, SpanId span, Time from);

}  // namespace kernline
