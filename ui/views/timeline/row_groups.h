// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"
#include "ui/views/timeline/arrangement.h"

#include <vector>

namespace kernline::ui {

/// A header and what is below it.
struct RowGroup {
  RowId id;
  std::vector<RowId> rows;

  bool operator==(const RowGroup&) const = default;
};

/// The rows of a trace that have anything on them, in the file's order: tracks, then counters. Notes on devices, which
/// are not of the file, go before them, so that rows are sorted. O(instants).
[[nodiscard]] std::vector<RowId> filledRows(const Trace& trace);

/// The rows in the groups and in the order of an arrangement, the hidden ones too; pinned rows first, and only there.
[[nodiscard]] std::vector<RowGroup> groupedRows(const Trace& trace, const std::vector<RowId>& rows,
                                                const Arrangement& arrangement);

/// The group that a row is in, unless it is pinned.
[[nodiscard]] RowId homeOf(const Trace& trace, RowId row, Grouping grouping);

/// Returns the groups without rows that are hidden or do not match the filter. Pinned rows always match.
[[nodiscard]] std::vector<RowGroup> shownRows(const Trace& trace, std::vector<RowGroup> groups,
                                              const Arrangement& arrangement);
/// Returns the rows that match the filter, hidden or not.
[[nodiscard]] std::vector<RowGroup> matchingRows(const Trace& trace, std::vector<RowGroup> groups,
                                                 const QString& filter);

/// Moves `row` before another of its siblings in its group, or to the end with rootRow. A group moves among groups.
/// False if the two do not lie in one group.
bool moveRow(const std::vector<RowGroup>& groups, Arrangement& arrangement, RowId row, RowId before);
/// Moves a row by one place, up (-1) or down (1).
bool moveRowBy(const std::vector<RowGroup>& groups, Arrangement& arrangement, RowId row, int step);

}  // namespace kernline::ui
