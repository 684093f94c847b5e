// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/commands.h"
#include "app/cli/kit/list_limit.h"
#include "app/cli/kit/loaded_file.h"
#include "app/cli/kit/output.h"
#include "app/cli/kit/range_option.h"
#include "app/cli/kit/suggestion.h"
#include "core/model/format/printable_text.h"
#include "core/model/format/quantity.h"
#include "core/output/export/cut_trace.h"
#include "core/output/parquet/parquet_folder.h"
#include "core/output/recording/sqlite_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kernline::cli {

namespace {

constexpr const char* exportExamples =
    R"(The file name selects the format. .sqlite, .sqlite3 or .db: a database with the tables of kernline query
--tables. Kernline opens it as a trace again. .json or .json.gz: a Chrome trace, which other programs open, too. It has
the unchanged events that overlap the range or the time of the steps. Events of an nsys database are written in the form
that kineto uses. A folder of ranks becomes one trace, with aligned clocks.
--format parquet: OUT is a folder, for DuckDB, Spark, pandas and others. Each profile becomes OUT/rank=N/spans.parquet,
kernels.parquet and so on. Without a rank in a profile, N is its place on the command line, from 0. Kernline opens OUT,
or one of its ranks, as a trace again.

Examples:
  kernline export train.json.gz -o train.sqlite
  kernline export train.json.gz --range 120ms..140ms -o step.json.gz
  kernline export report1.sqlite -o report1.json.gz
  kernline export rank*.json.gz --format parquet -o run17)";

struct ExportOptions {
  std::vector<std::string> files;
  std::string output;
  std::string format;
  RangeChoice range;
  bool args = false;
};

/// Returns the format by --format, else by the name of the file; empty if neither gives it.
std::string_view formatOf(const ExportOptions& options) {
  constexpr std::array<std::string_view, 3> databases{".sqlite", ".sqlite3", ".db"};
  const std::string& path = options.output;
  if (!options.format.empty()) {
    return options.format;
  }
  if (std::ranges::any_of(databases, [&](std::string_view ending) { return path.ends_with(ending); })) {
    return "sqlite";
  }
  return path == "-" || path.ends_with(".json") || path.ends_with(".json.gz") ? "json" : "";
}

/// Returns the reason why the options cannot be meant together; empty if they can.
std::string conflictOf(const ExportOptions& options, std::string_view format) {
  if (format.empty()) {
    return options.output + " has no known file type; use .sqlite, .json or .json.gz, or --format parquet for a folder";
  }
  if (format != "parquet" && options.files.size() > 1) {
    return "only --format parquet takes several profiles; export them one by one, or a folder of ranks";
  }
  if (format != "json" && options.output == "-") {
    return "standard output takes JSON only; name a file or a folder";
  }
  if (format != "json" && !options.range.isWhole()) {
    return format == "sqlite" ? "a database contains the whole profile; omit --range and --steps, or write a .json"
                              : "Parquet contains the whole profile; omit --range and --steps, or write a .json";
  }
  return format == "json" && options.args
             ? "--args applies to SQLite and Parquet output; a JSON trace always has all args"
             : "";
}

ExitCode refuse(const Error& error) {
  printError(error.message);
  return error.kind == Error::Kind::Usage ? wrongUsage : unusableInput;
}

/// Prints what was written, unless the output itself goes to stdout.
ExitCode say(const ExportOptions& options, const std::string& sentence) {
  if (options.output == "-") {
    return done;
  }
  Output output(Audience::Human);
  output.write(sentence + "\n");
  return output.finish();
}

ExitCode writeDatabase(const ExportOptions& options, const LoadedFile& file) {
  const auto rows = writeSqlite(file.trace, options.output, {.withArgs = options.args});
  return rows ? say(options, fmt::format("{}: {}", printable(options.output), counted(*rows, "row")))
              : refuse(rows.error());
}

ExitCode writeTrace(const ExportOptions& options, const LoadedFile& file) {
  constexpr TimeRange everything{{std::numeric_limits<std::int64_t>::min()},
                                 {std::numeric_limits<std::int64_t>::max()}};
  const auto range = rangeWithin(options.range, file);
  if (!range) {
    return refuse(Error{Error::Kind::Unreadable, range.error().message});
  }
  const auto cut = cutTrace(*file.trace, range->value_or(everything), options.output);
  if (!cut) {
    return refuse(cut.error());
  }
  return say(options, fmt::format("{}: {}, {} of {}", printable(options.output), counted(cut->events, "event"),
                                  formatCount(cut->spans), counted(file.trace->spanCount(), "span")));
}

/// One profile after the other, so that memory is needed for one. No two may be of one rank: the later one would take
/// the place of the other.
ExitCode writeParquetFolder(const ExportOptions& options) {
  std::map<std::int32_t, std::string> fileOfRank;
  ParquetWritten all;
  for (std::size_t i = 0; i < options.files.size(); ++i) {
    const std::optional<LoadedFile> file = loadFile(options.files[i]);
    if (!file) {
      return unusableInput;
    }
    const ParquetOptions how{.rank = static_cast<std::int32_t>(i), .withArgs = options.args};
    for (const std::int32_t rank : parquetRanks(*file->trace, how.rank)) {
      if (const auto [other, isNew] = fileOfRank.try_emplace(rank, file->path); !isNew) {
        printError(fmt::format("{} and {} are both of rank {}; export one of them into another folder",
                               printable(other->second), printable(file->path), rank));
        return wrongUsage;
      }
    }
    const auto written = writeParquet(file->trace, options.output, how);
    if (!written) {
      return refuse(written.error());
    }
    all.rows += written->rows;
    all.bytes += written->bytes;
  }
  return say(options, fmt::format("{}: {}, {}, {}", printable(options.output), counted(fileOfRank.size(), "rank"),
                                  counted(all.rows, "row"), formatBytes(static_cast<std::int64_t>(all.bytes))));
}

ExitCode run(const ExportOptions& options) {
  const std::string_view format = formatOf(options);
  if (const std::string conflict = conflictOf(options, format); !conflict.empty()) {
    printError(conflict);
    return wrongUsage;
  }
  if (format == "parquet") {
    return writeParquetFolder(options);
  }
  const std::optional<LoadedFile> file = loadFile(options.files.front());
  if (!file) {
    return unusableInput;
  }
  return format == "sqlite" ? writeDatabase(options, *file) : writeTrace(options, *file);
}

}  // namespace

void addExportCommand(CLI::App& program, ExitCode& result) {
  CLI::App* command = program.add_subcommand(
      "export", "Export a profile as a database or Parquet files, or a range as a smaller trace");
  const auto options = std::make_shared<ExportOptions>();
  command->add_option("FILE", options->files, "The profile, for Parquet several; - reads standard input")->required();
  command
      ->add_option(
          "-o,--output", options->output,
          "The file to write: .sqlite, .json or .json.gz, or a folder for Parquet. - writes JSON to standard output")
      ->required()
      ->option_text("OUT");
  command
      ->add_option("--format", options->format,
                   "Format: sqlite, json or parquet (a folder). Default: by the name of OUT")
      ->check(oneOf({"sqlite", "json", "parquet"}))
      ->option_text("FORMAT");
  addRangeOptions(*command, options->range);
  command->add_flag("--args", options->args,
                    "In a database or Parquet files, include the args of all events. This takes time and space");
  command->footer(exportExamples);
  command->callback([options, &result] { result = run(*options); });
}

}  // namespace kernline::cli
