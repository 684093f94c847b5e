// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/output/parquet/parquet_file.h"
#include "core/output/parquet/timed_table.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <stop_token>

namespace kernline::parquet {

struct RowGroupOptions {
  Codec codec = Codec::Zstd;
  std::size_t rows = std::size_t{1} << 17U;  ///< of a group, at most: what engines hand to a thread
  unsigned threads = 1;
};

/// Writes rows of a table, group by group: a group for each thread is in memory, and those that wait for one before
/// them. Stops early where the file
/// cannot be written or on a request; then `file` is not whole.
void writeRowGroups(const TimedTable& table, std::span<const std::uint32_t> rows, ParquetFile& file,
                    const RowGroupOptions& options, const std::stop_token& stop);

}  // namespace kernline::parquet
