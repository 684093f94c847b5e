// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/time.h"
#include "core/output/reopen/table_footer.h"

#include <cstddef>
#include <string_view>
#include <vector>

namespace kernline::parquet {

// Which row groups have to be read, by what the footer says of their times; those of which it says nothing have to.

/// The columns in which a table has times. It is sorted by the first.
struct TimeColumns {
  std::string_view begin;
  std::string_view end;
};

/// For each row group whether it has to be read for what is in `range`: those that touch it, the last that begins
/// before it, which has the values that counters had, and the one before that, which mostly has what launched the
/// first device work.
[[nodiscard]] std::vector<bool> groupsInTime(const TableFooter& footer, const TimeColumns& columns, TimeRange range);

/// For each row group of `table` whether times of `column` in it may be times of `otherColumn` in the wanted row groups
/// of `other`.
[[nodiscard]] std::vector<bool> groupsAtTimesOf(const TableFooter& table, std::string_view column,
                                                const TableFooter& other, std::string_view otherColumn,
                                                const std::vector<bool>& wanted);

/// The part of `bounds` around `range` that nothing touches which is in row groups that are not wanted; these do not
/// touch `range`.
[[nodiscard]] TimeRange readAround(TimeRange range, TimeRange bounds, const TableFooter& footer,
                                   const TimeColumns& columns, const std::vector<bool>& wanted);

/// How many rows there are in row groups that are not wanted.
[[nodiscard]] std::size_t rowsLeftOut(const TableFooter& footer, const std::vector<bool>& wanted);

}  // namespace kernline::parquet
