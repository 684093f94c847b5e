// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace kernline {

/// Numbers for the names of a digest, each name once, in the order in which they are requested; 0 is the empty one.
class DigestNames {
 public:
  /// Adds to `names`, which has the empty one and outlives it.
  explicit DigestNames(std::vector<std::string>& names) : m_names(names) { m_numbers.emplace(std::string(), 0); }

  std::uint32_t of(std::string_view name) {
    const auto [known, isNew] = m_numbers.emplace(std::string(name), static_cast<std::uint32_t>(m_names.size()));
    if (isNew) {
      m_names.emplace_back(name);
    }
    return known->second;
  }

 private:
  std::vector<std::string>& m_names;
  std::unordered_map<std::string, std::uint32_t> m_numbers;
};

}  // namespace kernline
