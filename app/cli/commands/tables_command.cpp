// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/answers/tables_answer.h"
#include "app/cli/commands/commands.h"
#include "app/cli/kit/loaded_file.h"

#include <fmt/format.h>
#include "app/cli/kit/suggestion.h"

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kernline::cli {

namespace {

constexpr const char* tablesExamples =
    R"(Reads tables anywhere in a log: those of torch.profiler, nsys, ncu, nvprof, rocprof, unitrace, DeepSpeed's FLOPs
profiler, and others. It also reads failures, names of traces and measurements ("Peak Memory: 1553.98 MB", "Softmax |
24.5±0.06ms | 1337286 tok/s"). Numbers are in base units: nanoseconds, bytes, counts, FLOPs, shares from 0 to 1.

Examples:
  kernline tables train.log
  kernline tables train.log --json | jq '.tables[] | {subject, totals}'
  kernline tables train.log --json | jq -r '.metrics[] | [.subject, .name, .value, .unit] | @tsv'
  kernline tables runs.zip                     # every log in it
  kernline tables runs.zip/rank0/train.log     # one of them
  torchrun train.py 2>&1 | kernline tables -)";

struct TablesOptions {
  std::vector<std::string> files;
  bool json = false;
  bool csv = false;
  bool complete = false;
};

/// Returns whether the file is a log.
bool addLog(LoadedDocument file, std::vector<LoadedLog>& logs) {
  if (auto* log = std::get_if<std::shared_ptr<const Log>>(&file.document)) {
    logs.push_back({.path = std::move(file.path), .log = std::move(*log), .loadTime = file.loadTime});
    return true;
  }
  constexpr std::string_view ofTrace = "{file} is a trace, not a log with tables; use kernline stats {file} instead";
  constexpr std::string_view ofMemory = "{file} has memory data, but no tables; use kernline memory {file} instead";
  const bool isTrace = std::holds_alternative<std::shared_ptr<const Trace>>(file.document);
  printError(fmt::format(fmt::runtime(isTrace ? ofTrace : ofMemory), fmt::arg("file", file.path)));
  return false;
}

ExitCode run(const TablesOptions& options) {
  std::vector<LoadedLog> logs;
  ExitCode code = done;
  for (const std::string& path : options.files) {
    std::vector<LoadedDocument> files = loadDocuments(path);
    code = files.empty() ? unusableInput : code;
    for (LoadedDocument& file : files) {
      if (!addLog(std::move(file), logs)) {
        code = unusableInput;
      }
    }
  }
  if (logs.empty()) {
    return code;
  }
  Output output(options.json || options.csv ? Audience::Machine : Audience::Human);
  if (options.json) {
    writeTablesJson(output, logs);
  } else if (options.csv) {
    writeTablesCsv(output, logs);
  } else {
    for (const LoadedLog& log : logs) {
      output.write(&log == &logs.front() ? "" : "\n");
      writeTablesText(output, log, options.complete);
    }
  }
  return std::max(code, output.finish());
}

}  // namespace

void addTablesCommand(CLI::App& program, ExitCode& result) {
  CLI::App* command = program.add_subcommand("tables", "Show the tables and measurements in a log");
  const auto options = std::make_shared<TablesOptions>();
  command->add_option("FILE", options->files, "Logs and tables; - reads standard input")->required();
  CLI::Option* json = command->add_flag("--json", options->json, "Output as one JSON document");
  command->add_flag("--csv", options->csv, "Output as CSV, one line per cell or measurement")->excludes(json);
  command->add_flag("--all", options->complete, "Show all rows and measurements. Default: the beginning of each table");
  command->footer(tablesExamples);
  command->callback([options, command, &result] {
    refuseWithoutEffect(*command, {"all"}, {"json", "csv"});
    result = run(*options);
  });
}

}  // namespace kernline::cli
