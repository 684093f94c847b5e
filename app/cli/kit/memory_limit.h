// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace kernline::cli {

/// Ends the program in one sentence, with what is unfinished removed, where the system gives no more memory.
void endWhereMemoryEnds();

/// Ends it the same way when it holds this many bytes, until the program ends; 0 for `usualMemoryCeiling`.
void limitMemory(std::uint64_t bytes);

/// Keeps both from ending the program: if the system gives no more memory, std::bad_alloc is thrown, and users of
/// `memoryCeiling` keep the limit. Meant for a program that answers more than one question.
void outliveEndOfMemory();

/// Returns the limit that was set, or the default.
[[nodiscard]] std::uint64_t memoryCeiling();

}  // namespace kernline::cli
