// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/answers/kernel_cards.h"
#include "app/cli/answers/log_words.h"
#include "app/cli/answers/tables_answer.h"
#include "app/cli/kit/list_limit.h"
#include "app/cli/kit/terminal.h"
#include "app/cli/kit/text_table.h"
#include "core/compare/tables/column_uses.h"
#include "core/model/format/printable_text.h"
#include "core/model/format/quantity.h"
#include "core/model/log/large_integer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <vector>

namespace kernline::cli {

namespace {

constexpr std::size_t shownTableRows = 10;
constexpr std::size_t linesOfText = 40;
constexpr std::size_t maxTableName = 60;

std::string shownCell(const Log& log, const LogColumn& column, const LogCell& cell) {
  if (const std::string_view digits = largeInteger(log, cell); !digits.empty()) {
    return std::string(digits);
  }
  if (cell.hasNumber() && column.quantity != Quantity::Text) {
    return shownNumber(cell.number, column.quantity, log.text(column.unit));
  }
  std::string text{log.text(cell.text)};
  std::ranges::replace(text, '\n', ' ');
  return text;
}

std::string shownValue(const Log& log, const LogMetric& metric) {
  const std::string_view digits = largeInteger(log, metric.value);
  return !metric.value.hasNumber() ? printable(log.text(metric.value.text))
         : digits.empty()          ? shownNumber(metric.value.number, metric.quantity, log.text(metric.unit))
                                   : std::string(digits);
}

/// "seq_len=256".
std::string shownParameter(const Log& log, const LogParameter& parameter) {
  return fmt::format("{}={}", log.text(parameter.name), log.text(parameter.value.text));
}

/// "seq_len=256 lr=0.0005".
std::string shownParameters(const Log& log, const LogContext& context) {
  std::string text;
  for (const LogParameter& parameter : context.parameters) {
    text += (text.empty() ? "" : " ") + shownParameter(log, parameter);
  }
  return text;
}

std::string placeOf(const Log& log, const LogContext& context) {
  std::string text{log.text(context.subject)};
  for (const std::string& part : {shownParameters(log, context), log.sectionTitle(context.section)}) {
    text += (text.empty() || part.empty() ? "" : " · ") + part;
  }
  if (context.prefix != StringId::empty) {
    text += (text.empty() ? "" : " · ") + std::string{log.text(context.prefix)};
  }
  return text;
}

/// Reports in binary formats have no lines.
std::string shownLine(std::uint32_t line) {
  return line == 0 ? "" : formatCount(line);
}

std::string tableHeadline(const Log& log, const LogTable& table) {
  const LogContext& context = log.context(table.context);
  std::vector<std::string> parts{std::string{log.text(table.title)}, std::string{log.text(context.subject)}};
  for (const LogParameter& parameter : context.parameters) {
    parts.push_back(shownParameter(log, parameter));
  }
  parts.push_back(log.sectionTitle(context.section));
  parts.emplace_back(log.text(context.prefix));
  const std::string place = joinedParts(parts);
  return printable(fmt::format("{} table{}{}{} · {}", toText(table.kind),
                               table.firstLine == 0 ? "" : ", line " + formatCount(table.firstLine),
                               place.empty() ? "" : " · ", place, counted(table.rows.size(), "row")));
}

/// Lists the columns of a table with a row per run that are parameters, and those that are results.
std::string usesOf(const Log& log, const LogTable& table) {
  if (table.kind != TableKind::Generic) {
    return {};
  }
  const std::vector<ColumnUse> uses = columnUses(log, table);
  const auto named = [&](auto&& isWanted) {
    std::string names;
    for (std::size_t c = 0; c < uses.size(); ++c) {
      names += isWanted(uses[c]) ? (names.empty() ? "" : ", ") + std::string{log.text(table.columns[c].name)} : "";
    }
    return names;
  };
  const std::string set = named([](ColumnUse use) { return use == ColumnUse::Subject || use == ColumnUse::Parameter; });
  const std::string measured = named([](ColumnUse use) { return use == ColumnUse::Measurement; });
  return set.empty() || measured.empty()
             ? std::string{}
             : fmt::format("  dimensions: {}; measured: {}\n", printable(set), printable(measured));
}

void writeTable(Output& output, const Log& log, const LogTable& table, bool complete) {
  output.write("\n" + tableHeadline(log, table) + "\n" + usesOf(log, table));
  std::vector<TextTable::Column> columns;
  for (const LogColumn& column : table.columns) {
    const bool isText = column.quantity == Quantity::Text;
    columns.push_back({printable(shownTitle(log.text(column.name), column.quantity)),
                       isText ? TextTable::Align::Left : TextTable::Align::Right,
                       isText && !complete ? maxTableName : 0});
  }
  const bool anyNote = std::ranges::any_of(table.rows, [](const LogRow& row) { return row.note != StringId::empty; });
  if (anyNote) {
    columns.push_back({"note", TextTable::Align::Left, complete ? 0 : maxTableName});
  }
  TextTable text{columns};
  const RowUnits units(log, table);
  const std::size_t shown = complete ? table.rows.size() : std::min(table.rows.size(), shownTableRows);
  for (std::size_t r = 0; r < shown; ++r) {
    const Quantity quantity = units.of(r);
    std::vector<std::string> cells;
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
      const LogCell& cell = table.cell(r, c);
      cells.push_back(quantity == Quantity::Text ? shownCell(log, table.columns[c], cell)
                      : units.isValue(c)         ? shownNumber(cell.number, quantity, {})
                      : units.isUnit(c)          ? std::string()
                                                 : shownCell(log, table.columns[c], cell));
    }
    if (anyNote) {
      cells.emplace_back(log.text(table.rows[r].note));
    }
    text.add(std::move(cells));
  }
  output.write(text.text(2, 0));
  output.write(cutNotice(table.rows.size() - shown, "--all"));
  for (const LogTotal& total : table.totals) {
    output.write(
        fmt::format("  {}: {}\n", printable(log.text(total.name)), formatDuration({std::llround(total.value.number)})));
  }
}

/// Writes repeated values as series, if there are too many to read line by line.
void writeSeries(Output& output, const Log& log) {
  struct Series {
    const LogMetric* first = nullptr;
    std::uint32_t lastLine = 0;
    std::vector<double> values;
  };
  std::map<std::tuple<std::string_view, Quantity, std::string_view>, Series> all;
  for (const LogMetric& metric : log.metrics()) {
    if (!metric.value.hasNumber()) {
      continue;
    }
    Series& series = all[{log.text(metric.key), metric.quantity, log.text(metric.unit)}];
    series.first = series.first == nullptr ? &metric : series.first;
    series.lastLine = metric.line;
    series.values.push_back(metric.value.number);
  }
  TextTable text{{{"name", TextTable::Align::Left, 40},
                  {"values", TextTable::Align::Right},
                  {"lines", TextTable::Align::Left},
                  {"min", TextTable::Align::Right},
                  {"median", TextTable::Align::Right},
                  {"max", TextTable::Align::Right}}};
  for (auto& [key, series] : all) {
    const auto middle = series.values.begin() + static_cast<std::ptrdiff_t>(series.values.size() / 2);
    std::ranges::nth_element(series.values, middle);
    const auto [least, most] = std::ranges::minmax(series.values);
    const auto shown = [&](double value) {
      return shownNumber(value, series.first->quantity, log.text(series.first->unit));
    };
    text.add({std::string{log.text(series.first->name)}, formatCount(series.values.size()),
              fmt::format("{} to {}", formatCount(series.first->line), formatCount(series.lastLine)), shown(least),
              shown(*middle), shown(most)});
  }
  output.write(heading(fmt::format("Measurements ({} in {} series)", formatCount(log.metrics().size()),
                                   formatCount(all.size()))) +
               text.text(2, terminalWidth()) + cutNotice(log.metrics().size(), "--all"));
}

void writeMetrics(Output& output, const Log& log, bool complete) {
  constexpr std::size_t many = 1000;
  if (log.metrics().empty()) {
    return;
  }
  if (!complete && log.metrics().size() > many) {
    writeSeries(output, log);
    return;
  }
  TextTable text{{{"line", TextTable::Align::Right},
                  {"of", TextTable::Align::Left, 30},
                  {"name", TextTable::Align::Left, 40},
                  {"value", TextTable::Align::Right},
                  {"±", TextTable::Align::Right},
                  {"where", TextTable::Align::Left, complete ? std::size_t{0} : maxTableName}}};
  const std::size_t shown = complete ? log.metrics().size() : std::min(log.metrics().size(), linesOfText);
  for (const LogMetric& metric : log.metrics().first(shown)) {
    const LogContext& context = log.context(metric.context);
    LogContext rest = context;
    rest.subject = StringId::empty;
    text.add({formatCount(metric.line), std::string{log.text(context.subject)}, std::string{log.text(metric.name)},
              shownValue(log, metric), shownNumber(metric.error, metric.quantity, log.text(metric.unit)),
              placeOf(log, rest)});
  }
  output.write(heading(fmt::format("Measurements ({})", formatCount(log.metrics().size()))) +
               text.text(2, terminalWidth()) + cutNotice(log.metrics().size() - shown, "--all"));
}

void writeFailures(Output& output, const Log& log) {
  if (log.failures().empty()) {
    return;
  }
  output.write(heading("Failures"));
  for (const LogFailure& failure : log.failures()) {
    const std::string place = placeOf(log, log.context(failure.context));
    output.write(fmt::format("  line {}: {}{}{}\n", formatCount(failure.line), printable(place),
                             place.empty() ? "" : " · ", printable(log.text(failure.text))));
  }
}

void writeFiles(Output& output, const Log& log) {
  if (log.files().empty()) {
    return;
  }
  TextTable text{{{"kind"}, {"of"}, {"path"}, {"found"}}};
  for (const LoggedFile& file : log.files()) {
    const bool isFound = file.found != StringId::empty;
    text.add({std::string{toText(file.kind)}, std::string{log.text(log.context(file.context).subject)},
              std::string{log.text(file.path)}, isFound ? std::string{log.text(file.found)} : "not found"});
  }
  output.write(heading("Files named in the log") + text.text(2, 0));
}

void writeMachine(Output& output, const Log& log) {
  for (const LogSetting& setting : log.settings()) {
    if (setting.isMachine) {
      output.write(
          fmt::format("  {}: {}\n", printable(log.text(setting.name)), printable(log.text(setting.value.text))));
    }
  }
}

void writeIssues(Output& output, const Log& log) {
  const std::vector<LogIssueKind> kinds = log.report().kinds();
  if (kinds.empty()) {
    return;
  }
  TextTable text{{{"count", TextTable::Align::Right},
                  {"first line", TextTable::Align::Right},
                  {"what"},
                  {"first", TextTable::Align::Left, 60}}};
  for (const LogIssueKind kind : kinds) {
    const LogIssue& issue = log.report()[kind];
    text.add({formatCount(issue.count), issue.lines.empty() ? "" : shownLine(issue.lines.front()),
              std::string{logIssueText(kind).description}, issue.example});
  }
  output.write(heading("Data issues") + text.text(2, terminalWidth()));
}

void writeHead(Output& output, const LoadedLog& file) {
  const Log& log = *file.log;
  output.write(printable(file.path) + "\n");
  const std::uint64_t bytes = log.lineCount() == 0 ? log.storedBytes() : log.textBytes();
  output.write(
      fmt::format("  {} · {} · {}read in {}\n", printable(log.format()), formatBytes(static_cast<std::int64_t>(bytes)),
                  log.lineCount() == 0 ? "" : counted(log.lineCount(), "line") + " · ", formatDuration(file.loadTime)));
  output.write(fmt::format("  {}, {}, {}, {} named; tables have no timestamps\n", counted(log.tables().size(), "table"),
                           counted(log.metrics().size(), "measurement"), counted(log.failures().size(), "failure"),
                           counted(log.files().size(), "file")));
  writeMachine(output, log);
}

}  // namespace

void writeTablesText(Output& output, const LoadedLog& file, bool complete) {
  writeHead(output, file);
  for (const LogTable& table : file.log->tables()) {
    writeTable(output, *file.log, table, complete);
  }
  writeMetrics(output, *file.log, complete);
  writeFailures(output, *file.log);
  writeFiles(output, *file.log);
  writeIssues(output, *file.log);
}

void writeLogSummaryText(Output& output, const LoadedLog& file, bool complete) {
  const Log& log = *file.log;
  writeHead(output, file);
  writeKernelCardsText(output, log, complete);
  TextTable tables{{{"line", TextTable::Align::Right},
                    {"kind"},
                    {"title", TextTable::Align::Left, 40},
                    {"of", TextTable::Align::Left, complete ? std::size_t{0} : maxTableName},
                    {"rows", TextTable::Align::Right},
                    {"totals"}}};
  const std::size_t shown = complete ? log.tables().size() : std::min(log.tables().size(), linesOfText);
  for (const LogTable& table : log.tables().first(shown)) {
    std::string totals;
    for (const LogTotal& total : table.totals) {
      totals += fmt::format("{}{} {}", totals.empty() ? "" : ", ", log.text(total.device),
                            formatDuration({std::llround(total.value.number)}));
    }
    tables.add({shownLine(table.firstLine), std::string{toText(table.kind)}, std::string{log.text(table.title)},
                placeOf(log, log.context(table.context)), formatCount(table.rows.size()), totals});
  }
  if (!tables.isEmpty()) {
    output.write(heading("Tables") + tables.text(2, 0) + cutNotice(log.tables().size() - shown, "--all"));
  }
  writeFailures(output, log);
  writeFiles(output, log);
  writeIssues(output, log);
  output.write("\n`kernline tables` shows every table and measurement.\n");
}

}  // namespace kernline::cli
