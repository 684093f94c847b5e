// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/query/query_index.h"

#include "core/model/base/parallel.h"
#include "core/model/trace/block_spans.h"

#include <algorithm>
#include <functional>
#include <numeric>

namespace kernline {

namespace {

constexpr std::size_t minimapSlices = 4096;

/// The processes that have tracks, in display order; only devices if there are any.
std::vector<ProcessId> activeProcesses(const Trace& trace) {
  std::vector<ProcessId> all;
  for (const Track& track : trace.tracks()) {
    if (track.process != ProcessId::none && track.spanCount > 0 && track.kind != TrackKind::Bookkeeping &&
        !isMultiprocessor(trace, track) && std::ranges::find(all, track.process) == all.end()) {
      all.push_back(track.process);
    }
  }
  std::vector<ProcessId> devices;
  std::ranges::copy_if(all, std::back_inserter(devices), [&](ProcessId p) { return trace.process(p).device >= 0; });
  return devices.empty() ? all : devices;
}

}  // namespace

std::shared_ptr<const QueryIndex> QueryIndex::build(std::shared_ptr<const Trace> trace, std::stop_token stop,
                                                    unsigned threads) {
  std::shared_ptr<QueryIndex> built(new QueryIndex(std::move(trace)));
  const Trace& source = *built->m_trace;
  built->indexLanes(threads, stop);
  built->m_counters.reserve(source.counters().size());
  for (const Counter& counter : source.counters()) {
    built->m_counters.emplace_back(source.sampleValues(counter));
  }
  built->indexInstants();
  static_cast<void>(source.kernelNames());  // made here, before a window asks for them
  const std::vector<ProcessId> processes = activeProcesses(source);
  built->m_activity.resize(processes.size());
  parallelFor(threads, processes.size(), [&](std::size_t i) {
    if (!stop.stop_requested()) {
      built->m_activity[i] = busyDensity(source, processes[i], source.bounds(), minimapSlices);
    }
  });
  return stop.stop_requested() ? nullptr : built;
}

void QueryIndex::indexLanes(unsigned threads, const std::stop_token& stop) {
  const std::span<const Lane> lanes = m_trace->lanes();
  std::vector<std::uint32_t> longestFirst(lanes.size());
  std::iota(longestFirst.begin(), longestFirst.end(), 0U);
  std::ranges::sort(longestFirst, std::greater{}, [&](std::uint32_t lane) { return lanes[lane].spanCount; });
  m_lanes.resize(lanes.size());
  parallelFor(threads, lanes.size(), [&](std::size_t i) {
    if (!stop.stop_requested()) {
      m_lanes[longestFirst[i]] = LanePyramid(*m_trace, lanes[longestFirst[i]], m_tones);
    }
  });
}

void QueryIndex::indexInstants() {
  const std::span<const Instant> instants = m_trace->instants();
  m_firstInstants.assign(m_trace->tracks().size() + 1, 0);
  for (const Instant& instant : instants) {
    if (instant.track != TrackId::none) {
      ++m_firstInstants[index(instant.track) + 1];
    }
  }
  std::partial_sum(m_firstInstants.begin(), m_firstInstants.end(), m_firstInstants.begin());
  m_instants.resize(m_firstInstants.back());
  std::vector<std::uint32_t> next(m_firstInstants.begin(), m_firstInstants.end() - 1);
  for (std::uint32_t i = 0; i < instants.size(); ++i) {
    if (instants[i].track != TrackId::none) {
      m_instants[next[index(instants[i].track)]++] = i;
    }
  }
}

std::span<const std::uint32_t> QueryIndex::instantsOf(TrackId track) const {
  const std::size_t at = index(track);
  return std::span{m_instants}.subspan(m_firstInstants[at], m_firstInstants[at + 1] - m_firstInstants[at]);
}

std::size_t QueryIndex::byteSize() const {
  std::size_t bytes = (m_instants.capacity() + m_firstInstants.capacity()) * sizeof(std::uint32_t);
  for (const LanePyramid& lane : m_lanes) {
    bytes += lane.byteSize();
  }
  for (const CounterPyramid& counter : m_counters) {
    bytes += counter.byteSize();
  }
  for (const BusyDensity& density : m_activity) {
    bytes += density.shares.capacity() * sizeof(float);
  }
  return bytes;
}

}  // namespace kernline
