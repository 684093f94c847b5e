// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/log/ncu_csv.h"

#include "core/import/log/ncu_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace kernline::logs {

namespace {

/// Cells by the names of their columns.
class NcuRows {
 public:
  NcuRows(const LogBuilder& log, const LogTable& table) : m_log(log), m_table(table) {}

  [[nodiscard]] bool has(std::string_view column) const {
    return std::ranges::any_of(m_table.columns, [&](const LogColumn& one) { return m_log.text(one.name) == column; });
  }

  [[nodiscard]] std::string_view cell(std::size_t row, std::string_view column) const {
    for (std::size_t c = 0; c < m_table.columns.size(); ++c) {
      if (m_log.text(m_table.columns[c].name) == column) {
        return m_log.text(m_table.cell(row, c).text);
      }
    }
    return {};
  }

  [[nodiscard]] std::string kernel(std::size_t row) const {
    return fmt::format("{} {}x{}, Context {}, Stream {}, Device {}, CC {}", cell(row, "Kernel Name"),
                       cell(row, "Grid Size"), cell(row, "Block Size"), cell(row, "Context"), cell(row, "Stream"),
                       cell(row, "Device"), cell(row, "CC"));
  }

 private:
  const LogBuilder& m_log;
  const LogTable& m_table;
};

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
  const NcuRows rows{log, all};
  std::optional<std::size_t> units;
  for (std::size_t row = 0; row < all.rows.size(); ++row) {
    if (rows.cell(row, "ID").empty()) {
      units = row;
      continue;
    }
    LogTable table = emptyNcuTable(log, rows.kernel(row), all.context);
    table.firstLine = all.rows[row].line;
    table.lastLine = all.rows[row].line;
    table.offset = all.offset;
    for (std::size_t c = 0; c < all.columns.size(); ++c) {
      const std::string_view name = log.text(all.columns[c].name);
      const std::string_view value = log.text(all.cell(row, c).text);
      if (name.contains("__") && !value.empty()) {
        addNcuMetric(log, table, all.rows[row].line, {}, name, units ? log.text(all.cell(*units, c).text) : "", value);
      }
    }
    log.addTable(std::move(table));
  }
}

}  // namespace

void addNcuTables(LogBuilder& log, const LogTable& all) {
  const NcuRows rows{log, all};
  if (!rows.has("Metric Name")) {
    addRawLaunches(log, all);
    return;
  }
  std::optional<LogTable> table;
  std::string_view launch;
  for (std::size_t row = 0; row < all.rows.size(); ++row) {
    const std::string_view id = rows.cell(row, "ID");
    if (!table || id != launch) {
      if (table) {
        log.addTable(std::move(*table));
      }
      launch = id;
      table = emptyNcuTable(log, rows.kernel(row), all.context);
      table->firstLine = all.rows[row].line;
      table->offset = all.offset;
    }
    table->lastLine = all.rows[row].line;
    const std::string_view metric = rows.cell(row, "Metric Name");
    if (metric.empty()) {
      addAdvice(log, *table, rows.cell(row, "Rule Description"));
    } else {
      addNcuMetric(log, *table, all.rows[row].line, rows.cell(row, "Section Name"), metric,
                   rows.cell(row, "Metric Unit"), rows.cell(row, "Metric Value"));
    }
  }
  if (table) {
    log.addTable(std::move(*table));
  }
}

}  // namespace kernline::logs
