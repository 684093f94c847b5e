// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/events/event.h"

#include <cstdint>
#include <string_view>

namespace kernline::chrome {

/// Times beyond this many nanoseconds either way are clamped to it, so that sums of two never overflow.
inline constexpr std::int64_t maxTimeNs = std::int64_t{1} << 61;

struct ParsedTime {
  NumberState state = NumberState::Bad;  ///< never Absent
  std::int64_t ns = 0;
};

/// A decimal number of microseconds ("4380505564592.396", "-3", "1.5e6") as nanoseconds, from its digits: exact to
/// the nanosecond, further digits rounded half away from zero. Bad if `text` is anything but one number.
[[nodiscard]] ParsedTime parseMicroseconds(std::string_view text);

/// A JSON number, or a word like "nan", as a double; false if it is no number or not finite.
[[nodiscard]] bool parseDouble(std::string_view text, double& value);

}  // namespace kernline::chrome
