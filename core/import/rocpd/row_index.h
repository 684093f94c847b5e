// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace kernline::rocpd {

/// Finds the rows of a table that belong to another row (the args of an event), without an index of the file.
/// Rows that follow one another share an entry.
class RowIndex {
 public:
  void add(std::int64_t key, std::int64_t row) {
    if (!m_runs.empty() && m_runs.back().key == key && m_runs.back().row + m_runs.back().count == row) {
      ++m_runs.back().count;
    } else {
      m_runs.push_back({key, row, 1});
    }
  }
  /// Call before any look-up.
  void finish() {
    if (!std::ranges::is_sorted(m_runs, {}, &Run::key)) {
      std::ranges::stable_sort(m_runs, {}, &Run::key);
    }
    m_runs.shrink_to_fit();
  }

  /// Returns the rows of a key, at most the first thousand.
  [[nodiscard]] std::vector<std::int64_t> rowsOf(std::int64_t key) const {
    constexpr std::size_t maxRows = 1000;
    std::vector<std::int64_t> rows;
    for (const Run& run : std::ranges::equal_range(m_runs, key, {}, &Run::key)) {
      for (std::int64_t i = 0; i < run.count && rows.size() < maxRows; ++i) {
        rows.push_back(run.row + i);
      }
    }
    return rows;
  }

 private:
  struct Run {
    std::int64_t key = 0;
    std::int64_t row = 0;
    std::int64_t count = 0;
  };
  std::vector<Run> m_runs;
};

}  // namespace kernline::rocpd
