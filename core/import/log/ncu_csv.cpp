// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/log/ncu_csv.h"

#include "core/import/log/metric_table.h"
#include "core/import/log/printed_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace kernline::logs {

namespace {

std::string launchOf(const PrintedRows& rows, std::size_t row) {
  const auto cell = [&](std::string_view column) { return rows.cell(row, column); };
  return fmt::format("{} {}x{}, Context {}, Stream {}, Device {}, CC {}", cell("Kernel Name"), cell("Grid Size"),
                     cell("Block Size"), cell("Context"), cell("Stream"), cell("Device"), cell("CC"));
}

/// Returns what a row of a summary is about, without the columns that it sums over, such as a stream.
std::string summarized(const PrintedRows& rows, std::size_t row) {
  std::string text =
      fmt::format("{} {}x{}", rows.cell(row, "Kernel Name"), rows.cell(row, "Grid Size"), rows.cell(row, "Block Size"));
  for (const std::string_view column : {"Context", "Stream", "Device", "CC", "Invocations"}) {
    const std::string_view value = rows.cell(row, column);
    text += value.empty() ? "" : fmt::format(", {} {}", column, value);
  }
  return text;
}

void addAdvice(LogBuilder& log, LogTable& table, std::string_view advice) {
  if (table.rows.empty() || advice.empty()) {
    return;
  }
  StringId& note = table.rows.back().note;
  const std::string before{log.text(note)};
  note = log.intern(before + (before.empty() ? "" : " · ") + std::string{advice});
}

/// A row a launch and a column a metric, below a row of their units.
void addRawLaunches(LogBuilder& log, const LogTable& all) {
  const PrintedRows rows{log, all};
  std::optional<std::size_t> units;
  for (std::size_t row = 0; row < all.rows.size(); ++row) {
    if (rows.cell(row, "ID").empty()) {
      units = row;
      continue;
    }
    LogTable table = emptyNcuTable(log, launchOf(rows, row), all.context);
    table.firstLine = all.rows[row].line;
    table.lastLine = all.rows[row].line;
    table.offset = all.offset;
    for (std::size_t c = 0; c < all.columns.size(); ++c) {
      const std::string_view name = log.text(all.columns[c].name);
      const std::string_view value = log.text(all.cell(row, c).text);
      if (name.contains("__") && !value.empty()) {
        addNcuMetric(log, table, all.rows[row].line, {}, name, units ? log.text(all.cell(*units, c).text) : "",
                     {&value, 1});
      }
    }
    log.addTable(std::move(table));
  }
}

}  // namespace

void addNcuTables(LogBuilder& log, const LogTable& all) {
  const PrintedRows rows{log, all};
  if (!rows.has("Metric Name")) {
    addRawLaunches(log, all);
    return;
  }
  const bool isSummary = rows.has("Average");
  const std::span<const std::string_view> names = isSummary ? std::span<const std::string_view>{ncuSummary} : ncuValue;
  std::optional<LogTable> table;
  std::string launch;
  for (std::size_t row = 0; row < all.rows.size(); ++row) {
    const std::string id = isSummary ? summarized(rows, row) : std::string{rows.cell(row, "ID")};
    if (!table || id != launch) {
      if (table) {
        log.addTable(std::move(*table));
      }
      launch = id;
      table = emptyNcuTable(log, isSummary ? id : launchOf(rows, row), all.context, names);
      table->firstLine = all.rows[row].line;
      table->offset = all.offset;
    }
    table->lastLine = all.rows[row].line;
    const std::string_view metric = rows.cell(row, "Metric Name");
    if (metric.empty()) {
      addAdvice(log, *table, rows.cell(row, "Rule Description"));
    } else {
      std::vector<std::string_view> values;
      std::ranges::transform(names, std::back_inserter(values), [&](auto name) { return rows.cell(row, name); });
      addNcuMetric(log, *table, all.rows[row].line, rows.cell(row, "Section Name"), metric,
                   rows.cell(row, "Metric Unit"), values);
    }
  }
  if (table) {
    log.addTable(std::move(*table));
  }
}

}  // namespace kernline::logs
