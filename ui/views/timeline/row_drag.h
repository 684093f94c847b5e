// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/timeline/timeline_layout.h"

#include <optional>

namespace kernline::ui {

/// A place where a row, or a group with all its rows, can be put down.
struct RowGap {
  RowId before{};  ///< next of the row's siblings; rootRow for the end
  int y = 0;       ///< position of the gap in the layout

  bool operator==(const RowGap&) const = default;
};

/// The nearest gap between the siblings of `row` to `y`; none if the layout does not have the row or it would stay
/// where it is. A row stays in its group; a group stays below the pinned one, which itself stays.
[[nodiscard]] std::optional<RowGap> nearestGap(const TimelineLayout& layout, RowId row, int y);

/// A row on its way.
struct RowDrag {
  RowId row{};
  std::optional<RowGap> gap;
};

}  // namespace kernline::ui
