// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>

namespace kernline {

/// The one in the middle; the mean of the two middle values of an even count, rounded up at a half. Puts `values`,
/// which are not none, in another order.
[[nodiscard]] std::int64_t medianOf(std::span<std::int64_t> values);

}  // namespace kernline
