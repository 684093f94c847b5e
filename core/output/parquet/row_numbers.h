// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

namespace kernline::parquet {

/// Numbers of rows, growing: some, or all from 0 on, which take no memory.
class RowNumbers {
 public:
  [[nodiscard]] static RowNumbers upTo(std::size_t count) {
    RowNumbers all{{}};
    all.m_count = count;
    all.m_areAll = true;
    return all;
  }
  explicit RowNumbers(std::vector<std::uint32_t> some) : m_some(std::move(some)), m_count(m_some.size()) {}

  [[nodiscard]] std::size_t size() const { return m_count; }
  [[nodiscard]] bool areAll() const { return m_areAll; }  ///< whether it holds all numbers from 0

  /// `count` of them from the `first` on, in `room` where they lie nowhere else.
  [[nodiscard]] std::span<const std::uint32_t> part(std::size_t first, std::size_t count,
                                                    std::vector<std::uint32_t>& room) const {
    if (!m_areAll) {
      return std::span(m_some).subspan(first, count);
    }
    room.resize(count);
    std::iota(room.begin(), room.end(), static_cast<std::uint32_t>(first));
    return room;
  }

 private:
  std::vector<std::uint32_t> m_some;
  std::size_t m_count;
  bool m_areAll = false;
};

}  // namespace kernline::parquet
