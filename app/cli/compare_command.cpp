// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/compare_answer.h"
#include "app/cli/loaded_file.h"
#include "core/compare/comparison_report.h"
#include "core/export/output_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace kernline::cli {

namespace {

constexpr const char* examples =
    R"(Lays out what logs and tables have measured: a metric over two dimensions (model, sequence length, …) as a matrix,
with failed runs, ratios to a baseline, fitted exponents (time ~ n^k) and where one overtakes another. Two profiler
tables are put side by side: deltas, what is new and gone, and the speed-up by their totals beside the printed one.
* marks the best of a column. Without choices the data decides.

Examples:
  kernline compare experiment.log
  kernline compare experiment.log --metric time --columns seq_len --baseline Softmax
  kernline compare before.log after.log --csv > deltas.csv
  kernline compare experiment.log --tables 1,5
  kernline compare experiment.log --html report.html)";

struct CompareOptions {
  std::vector<std::string> files;
  CompareChoice choice;
  bool json = false;
  bool csv = false;
  bool markdown = false;
  std::string html;
  std::size_t limit = 30;
};

/// One self-contained file; nothing is printed then.
ExitCode writeReport(const CompareOptions& options, const CompareAnswer& answer) {
  for (const std::string& file : options.files) {
    if (const auto error = refuseOverSource(options.html, file)) {
      complain(error->message);
      return unusableInput;
    }
  }
  auto file = OutputFile::create(options.html);
  if (!file) {
    complain(file.error().message);
    return unusableInput;
  }
  const TableComparison* tables = answer.tables ? &*answer.tables : nullptr;
  (*file)->write(comparisonReport(answer.measurements, answer.views, tables));
  if (const auto error = (*file)->finish()) {
    complain(error->message);
    return unusableInput;
  }
  return done;
}

ExitCode write(const CompareOptions& options, const CompareAnswer& answer) {
  if (!options.html.empty()) {
    return writeReport(options, answer);
  }
  Output output;
  if (options.json) {
    writeCompareJson(output, answer);
  } else if (options.csv) {
    writeCompareCsv(output, answer);
  } else if (options.markdown) {
    writeCompareMarkdown(output, answer);
  } else {
    writeCompareText(output, answer, options.limit);
  }
  return output.finish();
}

ExitCode run(const CompareOptions& options) {
  std::vector<std::shared_ptr<const Log>> logs;
  for (const std::string& path : options.files) {
    std::optional<LoadedDocument> file = loadDocument(path);
    if (!file) {
      return unusableInput;
    }
    if (const auto* log = std::get_if<std::shared_ptr<const Log>>(&file->document)) {
      logs.push_back(*log);
    } else {
      const bool isTrace = std::holds_alternative<std::shared_ptr<const Trace>>(file->document);
      complain(fmt::format("{} is a {}: logs and tables are what can be compared; kernline {} reads it", path,
                           isTrace ? "trace" : "record of memory", isTrace ? "stats" : "memory"));
      return unusableInput;
    }
  }
  const auto answer = compareLogs(std::move(logs), options.choice);
  if (!answer) {
    complain(answer.error().message);
    return wrongUsage;
  }
  if (answer->views.empty() && !answer->tables) {
    complain(
        fmt::format("{} holds nothing to compare: no measurements along anything, and no two profiler tables; "
                    "kernline tables shows what is in it",
                    options.files.front()));
    return unusableInput;
  }
  return write(options, *answer);
}

}  // namespace

void addCompareCommand(CLI::App& program, ExitCode& result) {
  CLI::App* command = program.add_subcommand("compare", "Compare what logs have measured, and profiler tables");
  const auto options = std::make_shared<CompareOptions>();
  CompareChoice& choice = options->choice;
  command->add_option("LOG", options->files, "Logs and tables; - reads standard input")->required()->option_text("...");
  command->add_option("--metric", choice.metric, "What to compare, e.g. time")->option_text("NAME");
  command->add_option("--rows", choice.rows, "What the rows are, e.g. subject (the model)")->option_text("DIM");
  command->add_option("--columns", choice.columns, "What the columns are, e.g. seq_len")->option_text("DIM");
  command->add_option("--where", choice.where, "Only what has this value, e.g. batch_size=8; may be repeated")
      ->option_text("DIM=VALUE")
      ->allow_extra_args(false);
  command->add_option("--baseline", choice.baseline, "The row (or column) that ratios are relative to")
      ->option_text("VALUE");
  command->add_option("--better", choice.better, "What is marked as best: less, more or none")
      ->check(CLI::IsMember({"less", "more", "none"}))
      ->option_text("WHICH");
  command->add_option("--tables", choice.tables, "Numbers of the profiler tables to put side by side, the base first")
      ->delimiter(',')
      ->option_text("N,M");
  command->add_option("--time", choice.time, "Time of a table's rows: device or host")
      ->check(CLI::IsMember({"device", "host"}))
      ->option_text("WHICH");
  command->add_option("--limit", options->limit, "Rows of tables to print; 0: all")->option_text("N");
  CLI::Option* json = command->add_flag("--json", options->json, "One JSON document");
  CLI::Option* csv = command->add_flag("--csv", options->csv, "Comma-separated values, in base units")->excludes(json);
  CLI::Option* markdown =
      command->add_flag("--markdown", options->markdown, "Markdown tables")->excludes(json)->excludes(csv);
  command->add_option("--html", options->html, "Write a report with charts into one self-contained file")
      ->excludes(json)
      ->excludes(csv)
      ->excludes(markdown)
      ->option_text("FILE");
  command->footer(examples);
  command->callback([options, &result] { result = run(*options); });
}

}  // namespace kernline::cli
