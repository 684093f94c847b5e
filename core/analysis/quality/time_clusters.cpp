// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/quality/time_clusters.h"

#include <algorithm>

namespace kernline {

namespace {

constexpr std::int64_t hourNs = 3'600'000'000'000;
constexpr std::int64_t timesTheirLength = 100;

/// Clusters with an hour or more between each two.
std::vector<TimeCluster> clustersByHours(const Trace& trace, std::vector<SpanId> spans) {
  std::ranges::sort(spans, {}, [&](SpanId span) { return trace.start(span); });
  std::vector<TimeCluster> clusters;
  for (const SpanId span : spans) {
    const TimeRange range = trace.range(span);
    if (clusters.empty() || (range.begin - clusters.back().range.end).ns > hourNs) {
      clusters.push_back({.range = range, .spans = 0, .first = span});
    }
    clusters.back().range = clusters.back().range.unitedWith(range);
    ++clusters.back().spans;
  }
  return clusters;
}

bool isRecorded(const Trace& trace, const Track& track, SpanId span) {
  return track.kind != TrackKind::Bookkeeping && !has(trace.flags(span), SpanFlags::OutsideBounds);
}

}  // namespace

std::vector<TimeCluster> timeClusters(const Trace& trace) {
  if (trace.bounds().length().ns <= hourNs) {
    return {};
  }
  std::vector<SpanId> spans;
  for (const Track& track : trace.tracks()) {
    for (std::uint32_t i = track.firstSpan; i < track.firstSpan + track.spanCount; ++i) {
      if (isRecorded(trace, track, SpanId{i})) {
        spans.push_back(SpanId{i});
      }
    }
  }
  std::vector<TimeCluster> clusters = clustersByHours(trace, std::move(spans));
  std::int64_t longest = 0;
  for (const TimeCluster& cluster : clusters) {
    longest = std::max(longest, cluster.range.length().ns);
  }
  for (std::size_t i = 1; i < clusters.size();) {
    if ((clusters[i].range.begin - clusters[i - 1].range.end).ns / timesTheirLength >= longest) {
      ++i;
      continue;
    }
    clusters[i - 1].range = clusters[i - 1].range.unitedWith(clusters[i].range);
    clusters[i - 1].spans += clusters[i].spans;
    clusters.erase(clusters.begin() + static_cast<std::ptrdiff_t>(i));
  }
  return clusters.size() > 1 ? clusters : std::vector<TimeCluster>();
}

}  // namespace kernline
