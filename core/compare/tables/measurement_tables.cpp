// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/tables/measurement_tables.h"

#include "core/compare/tables/column_split.h"
#include "core/compare/tables/column_uses.h"
#include "core/compare/tables/name_words.h"
#include "core/compare/tables/sized_names.h"
#include "core/model/base/text.h"
#include "core/model/format/printable_text.h"
#include "core/model/log/known_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kernline {

namespace {

/// A column of measurements, and the metric that it became.
struct MetricColumn {
  std::size_t column = 0;
  std::uint32_t metric = 0;
  SplitName name;
  std::vector<ColumnSize> sizes;              // sizes in its name that other columns have otherwise
  std::optional<std::size_t> deviation = {};  // the column that says how much it varies
};

/// Returns the key of the size that columns with sizes in their names are measured along.
std::string sizeKey(const ColumnSize& size) {
  return size.of.empty() ? "size" : std::string{logs::keyOf(size.of)};
}

/// Columns of a table in which each row is one value: what was measured, and in which unit.
struct NamesInRows {
  std::optional<std::size_t> metric;
  std::optional<std::size_t> unit;
};

/// "engine,metric,value,unit": one column of numbers, and one that says what they are.
NamesInRows namesInRows(const Log& log, const LogTable& table, std::vector<ColumnUse>& uses) {
  constexpr std::string_view metricNames[] = {"metric", "metricname", "measure", "measurement", "statistic"};
  NamesInRows found;
  if (table.kind != TableKind::Generic || std::ranges::count(uses, ColumnUse::Measurement) != 1) {
    return found;
  }
  for (std::size_t c = 0; c < uses.size(); ++c) {
    const std::string name = logs::folded(log.text(table.columns[c].name));
    if (table.columns[c].quantity != Quantity::Text) {
      continue;
    }
    if (!found.metric && std::ranges::find(metricNames, name) != std::end(metricNames)) {
      found.metric = c;
    } else if (name == "unit" || name == "units") {
      found.unit = c;
    }
  }
  if (!found.metric) {
    return {};
  }
  uses[*found.metric] = ColumnUse::Ignored;
  if (found.unit) {
    uses[*found.unit] = ColumnUse::Ignored;
  }
  return found;
}

bool comparesSomething(const std::vector<ColumnUse>& uses) {
  const auto has = [&](ColumnUse use) { return std::ranges::find(uses, use) != uses.end(); };
  return (has(ColumnUse::Subject) || has(ColumnUse::Parameter)) && has(ColumnUse::Measurement);
}

/// The names of columns; of several with one name all but the first are numbered.
std::vector<std::string> distinctNames(const Log& log, const LogTable& table) {
  std::map<StringId, std::size_t> counts;
  std::vector<std::string> names;
  for (const LogColumn& column : table.columns) {
    const std::size_t count = ++counts[column.name];
    const std::string name{log.text(column.name)};
    names.push_back(count == 1 ? name : fmt::format("{} ({})", name, count));
  }
  return names;
}

void noteSplit(MeasurementsBuilder& builder, const MetricColumn& column, const std::string& printed) {
  SplitColumn split{.name = printed, .metric = column.metric, .at = {}};
  if (!column.name.pass.empty()) {
    split.at.emplace_back("pass", column.name.pass);
    builder.addSplit({.name = column.name.withPass, .metric = column.metric, .at = split.at});
  }
  if (!column.name.implementation.empty()) {
    split.at.emplace_back("implementation", column.name.implementation);
  }
  for (const ColumnSize& size : column.sizes) {
    split.at.emplace_back(sizeKey(size), size.text);
  }
  builder.addSplit(std::move(split));
}

/// Returns the name without its aspect of the runs: "time_std" and "time_mean" are the same.
std::string nameWithout(std::string_view name, std::span<const std::string_view> aspects) {
  std::string rest;
  for (const NameWord& word : wordsOfName(name).words) {
    const std::string text = lowered(word.text);
    rest += std::ranges::find(aspects, text) == aspects.end() ? text + " " : "";
  }
  return rest;
}

void findDeviations(const Log& log, const LogTable& table, std::vector<MetricColumn>& columns) {
  constexpr std::string_view spreads[] = {"std", "stddev", "stdev"};
  constexpr std::string_view middles[] = {"mean", "avg", "average"};
  const auto nameOf = [&](const MetricColumn& column) { return log.text(table.columns[column.column].name); };
  std::map<std::string, std::size_t> deviations;
  for (const MetricColumn& column : columns) {
    const NameWords words = wordsOfName(nameOf(column));
    if (std::ranges::any_of(words.words, [&](const NameWord& word) {
          return std::ranges::find(spreads, lowered(word.text)) != std::end(spreads);
        })) {
      deviations.emplace(nameWithout(nameOf(column), spreads), column.column);
    }
  }
  for (MetricColumn& column : columns) {
    const auto found = deviations.find(nameWithout(nameOf(column), middles));
    if (found != deviations.end() && found->second != column.column &&
        table.columns[found->second].quantity == table.columns[column.column].quantity) {
      column.deviation = found->second;
    }
  }
}

std::vector<MetricColumn> metricsOf(MeasurementsBuilder& builder, const Log& log, const LogTable& table,
                                    const std::vector<ColumnUse>& uses) {
  const std::vector<std::string> printed = distinctNames(log, table);
  std::vector<MetricColumn> columns;
  std::vector<MeasuredColumn> measured;
  for (std::size_t c = 0; c < uses.size(); ++c) {
    if (uses[c] == ColumnUse::Measurement) {
      columns.push_back({.column = c, .name = {}, .sizes = {}});
      measured.push_back({printed[c], table.columns[c].quantity, std::string{log.text(table.columns[c].unit)}});
    }
  }
  std::vector<SplitName> names;
  if (table.kind == TableKind::Generic) {
    std::vector<SizedName> sized = sizesInNames(measured);
    for (std::size_t i = 0; i < columns.size(); ++i) {
      columns[i].sizes = std::move(sized[i].sizes);
      measured[i].name = std::move(sized[i].rest);
    }
    names = splitNames(measured);
  } else {
    std::ranges::transform(measured, std::back_inserter(names), [](const MeasuredColumn& column) {
      return SplitName{.metric = column.name, .implementation = {}, .pass = {}, .withPass = column.name};
    });
  }
  for (std::size_t i = 0; i < columns.size(); ++i) {
    columns[i].name = std::move(names[i]);
    const std::string& name = columns[i].name.metric;
    columns[i].metric = builder.metric({.key = std::string{logs::keyOf(name)},
                                        .title = name,
                                        .unit = measured[i].unit,
                                        .quantity = measured[i].quantity});
    if (columns[i].name.isSplit() || !columns[i].sizes.empty()) {
      noteSplit(builder, columns[i], printed[columns[i].column]);
    }
  }
  findDeviations(log, table, columns);
  return columns;
}

}  // namespace

Place placeOfRow(MeasurementsBuilder& builder, const Log& log, const LogTable& table,
                 const std::vector<ColumnUse>& uses, std::size_t row) {
  Place place = builder.placeOf(table.context);
  for (std::size_t c = 0; c < uses.size(); ++c) {
    const LogCell& cell = table.cell(row, c);
    const std::string_view name = log.text(table.columns[c].name);
    const std::string text = printable(log.text(cell.text));
    if (text.empty()) {
      continue;
    }
    if (uses[c] == ColumnUse::Subject) {
      builder.put(place, "subject", "model", text, std::numeric_limits<double>::quiet_NaN());
      builder.alsoCalled("subject", name);
    } else if (uses[c] == ColumnUse::Parameter) {
      const std::string key{logs::keyOf(name)};
      builder.put(place, key, printable(key), text, cell.number);
      builder.alsoCalled(key, name);
    }
  }
  return place;
}

void addMeasurementTable(MeasurementsBuilder& builder, const Log& log, const LogTable& table,
                         const ColumnWishes& wishes) {
  std::vector<ColumnUse> uses = columnUses(log, table, wishes);
  const NamesInRows inRows = namesInRows(log, table, uses);
  if (!comparesSomething(uses)) {
    return;
  }
  const double noNumber = std::numeric_limits<double>::quiet_NaN();
  const std::vector<MetricColumn> columns = metricsOf(builder, log, table, uses);
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    const Place ofRow = placeOfRow(builder, log, table, uses, row);
    const bool isEmpty = std::ranges::all_of(columns, [&](const MetricColumn& column) {
      return trimmed(log.text(table.cell(row, column.column).text)).empty();
    });
    for (const MetricColumn& column : columns) {
      const LogCell& cell = table.cell(row, column.column);
      const std::string_view text = log.text(cell.text);
      if (!cell.hasNumber() && (table.kind != TableKind::Generic || (!isEmpty && trimmed(text).empty()))) {
        continue;
      }
      Place place = ofRow;
      if (!column.name.implementation.empty()) {
        builder.put(place, "implementation", "implementation", column.name.implementation, noNumber);
      }
      if (!column.name.pass.empty()) {
        builder.put(place, "pass", "pass", column.name.pass, noNumber);
      }
      for (const ColumnSize& size : column.sizes) {
        const std::string key = sizeKey(size);
        builder.put(place, key, key, size.text, size.number);
      }
      std::uint32_t metric = column.metric;
      if (inRows.metric) {
        const std::string name{log.text(table.cell(row, *inRows.metric).text)};
        metric = builder.metric(
            {.key = std::string{logs::keyOf(name)},
             .title = name,
             .unit = inRows.unit ? std::string{log.text(table.cell(row, *inRows.unit).text)} : std::string{}});
      }
      if (!cell.hasNumber()) {
        builder.addGap(metric, std::move(place), printable(text));
        continue;
      }
      if (table.kind == TableKind::Generic) {
        const double error = column.deviation ? table.cell(row, *column.deviation).number : noNumber;
        builder.addOfRow(metric, std::move(place), cell.number, error, table.rows[row].line);
      } else {
        builder.add(column.metric, std::move(place), cell.number, noNumber, table.rows[row].line);
      }
    }
  }
}

}  // namespace kernline
