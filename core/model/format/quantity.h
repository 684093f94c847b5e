// SPDX-License-Identifier: GPL-3.0-or-later
// This folder holds text for times, bytes and ranges; cells of CSV, Markdown and HTML.
#pragma once

#include "core/model/base/time.h"

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>

namespace kernline {

enum class TimeUnit : std::uint8_t { Nanoseconds, Microseconds, Milliseconds, Seconds };

/// "ns", "µs", "ms", "s".
[[nodiscard]] const char* symbol(TimeUnit unit);

/// The largest unit in which `duration` is at least 1; nanoseconds for 0.
[[nodiscard]] TimeUnit fittingUnit(Duration duration);

/// "843 ns", "12.34 µs", "1.235 ms", "3723 s": four significant digits, whole nanoseconds as they are.
[[nodiscard]] std::string formatDuration(Duration duration);
/// "843 ns", "12.340 µs", "1.234567 ms": in the same unit, to the nanosecond.
[[nodiscard]] std::string formatExactDuration(Duration duration);
/// Formats in a fixed unit, e.g. for a column: "0.01234"; the caller writes the unit's symbol.
[[nodiscard]] std::string formatDuration(Duration duration, TimeUnit unit, int decimals);

/// "512 B", "1.50 KiB", "139.8 GiB": four significant digits at most, in the units of byte_units.h.
[[nodiscard]] std::string formatBytes(std::int64_t bytes);
/// "3.850 TB/s": powers of 1000, as vendors and papers count bandwidth. "–" if not finite.
[[nodiscard]] std::string formatByteRate(double bytesPerSecond);
/// "772.0 TFLOP/s". "–" if not finite.
[[nodiscard]] std::string formatFlopRate(double flopsPerSecond);
/// "2 953 595", in groups of three with narrow no-break spaces (U+202F); "9999" stays in one.
[[nodiscard]] std::string formatCount(std::int64_t count);
template <std::integral Integer>
[[nodiscard]] std::string formatCount(Integer count) {
  return formatCount(static_cast<std::int64_t>(count));
}
/// "1 span", "2 953 595 spans": `noun` is the singular of one whose plural ends in s.
[[nodiscard]] std::string counted(std::uint64_t number, std::string_view noun);
/// "12.3 %" of a share from 0 to 1; "<0.1 %" for what is not quite zero.
[[nodiscard]] std::string formatShare(double share);

}  // namespace kernline
