// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

namespace kernline {

/// Caches what is computed of names, once for each name.
template <typename Fact>
class NameCache {
 public:
  /// Returns the cached fact of `name`, or what `compute()` returns.
  template <typename Compute>
  Fact of(StringId name, const Compute& compute) {
    const auto number = static_cast<std::size_t>(name);
    m_facts.resize(std::max(m_facts.size(), number + 1));
    if (!m_facts[number]) {
      m_facts[number] = compute();
    }
    return *m_facts[number];
  }

 private:
  std::vector<std::optional<Fact>> m_facts;
};

}  // namespace kernline
