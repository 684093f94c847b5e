// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/error.h"
#include "core/model/base/time.h"

#include <string>
#include <string_view>

namespace kernline {

/// Reads "A..B", the half-open range [A, B) of a trace with these `bounds`. An end is an integer of nanoseconds or a
/// decimal with ns, us, µs, ms, s, min, counted from the trace's start; with a leading '@' it is on the trace's own
/// clock, as JSON output gives times. An end left out is the trace's own. Plain integers that lie beyond the trace's
/// length but within its clock are taken as being on that clock.
/// Errors: no "..", no number, an unknown unit, an end before the begin, beyond 64 bits.
[[nodiscard]] Expected<TimeRange> parseTimeRange(std::string_view text, TimeRange bounds);

/// "1.5ms", "2s", "300" (ns): a length of time, not negative. Errors: no number, an unknown unit, beyond 64 bits.
[[nodiscard]] Expected<Duration> parseDuration(std::string_view text);

/// "@1200..@3000": what is read as `range`, whatever the bounds are.
[[nodiscard]] std::string exactRangeText(TimeRange range);

}  // namespace kernline
