// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string_view>

namespace kernline {

/// Returns the Levenshtein distance between `a` and `b`, without regard to case.
[[nodiscard]] std::size_t editDistance(std::string_view a, std::string_view b);

}  // namespace kernline
