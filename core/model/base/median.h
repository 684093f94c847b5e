// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>

namespace kernline {

// All of them reorder `values`.

/// The value in the middle of at least one; of an even count the mean of the two in the middle, of integers rounded up
/// at a half.
[[nodiscard]] std::int64_t medianOf(std::span<std::int64_t> values);
[[nodiscard]] double medianOf(std::span<double> values);

/// The value in the middle; of an even count the lower of the two: a value that was measured, as clocks need
/// it. 0 of none.
[[nodiscard]] std::int64_t lowerMedianOf(std::span<std::int64_t> values);

/// The lower median of the distances of `values` from `center`; leaves the distances in `values`.
[[nodiscard]] std::int64_t medianDistance(std::span<std::int64_t> values, std::int64_t center);

}  // namespace kernline
