// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace kernline::parquet {

/// Fills `numbers` from what `appendDeltas` wrote. False where it is not that, or not as many.
[[nodiscard]] bool decodeDeltas(std::string_view bytes, std::span<std::int64_t> numbers);

}  // namespace kernline::parquet
