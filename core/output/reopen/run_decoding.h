// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace kernline::parquet {

/// Fills `numbers`, of `bits` bits each, from what `appendRuns` wrote. False where there are not as many.
[[nodiscard]] bool decodeRuns(std::string_view bytes, unsigned bits, std::span<std::uint32_t> numbers);

}  // namespace kernline::parquet
