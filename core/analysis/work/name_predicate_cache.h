// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

namespace kernline {

/// Caches a predicate of names, computed once for each name.
class NamePredicateCache {
 public:
  template <typename Ask>
  bool of(StringId name, const Ask& ask) {
    const auto number = static_cast<std::size_t>(name);
    m_answers.resize(std::max(m_answers.size(), number + 1));
    if (!m_answers[number]) {
      m_answers[number] = ask();
    }
    return *m_answers[number];
  }

 private:
  std::vector<std::optional<bool>> m_answers;
};

}  // namespace kernline
