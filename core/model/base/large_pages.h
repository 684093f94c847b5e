// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

namespace kernline {

inline constexpr std::size_t largePage = std::size_t{1} << 21U;  ///< bytes

/// Asks the system for large pages for memory that begins at a multiple of `largePage`, where it has them.
void askForLargePages(void* memory, std::size_t bytes);

}  // namespace kernline
