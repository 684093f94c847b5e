// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"

#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <vector>

namespace kernline {

/// The most spans that are stored of each kind of issue, to go to.
inline constexpr std::size_t maxExamples = 256;

/// The first spans of something that is counted, by span number.
struct Examples {
  std::uint64_t count = 0;
  std::vector<SpanId> spans;

  void add(SpanId span) {
    ++count;
    if (spans.size() < maxExamples) {
      spans.push_back(span);
    }
  }
};

/// Spans selected by their flags, kinds and durations.
struct FlaggedSpans {
  Examples overlapping;
  Examples graphReplay;
  Examples atZero;
  Examples unfinished;
  Examples repaired;
  Examples kernelsOfNoLength;
  Examples withoutLaunch;  ///< device activity
  std::uint64_t work = 0;  ///< device activities
};

/// One pass over the spans, one over the launches.
[[nodiscard]] FlaggedSpans flaggedSpans(const Trace& trace);

/// Device activity that has not ended when later activity of its own stream begins.
[[nodiscard]] Examples overlappingActivities(const Trace& trace);

/// Calls that launch kernels or graphs in a trace without any device activity; none in any other.
[[nodiscard]] Examples launchesWithoutActivity(const Trace& trace);

/// Device activity by when it started relative to its launch call.
struct EarlyActivities {
  Examples beforeCall;
  Examples beforeReturn;  ///< kernels that start after their call did and before it returned
};

[[nodiscard]] EarlyActivities earlyActivities(const Trace& trace);

/// The steps during which no device of their rank worked; none if no device was recorded.
[[nodiscard]] Examples stepsWithoutActivity(const Trace& trace, const std::stop_token& stop);

}  // namespace kernline
