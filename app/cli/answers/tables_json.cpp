// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/answers/log_json.h"
#include "app/cli/answers/tables_answer.h"
#include "app/cli/kit/json_document.h"
#include "core/model/format/csv_cell.h"
#include "core/model/log/large_integer.h"

#include <fmt/format.h>

namespace kernline::cli {

namespace {

/// All of one kind from all logs, with the number of its file where there are several.
template <typename Items, typename ToJson>
void writeArray(JsonDocument& document, std::string_view key, const std::vector<LoadedLog>& logs, Items items,
                ToJson toJson) {
  document.beginArray(key);
  for (std::size_t f = 0; f < logs.size(); ++f) {
    const Log& log = *logs[f].log;
    for (const auto& item : items(log)) {
      Json json = toJson(log, item);
      if (logs.size() > 1) {
        json["file"] = f;
      }
      document.element(json);
    }
  }
  document.endArray();
}

std::vector<LogSetting> settingsOf(const Log& log, bool isMachine) {
  std::vector<LogSetting> result;
  for (const LogSetting& setting : log.settings()) {
    if (setting.isMachine == isMachine) {
      result.push_back(setting);
    }
  }
  return result;
}

/// Returns the number as JSON has it; empty if there is none.
std::string numberText(const Log& log, const LogCell& cell) {
  if (const std::string_view digits = largeInteger(log, cell); !digits.empty()) {
    return std::string(digits);
  }
  const Json json = numberJson(cell.number);
  return json.is_null() ? "" : toText(json);
}

void writeCsvTable(Output& output, const LoadedLog& file, std::size_t number) {
  const Log& log = *file.log;
  const LogTable& table = log.tables()[number];
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
      const LogCell& cell = table.cell(r, c);
      output.write(fmt::format("{},table,{},{},{},{},{},{},{},{}\n", csvCell(file.path), number + 1, table.rows[r].line,
                               csvCell(log.text(log.context(table.context).subject)), r + 1,
                               csvCell(log.text(table.columns[c].name)), numberText(log, cell),
                               csvCell(log.text(table.columns[c].unit)), csvCell(log.text(cell.text))));
    }
  }
}

}  // namespace

void writeTablesJson(Output& output, const std::vector<LoadedLog>& logs) {
  JsonDocument document(output, "tables-1");
  document.beginArray("files");
  for (const LoadedLog& file : logs) {
    document.element({{"path", textValue(file.path)},
                      {"format", textValue(file.log->format())},
                      {"bytes", file.log->storedBytes()},
                      {"text_bytes", file.log->textBytes()},
                      {"lines", file.log->lineCount()},
                      {"load_ns", file.loadTime.ns}});
  }
  document.endArray();
  writeArray(document, "tables", logs, [](const Log& log) { return log.tables(); }, logTableJson);
  writeArray(document, "metrics", logs, [](const Log& log) { return log.metrics(); }, logMetricJson);
  writeArray(document, "failures", logs, [](const Log& log) { return log.failures(); }, logFailureJson);
  writeArray(document, "traces", logs, [](const Log& log) { return log.files(); }, loggedFileJson);
  writeArray(document, "machine", logs, [](const Log& log) { return settingsOf(log, true); }, logSettingJson);
  writeArray(document, "configuration", logs, [](const Log& log) { return settingsOf(log, false); }, logSettingJson);
  writeArray(document, "issues", logs, [](const Log& log) { return log.report().kinds(); }, logIssueJson);
  document.end();
}

void writeTablesCsv(Output& output, const std::vector<LoadedLog>& logs) {
  output.write("file,kind,table,line,subject,row,name,value,unit,text\n");
  for (const LoadedLog& file : logs) {
    const Log& log = *file.log;
    for (std::size_t t = 0; t < log.tables().size(); ++t) {
      writeCsvTable(output, file, t);
    }
    for (const LogMetric& metric : log.metrics()) {
      output.write(fmt::format("{},metric,,{},{},,{},{},{},{}\n", csvCell(file.path), metric.line,
                               csvCell(log.text(log.context(metric.context).subject)), csvCell(log.text(metric.name)),
                               numberText(log, metric.value), csvCell(log.text(metric.unit)),
                               csvCell(log.text(metric.value.text))));
    }
  }
}

}  // namespace kernline::cli
