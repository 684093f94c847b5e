// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/answers/log_memory_answer.h"

#include "app/cli/answers/log_json.h"
#include "app/cli/kit/list_limit.h"
#include "app/cli/kit/text_table.h"
#include "core/model/format/csv_cell.h"
#include "core/model/format/printable_text.h"
#include "core/model/format/quantity.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <tuple>
#include <vector>

namespace kernline::cli {

namespace {

constexpr std::size_t maxNameWidth = 60;

std::int64_t bytesIn(const LogCell& cell) {
  constexpr double maxMagnitude = 9.0e18;
  return std::llround(std::clamp(cell.number, -maxMagnitude, maxMagnitude));
}

std::string shownBytes(const LogCell& cell) {
  return cell.hasNumber() ? formatBytes(bytesIn(cell)) : "";
}

/// "seq_len=256 lr=0.0005".
std::string parametersOf(const Log& log, const LogContext& context) {
  std::string text;
  for (const LogParameter& parameter : context.parameters) {
    text += fmt::format("{}{}={}", text.empty() ? "" : " ", log.text(parameter.name), log.text(parameter.value.text));
  }
  return text;
}

struct MemoryColumn {
  std::string_view key;
  std::size_t column = 0;
};

std::vector<MemoryColumn> columnsOf(const TableMemory& table) {
  std::vector<MemoryColumn> columns;
  for (const auto& [key, column] :
       {std::pair("self_device_bytes", table.selfDevice), std::pair("device_bytes", table.device),
        std::pair("self_cpu_bytes", table.selfHost), std::pair("cpu_bytes", table.host)}) {
    if (column) {
      columns.push_back({key, *column});
    }
  }
  return columns;
}

std::string_view nameOf(const Log& log, const LogTable& table, std::uint32_t row) {
  const StringId full = table.rows[row].fullName;
  return log.text(full != StringId::empty ? full : table.cell(row, table.columnOf(ColumnRole::Name).value_or(0)).text);
}

Json tableJson(const Log& log, const TableMemory& memory) {
  const LogTable& table = log.tables()[memory.table];
  const LogContext& context = log.context(table.context);
  Json rows = Json::array();
  for (const std::uint32_t row : memory.rows) {
    Json json{{"name", textValue(nameOf(log, table, row))}, {"line", table.rows[row].line}};
    for (const MemoryColumn& column : columnsOf(memory)) {
      const LogCell& cell = table.cell(row, column.column);
      json[column.key] = cell.hasNumber() ? Json(bytesIn(cell)) : Json{};
    }
    rows.push_back(std::move(json));
  }
  return {{"title", textValue(log.text(table.title))},        {"line", table.firstLine},
          {"subject", textValue(log.text(context.subject))},  {"parameters", logParametersJson(log, context)},
          {"device_name", textValue(log.text(table.device))}, {"rows", std::move(rows)}};
}

std::string tableText(const Log& log, const TableMemory& memory, std::size_t limit) {
  const LogTable& table = log.tables()[memory.table];
  const LogContext& context = log.context(table.context);
  std::string head = fmt::format("\ntable, line {}", formatCount(table.firstLine));
  for (const std::string& part :
       {std::string(log.text(table.title)), std::string(log.text(context.subject)), parametersOf(log, context)}) {
    head += part.empty() ? "" : " · " + printable(part);
  }
  const std::vector<MemoryColumn> columns = columnsOf(memory);
  std::vector<TextTable::Column> heads{{"allocated less freed", TextTable::Align::Left, maxNameWidth}};
  for (const MemoryColumn& column : columns) {
    heads.push_back({printable(log.text(table.columns[column.column].name)), TextTable::Align::Right});
  }
  TextTable text(std::move(heads));
  const std::size_t count = limit == 0 ? memory.rows.size() : std::min(limit, memory.rows.size());
  for (const std::uint32_t row : std::span(memory.rows).first(count)) {
    std::vector<std::string> cells{printable(nameOf(log, table, row))};
    for (const MemoryColumn& column : columns) {
      cells.push_back(shownBytes(table.cell(row, column.column)));
    }
    text.add(std::move(cells));
  }
  if (text.isEmpty()) {
    return head + "\n  all rows are 0 bytes\n";
  }
  return head + '\n' + text.text(2, 0) + cutNotice(memory.rows.size() - count, "--limit 0");
}

/// Figures of one place in one row: "Softmax · seq_len=256: Peak Memory, Fwd, Bwd".
std::string figuresText(const LogMemoryAnswer& answer) {
  const Log& log = *answer.log;
  std::vector<StringId> names;
  std::vector<std::pair<std::tuple<std::string, std::string, std::string>, std::map<StringId, std::string>>> rows;
  for (const std::uint32_t number : answer.memory.figures) {
    const LogMetric& metric = log.metrics()[number];
    const LogContext& context = log.context(metric.context);
    if (std::ranges::find(names, metric.name) == names.end()) {
      names.push_back(metric.name);
    }
    std::tuple place(printable(log.sectionTitle(context.section)), printable(log.text(context.subject)),
                     printable(parametersOf(log, context)));
    const bool goesOn = !rows.empty() && rows.back().first == place && !rows.back().second.contains(metric.name);
    if (!goesOn) {
      rows.emplace_back(std::move(place), std::map<StringId, std::string>{});
    }
    rows.back().second.emplace(metric.name, shownBytes(metric.value));
  }
  std::vector<TextTable::Column> heads{{"where", TextTable::Align::Left, maxNameWidth},
                                       {"of", TextTable::Align::Left},
                                       {"with", TextTable::Align::Left, maxNameWidth}};
  for (const StringId name : names) {
    heads.push_back({printable(log.text(name)), TextTable::Align::Right});
  }
  TextTable table(std::move(heads));
  for (const auto& [place, figures] : rows) {
    std::vector<std::string> cells{std::get<0>(place), std::get<1>(place), std::get<2>(place)};
    for (const StringId name : names) {
      const auto found = figures.find(name);
      cells.push_back(found == figures.end() ? std::string() : found->second);
    }
    table.add(std::move(cells));
  }
  return table.isEmpty() ? std::string() : "\nprinted figures\n" + table.text(2, 0);
}

}  // namespace

void writeLogMemoryJson(Output& output, const LogMemoryAnswer& answer) {
  const Log& log = *answer.log;
  JsonDocument document(output, "memory-log-1");
  document.member("path", textValue(answer.path));
  document.member("format", textValue(log.format()));
  document.array("devices", Json::array());  // a log has no curves
  document.beginArray("tables");
  for (const TableMemory& table : answer.memory.tables) {
    document.element(tableJson(log, table));
  }
  document.endArray();
  document.beginArray("metrics");
  for (const std::uint32_t number : answer.memory.figures) {
    document.element(logMetricJson(log, log.metrics()[number]));
  }
  document.endArray();
  document.beginArray("failures");
  for (const std::uint32_t number : answer.memory.failures) {
    document.element(logFailureJson(log, log.failures()[number]));
  }
  document.endArray();
  document.end();
}

void writeLogMemoryText(Output& output, const LogMemoryAnswer& answer, std::size_t limit) {
  const Log& log = *answer.log;
  output.write(fmt::format("{} · {} · tables and printed figures without timestamps; no curve\n",
                           printable(answer.path), log.format()));
  for (const TableMemory& table : answer.memory.tables) {
    output.write(tableText(log, table, limit));
  }
  output.write(figuresText(answer));
  for (const std::uint32_t number : answer.memory.failures) {
    const LogFailure& failure = log.failures()[number];
    output.write(fmt::format("\nout of memory, line {} · {} {}: {}\n", formatCount(failure.line),
                             printable(log.text(log.context(failure.context).subject)),
                             printable(parametersOf(log, log.context(failure.context))),
                             printable(log.text(failure.text))));
  }
}

void writeLogMemoryCsv(Output& output, const LogMemoryAnswer& answer) {
  const Log& log = *answer.log;
  output.write("source,line,subject,parameters,name,figure,bytes\n");
  const auto write = [&](std::string_view source, std::uint32_t line, ContextId where, std::string_view name,
                         std::string_view figure, const LogCell& cell) {
    const LogContext& context = log.context(where);
    output.write(fmt::format("{},{},{},{},{},{},{}\n", source, line, csvCell(log.text(context.subject)),
                             csvCell(parametersOf(log, context)), csvCell(name), csvCell(figure),
                             cell.hasNumber() ? fmt::to_string(bytesIn(cell)) : ""));
  };
  for (const TableMemory& memory : answer.memory.tables) {
    const LogTable& table = log.tables()[memory.table];
    for (const std::uint32_t row : memory.rows) {
      for (const MemoryColumn& column : columnsOf(memory)) {
        write("table", table.rows[row].line, table.context, nameOf(log, table, row),
              log.text(table.columns[column.column].name), table.cell(row, column.column));
      }
    }
  }
  for (const std::uint32_t number : answer.memory.figures) {
    const LogMetric& metric = log.metrics()[number];
    write("figure", metric.line, metric.context, {}, log.text(metric.name), metric.value);
  }
}

}  // namespace kernline::cli
