// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/statistics/statistics_order.h"

#include "ui/kit/language/qt_text.h"
#include "ui/views/statistics/statistics_columns.h"

#include <algorithm>
#include <utility>

namespace kernline::ui {
namespace {

constexpr std::uint32_t rowsBetweenStops = 1024;

bool matches(const StatisticsTable& table, std::uint32_t r, const QString& filter) {
  const StatisticsRow& row = table.statistics.rows[r];
  return table.names[r].contains(filter, Qt::CaseInsensitive) || qt(row.name).contains(filter, Qt::CaseInsensitive) ||
         qt(row.category).contains(filter, Qt::CaseInsensitive) ||
         (table.columns == StatisticsColumns::OperatorsByShape &&
          table.shapeText(r).contains(filter, Qt::CaseInsensitive));
}

template <typename KeyOf>
void sortBy(std::vector<std::uint32_t>& rows, Qt::SortOrder direction, const KeyOf& keyOf) {
  using Key = decltype(keyOf(std::size_t{}));
  std::vector<std::pair<Key, std::uint32_t>> keyed;
  keyed.reserve(rows.size());
  for (const std::uint32_t r : rows) {
    keyed.emplace_back(keyOf(r), r);
  }
  std::ranges::stable_sort(keyed, [&](const auto& a, const auto& b) {
    return direction == Qt::DescendingOrder ? b.first < a.first : a.first < b.first;
  });
  std::ranges::transform(keyed, rows.begin(), [](const auto& entry) { return entry.second; });
}

}  // namespace

Expected<std::vector<std::uint32_t>> orderedRows(const StatisticsTable& table, const StatisticsOrder& order,
                                                 const std::stop_token& stop) {
  std::vector<std::uint32_t> rows;
  for (std::uint32_t r = 0; r < table.statistics.rows.size(); ++r) {
    if (r % rowsBetweenStops == 0 && stop.stop_requested()) {
      return std::unexpected(Error{Error::Kind::Cancelled, Phrase::tr("Stopped.")});
    }
    if (order.filter.isEmpty() || matches(table, r, order.filter)) {
      rows.push_back(r);
    }
  }
  const StatisticsColumn& column = statisticsColumns(table.columns)[static_cast<std::size_t>(order.column)];
  if (column.isText) {
    sortBy(rows, order.direction, [&](std::size_t r) { return column.text(table, r).toCaseFolded(); });
  } else {
    sortBy(rows, order.direction, [&](std::size_t r) { return column.number(table, r); });
  }
  return rows;
}

}  // namespace kernline::ui
