// SPDX-License-Identifier: GPL-3.0-or-later
// This folder holds queries for views: visible spans, pyramids, density, arrows, search in names and args.
#pragma once

#include "core/analysis/query/busy_density.h"
#include "core/analysis/query/counter_pyramid.h"
#include "core/analysis/query/lane_pyramid.h"
#include "core/analysis/query/span_tone.h"
#include "core/model/trace/trace.h"

#include <cstdint>
#include <memory>
#include <span>
#include <stop_token>
#include <vector>

namespace kernline {

/// Data that a view needs in addition to the trace, so that a frame costs pixels, not events. Immutable, built by a
/// worker.
class QueryIndex {
 public:
  /// nullptr if stopped. About 50 ns on one thread and at most 8 bytes a span.
  [[nodiscard]] static std::shared_ptr<const QueryIndex> build(std::shared_ptr<const Trace> trace,
                                                               std::stop_token stop = {}, unsigned threads = 1);

  [[nodiscard]] const std::shared_ptr<const Trace>& trace() const { return m_trace; }
  [[nodiscard]] const SpanTones& tones() const { return m_tones; }
  [[nodiscard]] const LanePyramid& lane(LaneId l) const { return m_lanes[index(l)]; }
  [[nodiscard]] const CounterPyramid& counter(CounterId c) const { return m_counters[index(c)]; }
  /// Positions in `trace()->instants()` of those on a track, by time.
  [[nodiscard]] std::span<const std::uint32_t> instantsOf(TrackId track) const;
  /// One per device, or one per host process where there is no device, in display order.
  [[nodiscard]] std::span<const BusyDensity> activity() const { return m_activity; }
  [[nodiscard]] std::size_t byteSize() const;

 private:
  explicit QueryIndex(std::shared_ptr<const Trace> trace) : m_trace(std::move(trace)), m_tones(*m_trace) {}

  void indexLanes(unsigned threads, const std::stop_token& stop);
  void indexInstants();

  std::shared_ptr<const Trace> m_trace;
  SpanTones m_tones;
  std::vector<LanePyramid> m_lanes;
  std::vector<CounterPyramid> m_counters;
  std::vector<std::uint32_t> m_instants;       // sorted by (track, time)
  std::vector<std::uint32_t> m_firstInstants;  // indexed by track, one more than tracks
  std::vector<BusyDensity> m_activity;
};

}  // namespace kernline
