// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/sql/span_nesting.h"

#include "core/model/base/merge_runs.h"
#include "core/model/base/parallel.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <span>

namespace kernline::sql {

namespace {

/// Goes through a track by start, and so over each span with what contains it at hand: the last one that began on a
/// lane above. Within a track spans are numbered from 0.
class TrackNesting {
 public:
  TrackNesting(const Trace& trace, const Track& track, SpanNesting& nesting)
      : m_starts(trace.starts().subspan(track.firstSpan, track.spanCount)),
        m_durations(trace.durations().subspan(track.firstSpan, track.spanCount)),
        m_depths(std::span(nesting.depths).subspan(track.firstSpan, track.spanCount)),
        m_selfTimes(std::span(nesting.selfTimes).subspan(track.firstSpan, track.spanCount)),
        m_lasts(track.laneCount, Last{.span = none, .end = {}, .coveredUntil = {}}) {
    m_lanes.reserve(track.spanCount);
    for (std::uint32_t lane = 0; lane < track.laneCount; ++lane) {
      m_lanes.resize(m_lanes.size() + trace.lane(LaneId{track.firstLane + lane}).spanCount, lane);
    }
  }

  void nest() {
    std::vector<std::uint32_t> byStart(m_starts.size());
    std::iota(byStart.begin(), byStart.end(), 0U);
    mergeRuns(byStart, [&](std::uint32_t span) { return m_starts[span]; });  // lanes above before those below
    for (const std::uint32_t span : byStart) {
      place(span);
    }
  }

 private:
  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
  struct Last {
    std::uint32_t span;
    Time end;
    Time coveredUntil;  ///< end of the spans directly inside
  };

  void place(std::uint32_t span) {
    const Time begin = m_starts[span];
    const Time end = begin + m_durations[span];
    const std::uint32_t own = m_lanes[span];
    for (std::uint32_t lane = own; lane > 0; --lane) {
      Last& above = m_lasts[lane - 1];
      if (above.span != none && above.end >= end && above.end > begin) {
        m_depths[span] = m_depths[above.span] + 1;
        const Time uncovered = std::max(begin, above.coveredUntil);
        if (uncovered < end) {
          m_selfTimes[above.span] = m_selfTimes[above.span] - (end - uncovered);
          above.coveredUntil = end;
        }
        break;
      }
    }
    m_lasts[own] = {.span = span, .end = end, .coveredUntil = begin};
  }

  std::span<const Time> m_starts;
  std::span<const Duration> m_durations;
  std::span<std::uint32_t> m_depths;
  std::span<Duration> m_selfTimes;
  std::vector<Last> m_lasts;           // indexed by lane
  std::vector<std::uint32_t> m_lanes;  // indexed by span
};

}  // namespace

SpanNesting SpanNesting::of(const Trace& trace) {
  SpanNesting nesting;
  nesting.depths.assign(trace.spanCount(), 0);
  nesting.selfTimes.assign(trace.durations().begin(), trace.durations().end());
  std::vector<Track> tracks(trace.tracks().begin(), trace.tracks().end());
  std::ranges::sort(tracks, std::greater{}, &Track::spanCount);
  parallelFor(defaultThreads(), tracks.size(), [&](std::size_t t) {
    if (tracks[t].laneCount > 1) {  // no span of a single lane is inside of another, as initialized
      TrackNesting(trace, tracks[t], nesting).nest();
    }
  });
  return nesting;
}

}  // namespace kernline::sql
