// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/statistics/duration_histogram.h"

#include "core/model/base/parallel.h"

#include <algorithm>
#include <cmath>

namespace kernline {

namespace {

/// Returns the start of bucket `i` of `count`; may repeat, since times are whole.
Duration edge(Duration min, Duration end, HistogramScale scale, std::size_t i, std::size_t count) {
  const double share = static_cast<double>(i) / static_cast<double>(count);
  if (scale == HistogramScale::Linear) {
    return min + Duration{std::llround(static_cast<double>((end - min).ns) * share)};
  }
  const double low = std::log(static_cast<double>(std::max<std::int64_t>(min.ns, 1)));
  const double high = std::log(static_cast<double>(std::max<std::int64_t>(end.ns, 1)));
  return {std::llround(std::exp(low + (high - low) * share))};
}

}  // namespace

Duration NameDurations::percentile(double share) const {
  if (durations.empty()) {
    return {};
  }
  const double rank = std::ceil(share * static_cast<double>(durations.size()));
  return durations[static_cast<std::size_t>(std::clamp(rank, 1.0, static_cast<double>(durations.size()))) - 1];
}

NameDurations durationsOfName(const Trace& trace, StringId name, std::optional<SpanKind> kind, std::stop_token stop) {
  NameDurations found;
  const std::span<const StringId> names = trace.names();
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i % spansBetweenStops == 0 && stop.stop_requested()) {
      return {};
    }
    if (names[i] == name && (!kind || trace.kinds()[i] == *kind)) {
      found.spans.push_back(SpanId{static_cast<std::uint32_t>(i)});
      found.durations.push_back(trace.duration(found.spans.back()));
    }
  }
  std::ranges::sort(found.durations);
  return found;
}

std::vector<SpanId> lasting(const Trace& trace, std::span<const SpanId> spans, Duration min, Duration max) {
  std::vector<SpanId> found;
  std::ranges::copy_if(spans, std::back_inserter(found),
                       [&](SpanId span) { return trace.duration(span) >= min && trace.duration(span) <= max; });
  return found;
}

std::vector<HistogramBucket> histogram(std::span<const Duration> ascending, HistogramScale scale,
                                       std::size_t maxBuckets) {
  std::vector<HistogramBucket> buckets;
  if (ascending.empty() || maxBuckets == 0) {
    return buckets;
  }
  const Duration min = ascending.front();
  const Duration end = ascending.back() + Duration{1};
  Duration from = min;
  auto at = ascending.begin();
  for (std::size_t i = 1; i <= maxBuckets; ++i) {
    const Duration to = i == maxBuckets ? end : std::min(edge(min, end, scale, i, maxBuckets), end);
    if (to <= from) {
      continue;
    }
    const auto next = std::lower_bound(at, ascending.end(), to);
    buckets.push_back({from, to, static_cast<std::uint64_t>(next - at)});
    at = next;
    from = to;
  }
  return buckets;
}

}  // namespace kernline
