// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/memory/memory_history.h"
#include "ui/kit/tables/table_rows.h"

#include <QCoreApplication>

#include <cstdint>
#include <memory>
#include <vector>

namespace kernline::ui {

/// Single blocks of a device: their size, their time, and their origin.
struct BlocksTable {
  Q_DECLARE_TR_FUNCTIONS(kernline::ui::BlocksTable)

 public:
  enum Column { Bytes, Made, Freed, Lived, Op, Place };
  static constexpr std::size_t maxRows = 100'000;  // the largest

  std::shared_ptr<const MemoryHistory> history;
  std::size_t device = 0;
  std::vector<std::uint32_t> blocks;  ///< largest first, at most `maxRows`

  [[nodiscard]] const MemoryBlock& at(std::size_t row) const { return history->devices[device].blocks[blocks[row]]; }
  /// Returns rows for the table, by their numbers in `blocks`.
  [[nodiscard]] static TableRows rows(const std::shared_ptr<const BlocksTable>& table);
};

}  // namespace kernline::ui
