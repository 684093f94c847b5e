// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/time.h"
#include "core/output/reopen/table_footer.h"

#include <cstddef>
#include <string_view>
#include <vector>

namespace kernline::parquet {

// Functions that choose the row groups to read, by their times in the footer; groups without times are read.

/// The columns in which a table has times. It is sorted by the first.
struct TimeColumns {
  std::string_view begin;
  std::string_view end;
};

/// Returns for each row group whether it has to be read for `range`: those that touch it, the last that begins before
/// it, which has the values that counters had, and the one before that, which mostly has what launched the first device
/// activity.
[[nodiscard]] std::vector<bool> groupsInTime(const TableFooter& footer, const TimeColumns& columns, TimeRange range);

/// Returns for each row group of `table` whether times of `column` in it may be times of `otherColumn` in the wanted
/// row groups of `other`.
[[nodiscard]] std::vector<bool> groupsAtTimesOf(const TableFooter& table, std::string_view column,
                                                const TableFooter& other, std::string_view otherColumn,
                                                const std::vector<bool>& wanted);

/// The part of `bounds` around `range` that no row in unwanted row groups touches; these do not touch `range`.
[[nodiscard]] TimeRange readAround(TimeRange range, TimeRange bounds, const TableFooter& footer,
                                   const TimeColumns& columns, const std::vector<bool>& wanted);

/// Returns the number of rows in unwanted row groups.
[[nodiscard]] std::size_t rowsLeftOut(const TableFooter& footer, const std::vector<bool>& wanted);

}  // namespace kernline::parquet
