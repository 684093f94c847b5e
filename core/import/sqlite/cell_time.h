// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/time.h"

#include <algorithm>
#include <cstdint>

namespace kernline::sqlite {

/// Times beyond this many nanoseconds either way are clamped, so that sums of two never overflow.
inline constexpr std::int64_t maxTimeNs = std::int64_t{1} << 61;

[[nodiscard]] constexpr bool isBeyondTime(std::int64_t ns) {
  return ns < -maxTimeNs || ns > maxTimeNs;
}
[[nodiscard]] constexpr Time clampedTime(std::int64_t ns) {
  return {std::clamp(ns, -maxTimeNs, maxTimeNs)};
}

}  // namespace kernline::sqlite
