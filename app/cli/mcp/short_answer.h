// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/kit/json_document.h"

#include <cstddef>

namespace kernline::cli::mcp {

/// How much of an answer somebody wants to read.
struct AnswerSize {
  std::size_t rows = 20;            ///< of each list
  std::size_t characters = 12'000;  ///< of the whole
};

/// An answer of a command, cut to that size: lists to their first elements, the longest lists further than the others;
/// long texts in their middle; numbers with a fraction to six digits. What was left out stands in front: `truncated`,
/// and `left_out` with a list's name, how many of its elements are shown and how many there are.
/// Nothing but these two where even without lists the answer is too long.
[[nodiscard]] Json shortAnswer(const Json& whole, AnswerSize size);

}  // namespace kernline::cli::mcp
