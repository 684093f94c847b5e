// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"
#include "tests/support/trace_promise.h"

#include <cstdint>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace kernline::test {

/// A span as tests speak of it.
struct SpanFacts {
  std::string name;
  std::int64_t startNs = 0;
  std::int64_t durationNs = 0;
  std::uint32_t lane = 0;  ///< lane within its track

  auto operator<=>(const SpanFacts&) const = default;
};

std::ostream& operator<<(std::ostream& out, const SpanFacts& span);

/// The spans of one track, or of all tracks, by (start, lane, name).
[[nodiscard]] std::vector<SpanFacts> spansOf(const Trace& trace, TrackId track);
[[nodiscard]] std::vector<SpanFacts> allSpans(const Trace& trace);

/// The one span of that name; fails the running test unless there is exactly one.
[[nodiscard]] SpanId spanNamed(const Trace& trace, std::string_view name);
[[nodiscard]] std::vector<SpanId> spansNamed(const Trace& trace, std::string_view name);

/// The first track of (pid, tid) of that kind; `TrackId::none` if there is none.
[[nodiscard]] TrackId trackOf(const Trace& trace, std::string_view pid, std::string_view tid);
[[nodiscard]] std::string_view pidOf(const Trace& trace, TrackId track);

/// Whether a row holds a thread's spans as the file has them: no asynchronous row, no steps, no stack samples.
[[nodiscard]] bool isThreadRow(const Trace& trace, const Track& track);

/// Lane of a span within its track, 0 at the top.
[[nodiscard]] std::uint32_t laneWithin(const Trace& trace, SpanId span);

/// The samples of one series as (time in ns, value).
[[nodiscard]] std::vector<std::pair<std::int64_t, double>> samplesOf(const Trace& trace, std::string_view counter,
                                                                     std::string_view series);

}  // namespace kernline::test
