// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/compare_options.h"

#include "app/cli/kit/suggestion.h"
#include "core/compare/runs/run_key.h"

namespace kernline::cli {

namespace {

void addMatrixOptions(CLI::App& command, CompareChoice& choice) {
  command.add_option("--metric", choice.metric, "Metric to compare, e.g. time")->option_text("NAME");
  CLI::Option* rows =
      command.add_option("--rows", choice.rows, "Dimension of the rows, e.g. subject (the model)")->option_text("DIM");
  command.add_option("--columns", choice.columns, "Dimension of the columns, e.g. seq_len")->option_text("DIM");
  command
      .add_option("--for", choice.models,
                  "Dimension whose values are compared over all comparable cases, e.g. implementation")
      ->excludes(rows)
      ->option_text("DIM");
  command.add_option("--where", choice.where, "Only measurements with this value, e.g. batch_size=8; may be repeated")
      ->option_text("DIM=VALUE")
      ->allow_extra_args(false);
  command.add_option("--baseline", choice.baseline, "File, row or column that the others are compared with")
      ->option_text("VALUE");
  command.add_option("--better", choice.better, "Value marked as best: less, more or none")
      ->check(oneOf({"less", "more", "none"}))
      ->option_text("WHICH");
  command.add_option("--tables", choice.tables, "Numbers of the profiler tables to compare, the baseline first")
      ->delimiter(',')
      ->option_text("N,M");
  command.add_option("--time", choice.time, "Time of table rows: device, host, or launch (average per launch)")
      ->check(oneOf({"device", "host", "launch"}))
      ->option_text("WHICH");
}

void addRunOptions(CLI::App& command, CompareOptions& options) {
  command
      .add_option("--by", options.by,
                  "Match GPU work of traces by name, normal, family, op, shape or order (default: op where operators "
                  "are known, else name); or dimension of the columns")
      ->option_text("KEY");
  CLI::Option* stepsBy =
      command
          .add_option("--steps-by", options.step,
                      "Steps of a trace: recorded, annotations, functions, rounds, or the name of spans")
          ->option_text("NAME");
  addOldSpelling(command, "--step", options.step, stepsBy);
  command.add_option("--pair", options.pairs, "Treat two names as the same kernel, BASE=>OTHER; may be repeated")
      ->allow_extra_args(false)
      ->option_text("PAIR");
  command
      .add_option("--fail-above", options.form.failAbove,
                  "Exit with 5 if a trace is slower than the baseline by more than this")
      ->check(only(CLI::PositiveNumber, "a number above 0"))
      ->option_text("PERCENT");
  CLI::Option* matrix =
      command.add_flag("--matrix", options.choice.matrix, "Measure traces and show them in a matrix, as logs are");
  command.add_option("--pattern", options.pattern, "Pattern of file names, e.g. {model}_s{seq_len}")
      ->needs(matrix)
      ->option_text("PATTERN");
  CLI::Option* series =
      command.add_flag("--series", options.series, "Treat traces as successive runs of one program and find changes")
          ->excludes(matrix);
  command
      .add_flag("--why", options.why,
                "Split changes of GPU time into calls, work and efficiency; with --matrix, add FLOP/s, bytes and "
                "share of roofline")
      ->excludes(series);
  command
      .add_option("--ncu", options.reports,
                  "Nsight Compute report of the baseline, then of the other trace, to compare measured values")
      ->excludes(matrix)
      ->excludes(series)
      ->option_text("REPORT")
      ->allow_extra_args(false);
  command.add_flag("--by-time", options.byTime, "Sort runs by time of recording")->needs(series);
}

void addFormOptions(CLI::App& command, CompareForm& form) {
  command.add_option("--limit", form.limit, "Max rows per table; 0: all")->check(wholeNumber())->option_text("N");
  CLI::Option* json = command.add_flag("--json", form.json, "Output as one JSON document");
  CLI::Option* csv = command.add_flag("--csv", form.csv, "Output as CSV, in base units")->excludes(json);
  CLI::Option* markdown =
      command.add_flag("--markdown", form.markdown, "Output as Markdown tables")->excludes(json)->excludes(csv);
  command.add_option("--html", form.html, "Write a self-contained report with charts to this file")
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
      ->required()
      ->option_text("...");
  addMatrixOptions(command, options.choice);
  addRunOptions(command, options);
  addFormOptions(command, options.form);
}

void noteGivenOptions(const CLI::App& command, CompareOptions& options) {
  refuseWithoutEffect(command, {"limit"}, {"json", "csv", "html"});
  std::vector<std::string> ofRuns{"pair", "ncu", "fail-above"};
  const bool isKey = options.by.empty() || runKeyFrom(options.by).has_value();  // else a dimension of what was measured
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
