// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/timeline/row_actions.h"

#include <algorithm>

namespace kernline::ui {

namespace {

std::vector<RowId> membersOf(const std::vector<RowGroup>& groups, RowId row) {
  const auto group = std::ranges::find(groups, row, &RowGroup::id);
  return group == groups.end() ? std::vector{row} : group->rows;
}

void resize(const std::vector<RowGroup>& groups, Arrangement& arrangement, RowId row, LaneSize size) {
  for (const RowId member : membersOf(groups, row)) {
    arrangement.setSize(member, size);
  }
}

LaneSize stepped(LaneSize size, int by) {
  return static_cast<LaneSize>(std::clamp(static_cast<int>(size) + by, 0, static_cast<int>(LaneSize::Tall)));
}

void resizeBy(const std::vector<RowGroup>& groups, Arrangement& arrangement, RowId row, int by) {
  for (const RowId member : membersOf(groups, row)) {
    arrangement.setSize(member, stepped(arrangement.state(member).size, by));
  }
}

void pin(const std::vector<RowGroup>& groups, Arrangement& arrangement, RowId row, bool pinned) {
  for (const RowId member : membersOf(groups, row)) {
    arrangement.pin(member, pinned);
  }
}

void hideAllBut(RowId home, const std::vector<RowGroup>& groups, Arrangement& arrangement) {
  for (const RowGroup& group : groups) {
    if (group.id != pinnedGroup) {
      arrangement.setHidden(group.id, group.id != home);
    }
  }
}

/// A row that was hidden with its group is seen only if that is.
void show(const Trace& trace, RowId row, Arrangement& arrangement) {
  arrangement.setHidden(row, false);
  const RowId home = arrangement.isPinned(row) ? pinnedGroup : homeOf(trace, row, arrangement.grouping());
  if (!row.isGroup() && arrangement.state(home).isHidden) {
    arrangement.setHidden(home, false);
  }
}

}  // namespace

Arrangement arrangedBy(RowAction action, RowId row, const Trace& trace, const std::vector<RowGroup>& groups,
                       Arrangement arrangement) {
  switch (action) {
    case RowAction::Pin:
    case RowAction::Unpin:
      pin(groups, arrangement, row, action == RowAction::Pin);
      break;
    case RowAction::Hide:
      arrangement.setHidden(row, true);
      break;
    case RowAction::Show:
      show(trace, row, arrangement);
      break;
    case RowAction::OnlyItsGroup:
      hideAllBut(row.isGroup() ? row : homeOf(trace, row, arrangement.grouping()), groups, arrangement);
      break;
    case RowAction::Collapse:
    case RowAction::Expand:
      arrangement.setCollapsed(row, action == RowAction::Collapse);
      break;
    case RowAction::MoveUp:
    case RowAction::MoveDown:
      moveRowBy(groups, arrangement, row, action == RowAction::MoveUp ? -1 : 1);
      break;
    case RowAction::Compact:
      resize(groups, arrangement, row, LaneSize::Compact);
      break;
    case RowAction::Normal:
      resize(groups, arrangement, row, LaneSize::Normal);
      break;
    case RowAction::Tall:
      resize(groups, arrangement, row, LaneSize::Tall);
      break;
    case RowAction::Taller:
    case RowAction::Lower:
      resizeBy(groups, arrangement, row, action == RowAction::Taller ? 1 : -1);
      break;
  }
  return arrangement;
}

std::size_t hiddenCount(const std::vector<RowGroup>& groups, const Arrangement& arrangement) {
  std::size_t hidden = 0;
  for (const RowGroup& group : groups) {
    const bool isAway = arrangement.state(group.id).isHidden;
    hidden += static_cast<std::size_t>(
        std::ranges::count_if(group.rows, [&](RowId row) { return isAway || arrangement.state(row).isHidden; }));
  }
  return hidden;
}

}  // namespace kernline::ui
