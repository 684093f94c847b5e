// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/timeline/arrangement.h"

#include "core/model/trace/block_spans.h"

#include <algorithm>
#include <map>
#include <set>

namespace kernline::ui {

Arrangement::Arrangement(const Trace& trace) {
  std::map<ProcessId, bool> areBookkeeping;
  for (std::uint32_t i = 0; i < trace.tracks().size(); ++i) {
    const bool isBookkeeping = trace.tracks()[i].kind == TrackKind::Bookkeeping;
    areBookkeeping.try_emplace(trace.tracks()[i].process, true).first->second &= isBookkeeping;
    if (isBookkeeping) {
      setCollapsed(rowOf(TrackId{i}), true);
    } else if (isMultiprocessor(trace, trace.tracks()[i])) {
      setCollapsed(rowOf(trace.tracks()[i].process), true);
    }
  }
  for (const Counter& counter : trace.counters()) {
    areBookkeeping[counter.process] = false;
  }
  const bool hasWork = std::ranges::any_of(areBookkeeping, [](const auto& process) { return !process.second; });
  for (const auto& [process, isBookkeeping] : areBookkeeping) {
    if (hasWork && isBookkeeping && process != ProcessId::none) {
      setCollapsed(rowOf(process), true);
    }
  }
}

RowState Arrangement::state(RowId row) const {
  const auto found = m_states.find(row);
  return found == m_states.end() ? RowState{} : found->second;
}

void Arrangement::showAll() {
  m_filter.clear();
  for (auto& [row, state] : m_states) {
    state.isHidden = false;
  }
}

bool Arrangement::isPinned(RowId row) const {
  return std::ranges::find(m_pinned, row) != m_pinned.end();
}

void Arrangement::pin(RowId row, bool pinned) {
  if (pinned == isPinned(row) || row.isGroup()) {
    return;
  }
  if (pinned) {
    m_pinned.push_back(row);
  } else {
    std::erase(m_pinned, row);
  }
}

const std::vector<RowId>& Arrangement::order(RowId group) const {
  static const std::vector<RowId> asInFile;
  if (group == pinnedGroup) {
    return m_pinned;
  }
  const auto found = m_orders.find(group);
  return found == m_orders.end() ? asInFile : found->second;
}

void Arrangement::setOrder(RowId group, std::vector<RowId> rows) {
  if (group == pinnedGroup) {
    m_pinned = std::move(rows);
  } else {
    m_orders[group] = std::move(rows);
  }
}

std::vector<RowId> inOrder(const std::vector<RowId>& rows, const std::vector<RowId>& wanted) {
  if (wanted.empty()) {
    return rows;
  }
  const std::set<RowId> present(rows.begin(), rows.end());
  const std::set<RowId> named(wanted.begin(), wanted.end());
  std::vector<RowId> ordered;
  std::ranges::copy_if(wanted, std::back_inserter(ordered), [&](RowId row) { return present.contains(row); });
  // A run of unnamed rows goes behind the row that precedes it by nature, all at once.
  for (auto at = rows.begin(); at != rows.end();) {
    if (named.contains(*at)) {
      ++at;
      continue;
    }
    const auto end = std::find_if(at, rows.end(), [&](RowId row) { return named.contains(row); });
    const auto place = at == rows.begin() ? ordered.begin() : std::ranges::find(ordered, *(at - 1)) + 1;
    ordered.insert(place, at, end);
    at = end;
  }
  return ordered;
}

}  // namespace kernline::ui
