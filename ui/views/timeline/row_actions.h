// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"
#include "ui/views/timeline/row_groups.h"

#include <cstdint>
#include <vector>

namespace kernline::ui {

/// Actions on one row, or on a group.
enum class RowAction : std::uint8_t {
  Pin,
  Unpin,
  Hide,
  Show,
  OnlyItsGroup,  ///< hides all other groups but the pinned one
  Collapse,
  Expand,
  MoveUp,
  MoveDown,
  Compact,  ///< compacts all rows in a group; so with the next four
  Normal,
  Tall,
  Taller,
  Lower,
};

/// Returns `arrangement` after the action; `groups` are all rows in its order. Unchanged if there is no change.
[[nodiscard]] Arrangement arrangedBy(RowAction action, RowId row, const Trace& trace,
                                     const std::vector<RowGroup>& groups, Arrangement arrangement);

/// Rows that are hidden, by themselves or with their group; what the filter hides does not count.
[[nodiscard]] std::size_t hiddenCount(const std::vector<RowGroup>& groups, const Arrangement& arrangement);

}  // namespace kernline::ui
