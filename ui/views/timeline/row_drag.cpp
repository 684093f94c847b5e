// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/timeline/row_drag.h"

#include <algorithm>
#include <cstdlib>
#include <vector>

namespace kernline::ui {

namespace {

/// One gap before each sibling in sight, and one behind the last.
std::vector<RowGap> gapsAmong(const TimelineLayout& layout, const TimelineRow& dragged) {
  std::vector<RowGap> gaps;
  int end = 0;
  for (const TimelineRow& row : layout.rows()) {
    if (dragged.kind == TimelineRowKind::Group) {
      if (row.kind == TimelineRowKind::Group && row.id != pinnedGroup) {
        gaps.push_back({row.id, row.top});
      }
      end = row.bottom();
    } else if (row.kind != TimelineRowKind::Group && row.group == dragged.group) {
      gaps.push_back({row.id, row.top});
      end = row.bottom();
    }
  }
  gaps.push_back({rootRow, end});
  return gaps;
}

}  // namespace

std::optional<RowGap> nearestGap(const TimelineLayout& layout, RowId row, int y) {
  const TimelineRow* dragged = layout.find(row);
  if (!dragged || row == pinnedGroup) {
    return std::nullopt;
  }
  const std::vector<RowGap> gaps = gapsAmong(layout, *dragged);
  const auto nearest = std::ranges::min_element(gaps, {}, [&](const RowGap& gap) { return std::abs(gap.y - y); });
  // Before itself, or before the one that follows it anyway.
  const bool stays = nearest->before == row || (nearest != gaps.begin() && (nearest - 1)->before == row);
  return stays ? std::nullopt : std::optional(*nearest);
}

}  // namespace kernline::ui
