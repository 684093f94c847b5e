// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/kit/json_document.h"

#include <cstddef>
#include <span>
#include <string_view>

namespace kernline::cli::mcp {

/// The limits on the size of an answer.
struct AnswerSize {
  std::size_t rows = 20;            ///< rows of each list
  std::size_t characters = 12'000;  ///< characters of the whole answer
};

struct AnswerShape {
  std::span<const std::string_view> first = {};  ///< members that come first; their lists are cut last
  bool hasShortNames = true;                     ///< long names of kernels as `shortKernelName` has them
};

/// An answer of a command, cut to that size: lists to their first elements, the longest lists further than the others,
/// none to zero elements as long as another one has more than one; long texts in their middle; numbers with a
/// fraction to six digits. The verdict comes first and whole, if there is one. Then cuts are listed:
/// `truncated`, and `left_out` with a list's name, how many of its elements are shown and how many there are. If an
/// object has a `title` next to its `name`, that is its name. Only these members if even without lists the answer is
/// too long.
[[nodiscard]] Json shortAnswer(Json whole, AnswerSize size, const AnswerShape& shape);

}  // namespace kernline::cli::mcp
