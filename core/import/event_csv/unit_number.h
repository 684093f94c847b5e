// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace kernline::csv {

/// The power of ten by which a unit of time exceeds a nanosecond: "ns" and "nsec" 0, "us" 3, "ms" 6, "s" and "sec" 9.
[[nodiscard]] std::optional<int> timeExponent(std::string_view unit);

/// Bytes of a unit of size, as nsys counts: "B", "byte", "KB" (1000), "KiB" (1024), "MB", "GB".
[[nodiscard]] std::optional<double> bytesOfUnit(std::string_view unit);

/// A time as integer nanoseconds from its digits, rounded half away from zero: "1.5" with an exponent of 6 is
/// 1,500,000. A cell may have a unit of its own ("1.5ms"), and commas between its digits. nullopt if it is no number or
/// beyond 2^61 ns.
[[nodiscard]] std::optional<std::int64_t> parseTime(std::string_view cell, int exponent);

}  // namespace kernline::csv
