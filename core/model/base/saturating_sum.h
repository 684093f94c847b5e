// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/time.h"

#include <cstdint>
#include <limits>

namespace kernline {

/// a + b, or the greatest or least number there is: times in hostile files add up beyond 64 bits.
[[nodiscard]] constexpr std::int64_t saturatingSum(std::int64_t a, std::int64_t b) {
  std::int64_t sum = 0;
  if (__builtin_add_overflow(a, b, &sum)) {
    return a < 0 ? std::numeric_limits<std::int64_t>::min() : std::numeric_limits<std::int64_t>::max();
  }
  return sum;
}

[[nodiscard]] constexpr Duration saturatingSum(Duration a, Duration b) {
  return {saturatingSum(a.ns, b.ns)};
}

}  // namespace kernline
