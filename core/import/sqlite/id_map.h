// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

namespace kernline::sqlite {

/// Things by the ids that rows give them: a list where ids are small, as databases count them, a hash map where not.
/// The first one of an id counts. As large as what was put into it, whatever the ids are.
template <typename T>
class IdMap {
 public:
  void put(std::int64_t id, T thing) {
    const auto place = static_cast<std::uint32_t>(m_values.size());
    constexpr std::int64_t densestIds = std::int64_t{1} << 26;
    const std::int64_t reach = static_cast<std::int64_t>(m_values.size()) * 8 + 4096;
    if (id >= 0 && id < densestIds && id < reach) {
      if (static_cast<std::size_t>(id) >= m_dense.size()) {
        m_dense.resize(static_cast<std::size_t>(id) + 1, none);
      }
      if (m_dense[static_cast<std::size_t>(id)] != none) {
        return;
      }
      m_dense[static_cast<std::size_t>(id)] = place;
    } else if (!m_sparse.emplace(id, place).second) {
      return;
    }
    m_values.push_back(std::move(thing));
  }

  /// nullptr where there is none.
  [[nodiscard]] const T* find(std::int64_t id) const {
    const std::uint32_t place = placeOf(id);
    return place == none ? nullptr : &m_values[place];
  }
  [[nodiscard]] T* find(std::int64_t id) {
    const std::uint32_t place = placeOf(id);
    return place == none ? nullptr : &m_values[place];
  }
  /// Its number in `things`, which stays the same; `none` where there is none.
  [[nodiscard]] std::uint32_t placeOf(std::int64_t id) const {
    if (id >= 0 && static_cast<std::size_t>(id) < m_dense.size() && m_dense[static_cast<std::size_t>(id)] != none) {
      return m_dense[static_cast<std::size_t>(id)];
    }
    const auto at = m_sparse.find(id);
    return at == m_sparse.end() ? none : at->second;
  }
  /// Returns the values in the order in which they came.
  [[nodiscard]] const std::vector<T>& values() const { return m_values; }
  [[nodiscard]] std::vector<T>& values() { return m_values; }

  static constexpr std::uint32_t none = UINT32_MAX;

 private:
  std::vector<T> m_values;
  std::vector<std::uint32_t> m_dense;
  std::unordered_map<std::int64_t, std::uint32_t> m_sparse;
};

}  // namespace kernline::sqlite
