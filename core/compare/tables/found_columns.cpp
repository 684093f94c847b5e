// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/tables/found_columns.h"

#include "core/model/format/printable_text.h"
#include "core/model/log/known_words.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>

namespace kernline {

namespace {

constexpr std::size_t maxFirstValues = 6;

class ColumnList {
 public:
  ColumnList(const ColumnWishes& wishes, const Measurements& measurements)
      : m_wishes(wishes), m_measurements(measurements) {}

  void add(const Log& log, const LogTable& table) {
    const std::vector<ColumnUse> found = columnUses(log, table);
    const std::vector<ColumnUse> uses = columnUses(log, table, m_wishes);
    for (std::size_t c = 0; c < uses.size(); ++c) {
      const std::string name{log.text(table.columns[c].name)};
      const auto [place, isNew] = m_places.try_emplace(name, m_made.size());
      if (isNew) {
        m_made.push_back({.name = name,
                          .found = found[c],
                          .use = uses[c],
                          .isText = table.columns[c].quantity == Quantity::Text,
                          .firstValues = {},
                          .dimension = {},
                          .metric = {}});
        m_values.emplace_back();
      }
      addValues(log, table, c, place->second);
    }
  }

  std::vector<FoundColumn> columns() {
    for (std::size_t i = 0; i < m_made.size(); ++i) {
      m_made[i].values = m_values[i].size();
      findPlace(m_made[i]);
    }
    return std::move(m_made);
  }

 private:
  void addValues(const Log& log, const LogTable& table, std::size_t column, std::size_t of) {
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
      const std::string_view text = log.text(table.cell(row, column).text);
      if (m_values[of].size() == FoundColumn::maxValues) {
        break;
      }
      if (!text.empty() && m_values[of].insert(text).second && m_made[of].firstValues.size() < maxFirstValues) {
        m_made[of].firstValues.push_back(elided(printable(text), maxValueLength));
      }
    }
  }

  void findPlace(FoundColumn& column) const {
    if (column.use == ColumnUse::Subject) {
      column.dimension = m_measurements.dimension("subject");
    } else if (column.use == ColumnUse::Parameter) {
      column.dimension = m_measurements.dimension(logs::keyOf(column.name));
    } else if (column.use == ColumnUse::Measurement) {
      const auto split = std::ranges::find(m_measurements.splitColumns, column.name, &SplitColumn::name);
      column.split = split == m_measurements.splitColumns.end() ? nullptr : &*split;
      column.metric = column.split != nullptr ? column.split->metric : m_measurements.metric(logs::keyOf(column.name));
    }
  }

  static constexpr std::size_t maxValueLength = 40;

  const ColumnWishes& m_wishes;
  const Measurements& m_measurements;
  std::vector<FoundColumn> m_made;
  std::vector<std::set<std::string_view>> m_values;  // values in the logs
  std::map<std::string, std::size_t> m_places;
};

bool isOfRuns(const LogTable& table) {
  return table.kind == TableKind::Generic && table.rows.size() > 1 && table.columns.size() > 1 &&
         std::ranges::any_of(table.columns, [](const LogColumn& column) { return column.quantity != Quantity::Text; });
}

}  // namespace

std::vector<FoundColumn> foundColumns(std::span<const std::shared_ptr<const Log>> logs, const ColumnWishes& wishes,
                                      const Measurements& measurements) {
  ColumnList list(wishes, measurements);
  for (const std::shared_ptr<const Log>& log : logs) {
    for (const LogTable& table : log->tables()) {
      if (isOfRuns(table)) {
        list.add(*log, table);
      }
    }
  }
  return list.columns();
}

}  // namespace kernline
