// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/steps/named_ranges.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace kernline {

void keepDisjoint(std::vector<TimeRange>& ranges) {
  std::ranges::sort(ranges, {}, &TimeRange::begin);
  std::vector<TimeRange> kept;
  for (const TimeRange range : ranges) {
    if (!range.isEmpty() && (kept.empty() || range.begin >= kept.back().end)) {
      kept.push_back(range);
    }
  }
  ranges = std::move(kept);
}

std::vector<TimeRange> rangesNamed(const Trace& trace, std::string_view name) {
  std::vector<TimeRange> ranges;
  for (const Track& track : trace.tracks()) {
    for (std::uint32_t i = track.firstSpan; i < track.firstSpan + track.spanCount; ++i) {
      if (trace.nameText(SpanId{i}) == name) {
        ranges.push_back(trace.range(SpanId{i}));
      }
    }
    if (!ranges.empty()) {
      break;
    }
  }
  keepDisjoint(ranges);
  return ranges;
}

}  // namespace kernline
