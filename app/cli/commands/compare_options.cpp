// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/compare_options.h"

#include "app/cli/kit/range_option.h"
#include "app/cli/kit/suggestion.h"
#include "core/compare/runs/run_key.h"

namespace kernline::cli {

namespace {

void addMatrixOptions(CLI::App& command, CompareChoice& choice) {
  command
      .add_option(
          "--metric", choice.metric,
          "Metric to compare, by the key or title that JSON lists, e.g. time. Default: all that vary, times first")
      ->option_text("NAME");
  CLI::Option* rows =
      command.add_option("--rows", choice.rows, "Dimension of the rows, e.g. subject (the model). Default: the models")
          ->option_text("DIM");
  command
      .add_option("--columns", choice.columns,
                  "Dimension of the columns, e.g. seq_len. Default: the size with most measurements")
      ->option_text("DIM");
  command
      .add_option("--for", choice.models,
                  "Dimension whose values are compared over all cells that they share, e.g. implementation. Its values "
                  "are the rows")
      ->excludes(rows)
      ->option_text("DIM");
  command
      .add_option("--where", choice.where,
                  "Only measurements with this value, e.g. batch_size=8. By default, a dimension is fixed only if a "
                  "cell would hold several values. May be repeated")
      ->option_text("DIM=VALUE")
      ->allow_extra_args(false);
  command
      .add_option("--baseline", choice.baseline,
                  "File, row or column that the others are compared with. Default: the first file; of a folder, the "
                  "one with a name such as base, which is printed")
      ->option_text("VALUE");
  command.add_option("--better", choice.better, "Value marked as best: less, more or none. Default: by the metric")
      ->check(oneOf({"less", "more", "none"}))
      ->option_text("WHICH");
  command.add_option("--tables", choice.tables, "Profiler tables to compare, by number, the baseline first")
      ->delimiter(',')
      ->option_text("N,M");
  command.add_option("--time", choice.time, "Time of table rows: device, host, or launch (mean of one launch)")
      ->check(oneOf({"device", "host", "launch"}))
      ->option_text("WHICH");
}

void addRunOptions(CLI::App& command, CompareOptions& options) {
  command
      .add_option("--by", options.by,
                  "Match GPU work of traces by name, normal, family, op, shape or order. Default: op where both know "
                  "operators, else name. For logs, the same as --columns")
      ->option_text("KEY");
  CLI::Option* stepsBy = command.add_option("--steps-by", options.step, kindsOfSteps)->option_text("WHICH");
  addOldSpelling(command, "--step", options.step, stepsBy);
  command
      .add_option("--pair", options.pairs,
                  "Treat two names as the same kernel. May be repeated. Likely renames are proposed otherwise, and "
                  "counted separately")
      ->allow_extra_args(false)
      ->option_text("BASE=>OTHER");
  command
      .add_option("--fail-above", options.form.failAbove,
                  "Exit with 5 and a message if a trace is slower than the baseline by more than this and noise")
      ->check(only(CLI::PositiveNumber, "a number above 0"))
      ->option_text("PERCENT");
  CLI::Option* matrix =
      command.add_flag("--matrix", options.choice.matrix, "Measure traces and show them in a matrix, as logs are");
  command
      .add_option("--pattern", options.pattern,
                  "Pattern of file names, e.g. {model}_s{seq_len}_run{}. Each pair of braces takes what stands in its "
                  "place; empty braces ignore it")
      ->needs(matrix)
      ->option_text("PATTERN");
  CLI::Option* series =
      command.add_flag("--series", options.series, "Treat traces as successive runs of one program, and find changes")
          ->excludes(matrix);
  command
      .add_flag("--why", options.why,
                "Split changes of GPU time into calls, work and efficiency. With --matrix, add FLOP/s, bytes and share "
                "of roofline")
      ->excludes(series);
  command
      .add_option(
          "--ncu", options.reports,
          "Nsight Compute report of the baseline, then of the other trace. Compares DRAM traffic, FLOPs, tensor pipe "
          "use, occupancy and L2 hit rate per launch")
      ->excludes(matrix)
      ->excludes(series)
      ->option_text("REPORT")
      ->allow_extra_args(false);
  command.add_flag("--by-time", options.byTime, "Order the series by time of recording instead of by argument")
      ->needs(series);
}

void addFormOptions(CLI::App& command, CompareForm& form) {
  command.add_option("--limit", form.limit, "Max rows of tables as text; 0: all")
      ->check(wholeNumber())
      ->option_text("N");
  CLI::Option* json = command.add_flag("--json", form.json, "Output as one JSON document");
  CLI::Option* csv = command.add_flag("--csv", form.csv, "Output as CSV, in base units")->excludes(json);
  CLI::Option* markdown =
      command.add_flag("--markdown", form.markdown, "Output as Markdown tables")->excludes(json)->excludes(csv);
  command
      .add_option("--html", form.html,
                  "Write a self-contained HTML report to this file: charts, matrices, failures, tables")
      ->excludes(json)
      ->excludes(csv)
      ->excludes(markdown)
      ->option_text("FILE");
}

}  // namespace

CLI::Validator runKeyNames() {
  std::vector<std::string> names;
  for (const RunKey key : runKeys) {
    names.emplace_back(toText(key));
  }
  return oneOf(names);
}

void addCompareOptions(CLI::App& command, CompareOptions& options) {
  command
      .add_option("FILE", options.form.files,
                  "Traces, the baseline first; or logs and tables; or a folder. - reads standard input")
      ->required();
  addMatrixOptions(command, options.choice);
  addRunOptions(command, options);
  addFormOptions(command, options.form);
}

void noteGivenOptions(const CLI::App& command, CompareOptions& options) {
  refuseWithoutEffect(command, {"limit"}, {"json", "csv", "html"});
  std::vector<std::string> ofRuns{"pair", "ncu", "fail-above"};
  // Other keys are dimensions of what was measured.
  const bool isKey = options.by.empty() || runKeyFrom(options.by).has_value();
  if (isKey) {
    ofRuns.insert(ofRuns.begin(), "by");
  } else {
    refuseWithoutEffect(command, {"by"}, {"columns"});
    options.choice.columns = options.by;
  }
  if (!options.choice.matrix) {
    ofRuns.insert(ofRuns.end(), {"steps-by", "step", "why"});
  }
  options.ofRuns = firstGiven(command, ofRuns);
  std::vector<std::string> ofTables{"metric", "rows", "for", "columns", "where", "better", "tables", "time"};
  if (!isKey) {
    ofTables.insert(ofTables.begin(), "by");
  }
  options.ofTables = firstGiven(command, ofTables);
}

}  // namespace kernline::cli
