// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string_view>

namespace kernline::logs {

/// The length of a time, with a date or without, with fractions and zone, that `text` begins with; 0 if it begins with
/// none.
[[nodiscard]] std::size_t timestampLength(std::string_view text);

}  // namespace kernline::logs
