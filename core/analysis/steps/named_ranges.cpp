// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/steps/named_ranges.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace kernline {

namespace {

/// Whether one that begins in the other ends behind it, and each is mostly alone.
bool followsOn(TimeRange before, TimeRange next) {
  const Duration shared = std::min(before.end, next.end) - next.begin;
  return shared.ns < std::min(before.length(), next.length()).ns / 2;
}

}  // namespace

void keepDisjoint(std::vector<TimeRange>& ranges) {
  std::erase_if(ranges, [](TimeRange range) { return range.isEmpty(); });
  std::ranges::sort(ranges,
                    [](TimeRange a, TimeRange b) { return a.begin == b.begin ? b.end < a.end : a.begin < b.begin; });
  std::vector<TimeRange> kept;
  for (const TimeRange range : ranges) {
    if (!kept.empty() && range.begin < kept.back().end) {
      if (!followsOn(kept.back(), range)) {
        continue;
      }
      kept.back().end = range.begin;
    }
    kept.push_back(range);
  }
  ranges = std::move(kept);
}

TrackId firstTrackWith(const Trace& trace, std::string_view name) {
  for (std::uint32_t t = 0; t < trace.tracks().size(); ++t) {
    const Track& track = trace.tracks()[t];
    for (std::uint32_t i = track.firstSpan; i < track.firstSpan + track.spanCount; ++i) {
      if (trace.nameText(SpanId{i}) == name) {
        return TrackId{t};
      }
    }
  }
  return TrackId::none;
}

std::vector<TimeRange> rangesNamed(const Trace& trace, std::string_view name) {
  const TrackId first = firstTrackWith(trace, name);
  std::vector<TimeRange> ranges;
  if (first == TrackId::none) {
    return ranges;
  }
  const Track& track = trace.track(first);
  for (std::uint32_t i = track.firstSpan; i < track.firstSpan + track.spanCount; ++i) {
    if (trace.nameText(SpanId{i}) == name) {
      ranges.push_back(trace.range(SpanId{i}));
    }
  }
  keepDisjoint(ranges);
  return ranges;
}

}  // namespace kernline
