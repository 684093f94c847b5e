// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/timeline/row_groups.h"

#include "ui/views/timeline/row_titles.h"

#include <algorithm>
#include <map>

namespace kernline::ui {

namespace {

constexpr auto counterSort = static_cast<std::int32_t>(TrackKind::Bookkeeping) + 1;

std::int32_t sortOf(const Trace& trace, RowId row) {
  switch (row.of) {
    case RowClass::Track:
      return static_cast<std::int32_t>(trace.track(row.track()).kind);
    case RowClass::Counter:
      return counterSort;
    default:
      return static_cast<std::int32_t>(TrackKind::DeviceOther);
  }
}

std::vector<RowGroup> groupedAsInFile(const Trace& trace, const std::vector<RowId>& rows,
                                      const Arrangement& arrangement) {
  std::vector<RowGroup> groups;
  std::map<RowId, std::size_t> places;
  for (const RowId row : rows) {
    if (arrangement.isPinned(row)) {
      continue;
    }
    const RowId home = homeOf(trace, row, arrangement.grouping());
    const auto [place, isNew] = places.try_emplace(home, groups.size());
    if (isNew) {
      groups.push_back({home, {}});
    }
    groups[place->second].rows.push_back(row);
  }
  if (arrangement.grouping() != Grouping::Process) {  // processes are in a meaningful order, the rest is counted
    std::ranges::stable_sort(groups, {},
                             [](const RowGroup& group) { return static_cast<std::uint32_t>(group.id.number); });
  }
  return groups;
}

void orderGroups(std::vector<RowGroup>& groups, const Arrangement& arrangement) {
  std::vector<RowId> ids;
  std::map<RowId, RowGroup> byId;
  for (RowGroup& group : groups) {
    ids.push_back(group.id);
    group.rows = inOrder(group.rows, arrangement.order(group.id));
    byId[group.id] = std::move(group);
  }
  groups.clear();
  for (const RowId id : inOrder(ids, arrangement.order(rootRow))) {
    groups.push_back(std::move(byId[id]));
  }
}

/// The siblings of a row, and the group whose order they make up.
std::pair<RowId, std::vector<RowId>> siblingsOf(const std::vector<RowGroup>& groups, RowId row) {
  if (row.isGroup()) {
    std::vector<RowId> ids;
    for (const RowGroup& group : groups) {
      if (group.id != pinnedGroup) {
        ids.push_back(group.id);
      }
    }
    return {rootRow, ids};
  }
  const auto group =
      std::ranges::find_if(groups, [&](const RowGroup& g) { return std::ranges::find(g.rows, row) != g.rows.end(); });
  return group == groups.end() ? std::pair<RowId, std::vector<RowId>>{} : std::pair(group->id, group->rows);
}

}  // namespace

std::vector<RowId> filledRows(const Trace& trace) {
  std::vector<bool> hasInstants(trace.tracks().size());
  for (const Instant& instant : trace.instants()) {
    if (instant.track != TrackId::none) {
      hasInstants[index(instant.track)] = true;
    }
  }
  std::vector<RowId> rows;
  for (std::uint32_t i = 0; i < trace.tracks().size(); ++i) {
    if (trace.tracks()[i].spanCount > 0 || hasInstants[i]) {
      rows.push_back(rowOf(TrackId{i}));
    }
  }
  for (std::uint32_t i = 0; i < trace.counters().size(); ++i) {
    if (trace.counters()[i].sampleCount > 0) {
      rows.push_back(rowOf(CounterId{i}));
    }
  }
  return rows;
}

RowId homeOf(const Trace& trace, RowId row, Grouping grouping) {
  const ProcessId process = processOf(trace, row);
  switch (grouping) {
    case Grouping::Process:
      break;
    case Grouping::Device:
      return {RowClass::Device, process == ProcessId::none ? -1 : trace.process(process).device};
    case Grouping::Rank:
      return {RowClass::Rank, process == ProcessId::none ? -1 : trace.process(process).rank};
    case Grouping::Sort:
      return {RowClass::Sort, sortOf(trace, row)};
  }
  return rowOf(process);
}

std::vector<RowGroup> groupedRows(const Trace& trace, const std::vector<RowId>& rows, const Arrangement& arrangement) {
  std::vector<RowGroup> groups = groupedAsInFile(trace, rows, arrangement);
  orderGroups(groups, arrangement);
  RowGroup pinned{pinnedGroup, {}};
  const auto isFilled = [&](RowId row) { return std::ranges::binary_search(rows, row); };  // they are sorted
  std::ranges::copy_if(arrangement.pinned(), std::back_inserter(pinned.rows), isFilled);
  if (!pinned.rows.empty()) {
    groups.insert(groups.begin(), std::move(pinned));
  }
  return groups;
}

std::vector<RowGroup> shownRows(const Trace& trace, std::vector<RowGroup> groups, const Arrangement& arrangement) {
  std::erase_if(groups, [&](const RowGroup& group) { return arrangement.state(group.id).isHidden; });
  for (RowGroup& group : groups) {
    std::erase_if(group.rows, [&](RowId row) { return arrangement.state(row).isHidden; });
  }
  return matchingRows(trace, std::move(groups), arrangement.filter());
}

std::vector<RowGroup> matchingRows(const Trace& trace, std::vector<RowGroup> groups, const QString& filter) {
  const QString wanted = filter.trimmed();
  const auto matches = [&](RowId row) { return rowTitle(trace, row).contains(wanted, Qt::CaseInsensitive); };
  for (RowGroup& group : groups) {
    if (!wanted.isEmpty() && group.id != pinnedGroup && !matches(group.id)) {
      std::erase_if(group.rows, [&](RowId row) {
        const ProcessId process = processOf(trace, row);
        const bool isOfAMatch = process != ProcessId::none && matches(rowOf(process));
        return !isOfAMatch && !matches(row);
      });
    }
  }
  std::erase_if(groups, [](const RowGroup& group) { return group.rows.empty(); });
  return groups;
}

bool moveRow(const std::vector<RowGroup>& groups, Arrangement& arrangement, RowId row, RowId before) {
  auto [group, siblings] = siblingsOf(groups, row);
  if (row == before || std::erase(siblings, row) == 0) {
    return false;
  }
  const auto place = before == rootRow ? siblings.end() : std::ranges::find(siblings, before);
  if (before != rootRow && place == siblings.end()) {
    return false;
  }
  siblings.insert(place, row);
  arrangement.setOrder(group, std::move(siblings));
  return true;
}

bool moveRowBy(const std::vector<RowGroup>& groups, Arrangement& arrangement, RowId row, int step) {
  auto [group, siblings] = siblingsOf(groups, row);
  std::erase_if(siblings, [&](RowId sibling) { return sibling != row && arrangement.state(sibling).isHidden; });
  const auto at = std::ranges::find(siblings, row) - siblings.begin();
  const auto size = static_cast<std::ptrdiff_t>(siblings.size());
  const std::ptrdiff_t before = step < 0 ? at - 1 : at + 2;  // row that it precedes then
  if (at == size || before < 0 || before > size) {
    return false;
  }
  return moveRow(groups, arrangement, row, before == size ? rootRow : siblings[static_cast<std::size_t>(before)]);
}

}  // namespace kernline::ui
