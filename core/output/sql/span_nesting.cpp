// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/sql/span_nesting.h"

#include "core/model/base/merge_runs.h"
#include "core/model/base/parallel.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace kernline::sql {

namespace {

/// A track of one lane has nothing inside anything, so it keeps what `of` filled in.
void nestTrack(const Trace& trace, const Track& track, SpanNesting& nesting) {
  if (track.laneCount < 2) {
    return;
  }
  // Spans by lane, so what contains one comes before it.
  std::vector<SpanId> parents(track.spanCount, SpanId::none);
  for (std::uint32_t i = 0; i < track.spanCount; ++i) {
    const SpanId span{track.firstSpan + i};
    parents[i] = trace.parent(span);
    if (parents[i] != SpanId::none) {
      nesting.depths[index(span)] = nesting.depths[index(parents[i])] + 1;
    }
  }
  std::vector<std::uint32_t> byStart(track.spanCount);
  std::iota(byStart.begin(), byStart.end(), 0U);
  mergeRuns(byStart, [starts = trace.starts().subspan(track.firstSpan)](std::uint32_t i) { return starts[i]; });
  std::vector<Time> coveredUntil(track.spanCount, Time{std::numeric_limits<std::int64_t>::min()});
  for (const std::uint32_t i : byStart) {
    if (parents[i] == SpanId::none) {
      continue;
    }
    const TimeRange range = trace.range(SpanId{track.firstSpan + i});
    Time& covered = coveredUntil[index(parents[i]) - track.firstSpan];
    const TimeRange uncovered{std::max(range.begin, covered), range.end};
    if (!uncovered.isEmpty()) {
      Duration& self = nesting.selfTimes[index(parents[i])];
      self = self - uncovered.length();
      covered = range.end;
    }
  }
}

}  // namespace

SpanNesting SpanNesting::of(const Trace& trace) {
  SpanNesting nesting;
  nesting.depths.assign(trace.spanCount(), 0);
  nesting.selfTimes.assign(trace.durations().begin(), trace.durations().end());
  std::vector<Track> tracks(trace.tracks().begin(), trace.tracks().end());
  std::ranges::sort(tracks, std::greater{}, &Track::spanCount);
  parallelFor(defaultThreads(), tracks.size(), [&](std::size_t t) { nestTrack(trace, tracks[t], nesting); });
  return nesting;
}

}  // namespace kernline::sql
