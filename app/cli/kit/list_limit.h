// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kernline::cli {

/// Returns how many of `count` rows are printed; a `limit` of 0 is no limit.
[[nodiscard]] std::size_t limited(std::size_t count, std::size_t limit);

/// Returns for each row of a tree whether it is printed, if not all are: the heaviest. Rows come before those below
/// them, which are not heavier, so that none is printed without the rows above it.
[[nodiscard]] std::vector<bool> heaviest(std::span<const std::int64_t> weights, std::size_t limit);

/// Returns the line after a list that hides this many of its rows, and the option that shows them; empty where it hides
/// none.
[[nodiscard]] std::string cutNotice(std::size_t hidden, std::string_view option);

}  // namespace kernline::cli
