// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/output/parquet/parquet_file.h"
#include "core/output/parquet/timed_table.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

namespace kernline::parquet {

/// The rows of a table on their way into a file, a group at a time: any thread encodes any of them. A group for each
/// thread is in memory, and those that wait for one before them.
class RowGroups {
 public:
  /// `groupRows`: of a group, at most. `table` and `file` live as long as this does.
  RowGroups(const TimedTable& table, std::vector<std::uint32_t> rows, std::size_t groupRows, ParquetFile& file)
      : m_table(table), m_rows(std::move(rows)), m_groupRows(groupRows), m_file(file) {}

  [[nodiscard]] std::size_t count() const { return (m_rows.size() + m_groupRows - 1) / m_groupRows; }
  /// No effect if the file cannot be written any more.
  void write(std::size_t group);

 private:
  [[nodiscard]] RowGroup encoded(std::size_t group) const;

  const TimedTable& m_table;
  std::vector<std::uint32_t> m_rows;
  std::size_t m_groupRows;
  ParquetFile& m_file;
  std::mutex m_mutex;
  std::map<std::size_t, RowGroup> m_waiting;  // groups that wait for those before them
  std::size_t m_next = 0;
};

}  // namespace kernline::parquet
