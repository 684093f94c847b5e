// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/import/log/log_view.h"

#include <fmt/format.h>

#include <cmath>

namespace kernline::test {

namespace {

std::string numberText(double number) {
  return std::isnan(number) ? "–" : fmt::format("{:.17g}", number);
}

std::string contextText(const Log& log, const LogContext& context) {
  return fmt::format("[{}] [{}] [{}] [{} {}]", log.sectionTitle(context.section), parametersText(log, context),
                     log.text(context.subject), log.text(context.prefix), context.rank);
}

std::string tableText(const Log& log, const LogTable& table) {
  std::string text =
      fmt::format("table {} lines {}-{} title '{}' device '{}'{}{} {}\n", toText(table.kind), table.firstLine,
                  table.lastLine, log.text(table.title), log.text(table.device), table.isInferred ? " inferred" : "",
                  table.isInterrupted ? " interrupted" : "", contextText(log, log.context(table.context)));
  for (const LogColumn& column : table.columns) {
    text += fmt::format("  column '{}' unit '{}'\n", log.text(column.name), log.text(column.unit));
  }
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    const LogRow& row = table.rows[r];
    text += fmt::format("  row {} {}{}", row.line, toText(row.kind), row.isNameCut ? " cut" : "");
    text += row.fullName == StringId::empty ? "" : fmt::format(" = '{}'", log.text(row.fullName));
    text += row.note == StringId::empty ? "" : fmt::format(" note '{}'", log.text(row.note));
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
      const LogCell& cell = table.cell(r, c);
      text += fmt::format(" | {}{}", log.text(cell.text), cell.hasNumber() ? " → " + numberText(cell.number) : "");
    }
    text += "\n";
  }
  return text + (table.totals.empty() ? "" : "  totals " + totalsText(log, table) + "\n");
}

}  // namespace

std::vector<std::string> columnNames(const Log& log, const LogTable& table) {
  std::vector<std::string> names;
  for (const LogColumn& column : table.columns) {
    names.emplace_back(log.text(column.name));
  }
  return names;
}

std::vector<std::string> rowTexts(const Log& log, const LogTable& table, std::size_t row) {
  std::vector<std::string> texts;
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    texts.emplace_back(log.text(table.cell(row, c).text));
  }
  return texts;
}

std::string totalsText(const Log& log, const LogTable& table) {
  std::string text;
  for (const LogTotal& total : table.totals) {
    text += fmt::format("{}{}={}", text.empty() ? "" : ", ", log.text(total.name), numberText(total.value.number));
  }
  return text;
}

std::string parametersText(const Log& log, const LogContext& context) {
  std::string text;
  for (const LogParameter& parameter : context.parameters) {
    text += fmt::format("{}{}={}", text.empty() ? "" : ",", log.text(parameter.name), log.text(parameter.value.text));
  }
  return text;
}

std::string metricText(const Log& log, const LogMetric& metric) {
  const LogContext& context = log.context(metric.context);
  return fmt::format("{} | {} | {} | {} | {} {} | ±{}", log.sectionTitle(context.section), parametersText(log, context),
                     log.text(context.subject), log.text(metric.name), numberText(metric.value.number),
                     log.text(metric.unit), numberText(metric.error));
}

std::string issuesText(const Log& log) {
  std::string text;
  for (const LogIssueKind kind : log.report().kinds()) {
    const LogIssue& issue = log.report()[kind];
    text += fmt::format("{} {} [{}]\n", logIssueText(kind).key, issue.count, fmt::join(issue.lines, " "));
  }
  return text;
}

std::string dumpLog(const Log& log) {
  std::string text = fmt::format("{} lines\n", log.lineCount());
  for (const LogTable& table : log.tables()) {
    text += tableText(log, table);
  }
  for (const LogMetric& metric : log.metrics()) {
    text += fmt::format("metric {}: {} ({})\n", metric.line, metricText(log, metric), log.text(metric.key));
  }
  for (const LogFailure& failure : log.failures()) {
    text += fmt::format("failure {}: {} {}\n", failure.line, contextText(log, log.context(failure.context)),
                        log.text(failure.text));
  }
  for (const LoggedFile& file : log.files()) {
    text += fmt::format("file {}: {} {} {}\n", file.line, contextText(log, log.context(file.context)),
                        toText(file.kind), log.text(file.path));
  }
  for (const LogSetting& setting : log.settings()) {
    text += fmt::format("{} {}: {} {}={}\n", setting.isMachine ? "machine" : "setting", setting.line,
                        contextText(log, log.context(setting.context)), log.text(setting.name),
                        log.text(setting.value.text));
  }
  return text + issuesText(log);
}

}  // namespace kernline::test
