// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"

#include <cstdint>
#include <vector>

namespace kernline {

/// Spans that lie together in time, with no span for very long before and after them.
struct TimeCluster {
  TimeRange range;
  std::uint64_t spans = 0;
  SpanId first = SpanId::none;  ///< first span by start
};

/// The clusters of a trace by time, where it has several: more than an hour apart, and more than a hundred times as far
/// as all of them are long. Two recordings were merged then, or some times are wrong. Empty for all other traces, at
/// once where they are short.
[[nodiscard]] std::vector<TimeCluster> timeClusters(const Trace& trace);

}  // namespace kernline
