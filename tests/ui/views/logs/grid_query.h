// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/logs/log_grid.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

namespace kernline::ui {

/// The numbers of all rows.
inline std::vector<std::uint32_t> allRows(const LogGrid& grid) {
  std::vector<std::uint32_t> rows(grid.rows.size());
  std::iota(rows.begin(), rows.end(), 0U);
  return rows;
}

/// Fails the running test if there is none.
inline std::size_t columnNamed(const LogGrid& grid, const char* title) {
  for (std::size_t c = 0; c < grid.columns.size(); ++c) {
    if (grid.columns[c].title == QString::fromUtf8(title)) {
      return c;
    }
  }
  ADD_FAILURE() << "no column " << title;
  return 0;
}

}  // namespace kernline::ui
