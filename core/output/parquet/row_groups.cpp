// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/parquet/row_groups.h"

#include <algorithm>
#include <numeric>
#include <span>

namespace kernline::parquet {

RowGroup RowGroups::encoded(std::size_t group) const {
  const std::size_t first = group * m_groupRows;
  const std::span<const std::uint32_t> rows =
      std::span(m_rows).subspan(first, std::min(m_groupRows, m_rows.size() - first));
  PagePacker packer(m_file.codec());
  RowGroup encoded;
  encoded.rows = static_cast<std::int64_t>(rows.size());
  encoded.columns.resize(m_table.columns().size());
  std::vector<std::size_t> columns(encoded.columns.size());
  std::iota(columns.begin(), columns.end(), std::size_t{0});
  m_table.read(rows, columns, [&](std::size_t column, const ColumnValues& values) {
    encoded.columns[column] = encodeColumn(values, packer);
  });
  return encoded;
}

void RowGroups::write(std::size_t group) {
  {
    const std::scoped_lock lock(m_mutex);
    if (m_file.hasFailed()) {
      return;
    }
  }
  RowGroup done = encoded(group);
  const std::scoped_lock lock(m_mutex);
  m_waiting.emplace(group, std::move(done));
  for (auto at = m_waiting.find(m_next); at != m_waiting.end(); at = m_waiting.find(++m_next)) {
    m_file.add(std::move(at->second));
    m_waiting.erase(at);
  }
}

}  // namespace kernline::parquet
