// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace kernline::cli {

/// How many of `count` rows are printed; a `limit` of 0 is none.
[[nodiscard]] std::size_t limited(std::size_t count, std::size_t limit);

/// The line behind a list that hides so many of its rows, and the option that shows them; empty where it hides none.
[[nodiscard]] std::string cutNotice(std::size_t hidden, std::string_view option);

}  // namespace kernline::cli
