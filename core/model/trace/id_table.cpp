// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/trace/id_table.h"

#include <algorithm>

namespace kernline {

IdTable::IdTable(std::span<const Correlated> entries) {
  std::uint32_t maxId = 0;
  for (const Correlated& entry : entries) {
    maxId = std::max(maxId, entry.id);
  }
  constexpr std::size_t spare = std::size_t{1} << 16;
  if (maxId < entries.size() * 8 + spare) {
    m_dense.assign(std::size_t{maxId} + 1, SpanId::none);
    for (const Correlated& entry : entries) {
      SpanId& slot = m_dense[entry.id];
      slot = slot == SpanId::none ? entry.span : slot;
    }
    return;
  }
  m_sorted.assign(entries.begin(), entries.end());
  std::ranges::stable_sort(m_sorted, {}, &Correlated::id);
}

SpanId IdTable::find(std::uint32_t id) const {
  if (m_sorted.empty()) {
    return id < m_dense.size() ? m_dense[id] : SpanId::none;
  }
  const auto at = std::ranges::lower_bound(m_sorted, id, {}, &Correlated::id);
  return at != m_sorted.end() && at->id == id ? at->span : SpanId::none;
}

}  // namespace kernline
