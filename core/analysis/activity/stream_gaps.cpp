// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/activity/stream_gaps.h"

#include "core/analysis/activity/device_rows.h"

#include <algorithm>
#include <optional>

namespace kernline {

namespace {

StreamGaps gapsOf(const Trace& trace, const DeviceRows& stream, const StreamGapOptions& options) {
  StreamGaps gaps;
  gaps.track = stream.tracks.front();
  std::optional<Time> ended;
  for (const SpanId span : workByStart(trace, stream)) {
    if (options.isCounted && !options.isCounted(span)) {
      continue;
    }
    if (ended) {
      const Duration gap{std::max<std::int64_t>((trace.start(span) - *ended).ns, 0)};
      const SpanId call = trace.launchOf(span);
      const bool isLate = call != SpanId::none && trace.start(call) > *ended;
      StreamGaps::Sum& sum = isLate ? gaps.hostWait : gap < options.kernelDelay ? gaps.kernelWait : gaps.other;
      ++sum.count;
      sum.total += gap;
    }
    ended = trace.end(span);
  }
  return gaps;
}

}  // namespace

std::vector<StreamGaps> streamGaps(const Trace& trace, const StreamGapOptions& options) {
  std::vector<StreamGaps> all;
  for (const DeviceRows& device : deviceRows(trace)) {
    for (const TrackId track : device.tracks) {
      DeviceRows stream;
      stream.tracks = {track};
      all.push_back(gapsOf(trace, stream, options));
    }
  }
  return all;
}

}  // namespace kernline
