// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/reopen/groups_in_time.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>

namespace kernline::parquet {

namespace {

using Extremes = std::pair<std::int64_t, std::int64_t>;

/// Returns a column's extremes in each row group; the widest possible if they are unknown.
std::vector<Extremes> extremesOf(const TableFooter& footer, std::string_view name) {
  std::vector<Extremes> all(footer.groups.size(),
                            {std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()});
  if (const auto column = footer.columnOf(name, sql::ColumnType::Integer)) {
    for (std::size_t i = 0; i < all.size(); ++i) {
      all[i] = footer.groups[i].columns[*column].integers.value_or(all[i]);
    }
  }
  return all;
}

}  // namespace

std::vector<bool> groupsInTime(const TableFooter& footer, const TimeColumns& columns, TimeRange range) {
  const std::vector<Extremes> begins = extremesOf(footer, columns.begin);
  const std::vector<Extremes> ends = extremesOf(footer, columns.end);
  std::vector<bool> wanted(begins.size());
  std::optional<std::size_t> last;  // last group that begins before the range
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    wanted[i] = begins[i].first <= range.end.ns && ends[i].second >= range.begin.ns;
    last = begins[i].first <= range.begin.ns ? i : last;
  }
  if (last) {
    wanted[*last] = true;
    wanted[*last - (*last > 0 ? 1 : 0)] = true;
  }
  return wanted;
}

std::vector<bool> groupsAtTimesOf(const TableFooter& table, std::string_view column, const TableFooter& other,
                                  std::string_view otherColumn, const std::vector<bool>& wanted) {
  const std::vector<Extremes> times = extremesOf(table, column);
  const std::vector<Extremes> others = extremesOf(other, otherColumn);
  std::vector<bool> found(times.size());
  for (std::size_t i = 0; i < others.size(); ++i) {
    for (std::size_t group = 0; wanted[i] && group < times.size(); ++group) {
      found[group] = found[group] || (times[group].first <= others[i].second && others[i].first <= times[group].second);
    }
  }
  return found;
}

TimeRange readAround(TimeRange range, TimeRange bounds, const TableFooter& footer, const TimeColumns& columns,
                     const std::vector<bool>& wanted) {
  const std::vector<Extremes> begins = extremesOf(footer, columns.begin);
  const std::vector<Extremes> ends = extremesOf(footer, columns.end);
  TimeRange read = bounds;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (!wanted[i] && ends[i].second < range.begin.ns) {
      read.begin = std::max(read.begin, Time{ends[i].second + 1});
    } else if (!wanted[i]) {
      read.end = std::min(read.end, Time{begins[i].first});
    }
  }
  return read;
}

std::size_t rowsLeftOut(const TableFooter& footer, const std::vector<bool>& wanted) {
  std::size_t rows = 0;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    rows += wanted[i] ? 0 : footer.groups[i].rows;
  }
  return rows;
}

}  // namespace kernline::parquet
