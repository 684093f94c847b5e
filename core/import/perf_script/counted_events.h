// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/perf_script/sample_text.h"
#include "core/import/samples/weight_tree.h"
#include "core/model/trace/trace_builder.h"

#include <cstdint>
#include <map>
#include <span>
#include <string_view>
#include <utility>

namespace kernline::perf {

/// Samples of events that are no time: page faults, cache misses, tracepoints. Each is an instant on the row of its
/// thread and adds to a counter of its process. Without samples by time, stacks are as wide as their counts.
class CountedEvents {
 public:
  [[nodiscard]] bool isEmpty() const { return m_events.empty(); }
  /// `stack` from the root to the leaf, which is called `leaf`.
  void add(TraceBuilder& builder, ProcessId process, TrackId track, const SampleText& sample,
           std::span<const std::uint32_t> stack, StringId leaf);
  /// A row for each event, from the first sample on.
  void drawTrees(TraceBuilder& builder, std::span<const samples::Frame> frames);

 private:
  struct Count {
    CounterId counter = CounterId::none;
    double sum = 0;
  };
  struct Event {
    samples::WeightTree tree;
    std::map<ProcessId, Count> counts;
  };

  std::map<std::string_view, Event> m_events;
  Time m_first{INT64_MAX};
};

}  // namespace kernline::perf
