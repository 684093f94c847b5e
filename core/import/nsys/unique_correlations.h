// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <unordered_map>
#include <utility>

namespace kernline::nsys {

/// Correlation ids are unique within a process only; this makes them unique over all. Note all ids first, then ask.
class UniqueCorrelations {
 public:
  void note(std::uint64_t host, std::uint32_t id) { m_first[host] = std::max(m_first[host], std::uint64_t{id}); }

  /// Gives every process a range of numbers of its own; where those do not fit 32 bits, each id a new number.
  void number() {
    std::uint64_t next = 0;
    for (auto& [host, first] : m_first) {
      const std::uint64_t largest = first;
      first = next;
      next += largest;
    }
    m_fits = next < UINT32_MAX;
  }

  [[nodiscard]] std::uint32_t operator()(std::uint64_t host, std::uint32_t id) {
    if (id == 0) {
      return 0;
    }
    if (m_fits) {
      return static_cast<std::uint32_t>(m_first[host] + id);
    }
    return m_numbers[host].try_emplace(id, ++m_last).first->second;
  }

 private:
  std::map<std::uint64_t, std::uint64_t> m_first;  // largest id and the number before its first, keyed by host
  std::map<std::uint64_t, std::unordered_map<std::uint32_t, std::uint32_t>> m_numbers;
  std::uint32_t m_last = 0;
  bool m_fits = true;
};

}  // namespace kernline::nsys
