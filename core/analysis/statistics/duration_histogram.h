// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/time.h"
#include "core/model/trace/trace.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

namespace kernline {

/// The spans of one name and how long they last.
struct NameDurations {
  std::vector<SpanId> spans;        ///< ascending, which is by track, lane and start
  std::vector<Duration> durations;  ///< ascending

  /// The duration that a share of all does not exceed (nearest rank). `share` above 0 to 1; zero without any span.
  [[nodiscard]] Duration percentile(double share) const;
};

/// All spans with this name on any track; with `kind`, only those of that kind: an annotation on the host and its
/// shadow on the device share only a name. One pass over the names and a sort of what was found. Empty if stopped.
[[nodiscard]] NameDurations durationsOfName(const Trace& trace, StringId name, std::optional<SpanKind> kind = {},
                                            std::stop_token stop = {});

/// Returns those of `spans` that last from `min` to `max`, both inclusive.
[[nodiscard]] std::vector<SpanId> lasting(const Trace& trace, std::span<const SpanId> spans, Duration min,
                                          Duration max);

enum class HistogramScale : std::uint8_t { Linear, Logarithmic };

struct HistogramBucket {
  Duration from;  ///< counted in
  Duration to;    ///< not counted in
  std::uint64_t count = 0;
};

/// Counts the durations in each of at most `maxBuckets` buckets, equally wide on the scale and without gaps from
/// the least duration to the greatest. No bucket is narrower than a nanosecond. Empty without any duration.
[[nodiscard]] std::vector<HistogramBucket> histogram(std::span<const Duration> ascending, HistogramScale scale,
                                                     std::size_t maxBuckets);

}  // namespace kernline
