// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/parquet/row_groups.h"

#include "core/model/base/parallel.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <numeric>
#include <utility>
#include <vector>

namespace kernline::parquet {

namespace {

RowGroup encodeGroup(const TimedTable& table, std::span<const std::uint32_t> rows, Codec codec) {
  PagePacker packer(codec);
  RowGroup group;
  group.rows = static_cast<std::int64_t>(rows.size());
  group.columns.resize(table.columns().size());
  std::vector<std::size_t> columns(group.columns.size());
  std::iota(columns.begin(), columns.end(), std::size_t{0});
  table.read(rows, columns, [&](std::size_t column, const ColumnValues& values) {
    group.columns[column] = encodeColumn(values, packer);
  });
  return group;
}

}  // namespace

void writeRowGroups(const TimedTable& table, std::span<const std::uint32_t> rows, ParquetFile& file,
                    const RowGroupOptions& options, const std::stop_token& stop) {
  const std::size_t count = (rows.size() + options.rows - 1) / options.rows;
  std::mutex mutex;
  std::map<std::size_t, RowGroup> waiting;  // for those before them
  std::size_t next = 0;
  parallelFor(options.threads, count, [&](std::size_t i) {
    {
      const std::scoped_lock lock(mutex);
      if (stop.stop_requested() || file.hasFailed()) {
        return;
      }
    }
    const std::size_t first = i * options.rows;
    RowGroup group =
        encodeGroup(table, rows.subspan(first, std::min(options.rows, rows.size() - first)), options.codec);
    const std::scoped_lock lock(mutex);
    waiting.emplace(i, std::move(group));
    for (auto at = waiting.find(next); at != waiting.end(); at = waiting.find(++next)) {
      file.add(std::move(at->second));
      waiting.erase(at);
    }
  });
}

}  // namespace kernline::parquet
