// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/commands.h"
#include "app/cli/kit/list_limit.h"
#include "app/cli/kit/loaded_file.h"
#include "app/cli/kit/output.h"
#include "app/cli/kit/range_option.h"
#include "core/model/format/printable_text.h"
#include "core/model/format/quantity.h"
#include "core/output/export/cut_trace.h"
#include "core/output/recording/sqlite_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <string>

namespace kernline::cli {

namespace {

constexpr const char* exportExamples =
    R"(The file name selects the format. .sqlite, .sqlite3 or .db: a database with the tables of kernline query
--tables, which Kernline can open as a trace again. .json or .json.gz: a Chrome trace with the events that
overlap the range or the time of the steps, unchanged, which other programs can open too. Events of an nsys database are written in the
form that kineto uses. A folder of ranks becomes one trace, with aligned clocks.

Examples:
  kernline export train.json.gz -o train.sqlite
  kernline export train.json.gz --range 120ms..140ms -o step.json.gz
  kernline export report1.sqlite -o report1.json.gz)";

struct ExportOptions {
  std::string file;
  std::string output;
  RangeChoice range;
  bool args = false;
};

bool isDatabase(const std::string& path) {
  constexpr std::array<std::string_view, 3> endings{".sqlite", ".sqlite3", ".db"};
  return std::ranges::any_of(endings, [&](std::string_view ending) { return path.ends_with(ending); });
}

std::string outputName(const std::string& path) {
  return path == "-" || isDatabase(path) || path.ends_with(".json") || path.ends_with(".json.gz")
             ? ""
             : path + " has no known file type; use .sqlite, .json or .json.gz";
}

ExitCode refuse(const Error& error) {
  printError(error.message);
  return error.kind == Error::Kind::Usage ? wrongUsage : unusableInput;
}

/// What was written, where it is no part of the output itself.
ExitCode say(const ExportOptions& options, const std::string& sentence) {
  if (options.output == "-") {
    return done;
  }
  Output output(Reader::Person);
  output.write(sentence + "\n");
  return output.finish();
}

ExitCode run(const ExportOptions& options) {
  if (isDatabase(options.output) && !options.range.isWhole()) {
    printError("a database contains the whole profile; omit --range and --steps, or write a .json");
    return wrongUsage;
  }
  if (!isDatabase(options.output) && options.args) {
    printError("--args applies to SQLite output; a JSON trace always has all args");
    return wrongUsage;
  }
  const std::optional<LoadedFile> file = loadFile(options.file);
  if (!file) {
    return unusableInput;
  }
  if (isDatabase(options.output)) {
    const auto rows = writeSqlite(file->trace, options.output, {.withArgs = options.args});
    return rows ? say(options, fmt::format("{}: {}", printable(options.output), counted(*rows, "row")))
                : refuse(rows.error());
  }
  constexpr TimeRange everything{{std::numeric_limits<std::int64_t>::min()},
                                 {std::numeric_limits<std::int64_t>::max()}};
  const auto range = rangeWithin(options.range, *file);
  if (!range) {
    return refuse(Error{Error::Kind::Unreadable, range.error().message});
  }
  const auto cut = cutTrace(*file->trace, range->value_or(everything), options.output);
  if (!cut) {
    return refuse(cut.error());
  }
  return say(options, fmt::format("{}: {}, {} of {}", printable(options.output), counted(cut->events, "event"),
                                  formatCount(cut->spans), counted(file->trace->spanCount(), "span")));
}

}  // namespace

void addExportCommand(CLI::App& program, ExitCode& result) {
  CLI::App* command = program.add_subcommand("export", "Export a profile as a database or a trace");
  const auto options = std::make_shared<ExportOptions>();
  command->add_option("FILE", options->file, "The profile; - reads standard input")->required()->option_text(" ");
  command
      ->add_option("-o,--output", options->output,
                   "The file to write: .sqlite, .json or .json.gz; - writes JSON to standard output")
      ->required()
      ->check(CLI::Validator(outputName, "OUT"))
      ->option_text("OUT");
  addRangeOptions(*command, options->range);
  command->add_flag("--args", options->args,
                    "Include the args of every event in the database; needs more space and time");
  command->footer(exportExamples);
  command->callback([options, &result] { result = run(*options); });
}

}  // namespace kernline::cli
