// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

namespace kernline::ui {

struct QueryExample {
  const char* title;
  const char* sentence;  ///< question that it answers
  const char* query;
};

[[nodiscard]] std::span<const QueryExample> queryExamples();

}  // namespace kernline::ui
