// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace kernline::ui {

/// Limits the memory that the program may hold while files are read, in bytes; 0 for three quarters of what is free by
/// then.
void setMemoryLimit(std::uint64_t bytes);
[[nodiscard]] std::uint64_t memoryLimit();
/// Returns the current limit, never 0.
[[nodiscard]] std::uint64_t memoryToUse();

}  // namespace kernline::ui
