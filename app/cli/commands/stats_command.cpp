// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/answers/stats_answer.h"
#include "app/cli/commands/commands.h"
#include "app/cli/kit/captured_answer.h"
#include "app/cli/kit/joined_graphs.h"
#include "app/cli/kit/range_option.h"
#include "app/cli/kit/suggestion.h"
#include "core/analysis/causes/key_kinds.h"
#include "core/analysis/causes/span_filter.h"
#include "core/analysis/causes/trace_analysis.h"
#include "core/analysis/counters/measured_rows.h"
#include "core/analysis/steps/activities_of_steps.h"
#include "core/analysis/steps/found_steps.h"
#include "core/model/base/parallel.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kernline::cli {

namespace {

constexpr const char* statsExamples =
    R"(A span that crosses an edge of the range counts with the part inside. With --steps, all kernels, memcpys and
memsets launched in a step count, even if they ran later. The share is relative to the sum of all rows. "Of busy" is
relative to the time in which any row was running. Overlapping rows add up to more than 100 %. By operator, kernels
replayed by a CUDA graph count for the operators of the capture. It must be in the same profile, or in one named by
--capture. Without --kind, kernels are counted, or all spans if a trace has no kernels. Operators by name also have self
and total times on host and device, as in PyTorch's key_averages(). --range counts from the start of the trace. A number
after @ is on the clock of the trace, as in JSON. By step and by phase, --steps-by chooses the steps, otherwise they are
those of kernline steps.

Totals of nested spans, such as operators, count the same time several times. "Self" excludes nested spans that are
counted.

Examples:
  kernline stats train.json.gz
  kernline stats train.json.gz --by module --kind device
  kernline stats train.json.gz --filter phase:backward --limit 10
  kernline stats train.json.gz --by op --kind kernel --limit 10
  kernline stats decode.json.gz --by op --capture warmup.json.gz
  kernline stats train.json.gz --names demangled --markdown
  kernline stats train.json.gz --kind op --shapes --limit 10
  kernline stats train.json.gz --steps 3..5
  kernline stats train.json.gz --kind all --range 1.2ms..3ms --json | jq '.rows[0]'
  kernline stats rank0.json.gz rank1.json.gz --csv > kernels.csv)";

const std::map<std::string, SpanKinds>& kindsByName() {
  static const std::map<std::string, SpanKinds> kinds{
      {"kernel", {SpanKind::Kernel}},
      {"memcpy", {SpanKind::Memcpy}},
      {"memset", {SpanKind::Memset}},
      {"device", SpanKinds::deviceActivities()},
      {"runtime", {SpanKind::Runtime}},
      {"op", {SpanKind::Op}},
      {"python", {SpanKind::PythonFunction}},
      {"annotation", {SpanKind::Annotation}},
      {"gpu_annotation", {SpanKind::DeviceAnnotation}},
      {"all", SpanKinds::all()},
  };
  return kinds;
}

std::vector<std::string> namesOfKeys() {
  std::vector<std::string> names;
  for (const KeyKind& kind : keyKinds()) {
    names.emplace_back(kind.name);
  }
  return names;
}

struct StatsOptions {
  std::vector<std::string> files;
  std::vector<std::string> captures;
  std::string by = "name";
  std::string kind;
  std::string filter;
  RangeChoice range;
  std::string sort;  ///< sort key; empty: steps in their order, else by total
  std::string names;
  bool fullNames = false;
  bool shapes = false;
  StatsStyle style;
  bool json = false;
  bool csv = false;
  bool markdown = false;
};

/// Returns how names are written: as asked, else short in text.
NameStyle nameStyleOf(const StatsOptions& options) {
  const bool isText = !options.json && !options.csv && !options.markdown;
  return options.style.names.value_or(isText ? NameStyle::Short : NameStyle::Raw);
}

/// Sorts rows the longest or most first, or by the names as they are written.
void sortRows(std::vector<StatisticsRow>& rows, const std::string& by, NameStyle names) {
  static const std::map<std::string, Duration StatisticsRow::*> durations{
      {"total", &StatisticsRow::total}, {"mean", &StatisticsRow::mean}, {"median", &StatisticsRow::median},
      {"min", &StatisticsRow::min},     {"max", &StatisticsRow::max},   {"stddev", &StatisticsRow::stddev}};
  if (by == "name") {
    std::ranges::stable_sort(
        rows, {}, [&](const StatisticsRow& row) { return std::pair(kernelNameIn(names, row.name), row.name); });
  } else if (by == "count") {
    std::ranges::stable_sort(rows, std::ranges::greater{}, &StatisticsRow::count);
  } else {
    std::ranges::stable_sort(rows, std::ranges::greater{}, durations.at(by));
  }
}

/// Self and total times of operators by name, in the order of the rows.
void addOperators(FileStatistics& file, const StatisticsOptions& counted) {
  const Trace& trace = *file.file.trace;
  const OpStatistics all =
      opStatistics(trace, {.range = file.range, .shapes = file.shapes.get(), .among = counted.among}, defaultThreads());
  std::map<std::pair<std::string_view, std::uint32_t>, const OpStatisticsRow*> byName;
  for (const OpStatisticsRow& op : all.rows) {
    byName[{trace.text(op.name), op.shape}] = &op;
  }
  for (const StatisticsRow& row : file.statistics.rows) {
    const std::uint32_t shape = file.shapes ? file.shapes->ofSpan[index(row.longest)] : InputShapes::unread;
    const auto op = byName.find({trace.nameText(row.longest), shape});
    file.ops.push_back(op == byName.end() ? OpStatisticsRow{} : *op->second);
  }
}

/// Applies the filter, with shares of all.
void filter(FileStatistics& file, TraceAnalysis& analysis, const KeyKind& by, StatisticsOptions& counted) {
  counted.among = inBoth(counted.among, filteredSpans(analysis, spanFilter(file.filter), counted.kinds, by));
  file.all = std::exchange(file.statistics, statistics(analysis.trace(), counted));
  shareOut(file.statistics, *file.all);
}

/// Kernels, or everything in a trace without any.
std::string defaultKind(const Trace& trace) {
  const std::span<const SpanKind> kinds = trace.kinds();
  return std::ranges::find(kinds, SpanKind::Kernel) != kinds.end() ? "kernel" : "all";
}

/// Returns the work that steps launched, for kinds of device activity; nullptr for others, which count by time.
ActivityList launchedActivities(const StatsOptions& options, const std::string& kind, const Trace& trace) {
  const bool isDeviceActivity = kind == "kernel" || kind == "memcpy" || kind == "memset" || kind == "device";
  return isDeviceActivity ? activitiesOfSteps(trace, options.range) : nullptr;
}

/// Names of rows may be of a capture.
std::optional<FileStatistics> answer(const StatsOptions& options, const std::string& path,
                                     const std::vector<LoadedFile>& captures) {
  std::optional<LoadedFile> file = loadFile(path, options.range.rangeToRead());
  if (!file) {
    return std::nullopt;
  }
  FileStatistics result{.file = std::move(*file),
                        .by = options.by,
                        .kind = options.kind,
                        .filter = options.filter,
                        .range = {},
                        .statistics = {}};
  const Trace& trace = *result.file.trace;
  if (result.kind.empty()) {
    result.kind = defaultKind(trace);
  }
  const auto range = rangeWithin(options.range, result.file);
  if (!range) {
    printError(range.error().message);
    return std::nullopt;
  }
  result.range = *range;
  const bool areOperators = result.kind == "op" && options.by == "name";
  TraceAnalysis analysis(result.file.trace);
  useSteps(options.range, analysis);
  useCaptures(captures, analysis);
  const KeyKind& by = *keyKind(areOperators && options.shapes ? "shape" : options.by);
  const std::stop_token stop = stopOfAnswer();
  StatisticsOptions counted{
      .by = by.make(analysis, stop), .kinds = kindsByName().at(result.kind), .range = result.range};
  if (const ActivityList launched = launchedActivities(options, result.kind, trace)) {
    counted.range = std::nullopt;
    counted.among = launched;
  }
  if (!counted.by && stop.stop_requested()) {
    return std::nullopt;
  }
  result.statistics = statistics(trace, counted, stop);
  if (areOperators && options.shapes) {
    result.shapes = analysis.shapes(stop);
  }
  if (stop.stop_requested()) {
    return std::nullopt;
  }
  if (!options.filter.empty()) {
    filter(result, analysis, by, counted);
  }
  result.measured = measuredRows(trace, counted);
  if (options.by == "step" && options.sort.empty()) {
    std::ranges::stable_sort(result.statistics.rows, {}, &StatisticsRow::key);
  } else {
    sortRows(result.statistics.rows, options.sort.empty() ? "total" : options.sort, nameStyleOf(options));
  }
  if (areOperators) {
    addOperators(result, counted);
  }
  return result;
}

ExitCode run(const StatsOptions& options) {
  if (options.shapes && (options.kind != "op" || options.by != "name")) {
    printError("--shapes applies to operators by name; add --kind op");
    return wrongUsage;
  }
  if (!options.captures.empty() && options.by != "op" && options.filter.empty()) {
    printError("--capture applies to operators; add --by op");
    return wrongUsage;
  }
  if (options.range.isLazy && options.by == "step") {
    printError("--by step numbers the steps of a whole profile; leave out --lazy");
    return wrongUsage;
  }
  const auto captures = loadCaptures(options.captures);
  if (!captures) {
    return unusableInput;
  }
  std::vector<FileStatistics> answers;
  ExitCode code = done;
  for (const std::string& path : options.files) {
    if (std::optional<FileStatistics> result = answer(options, path, *captures)) {
      answers.push_back(std::move(*result));
    } else {
      code = unusableInput;
    }
  }
  if (answers.empty()) {
    return code;
  }
  Output output(options.json || options.csv || options.markdown ? Audience::Machine : Audience::Human);
  if (options.json) {
    writeStatsJson(output, answers, options.style);
  } else if (options.csv) {
    writeStatsCsv(output, answers, options.style);
  } else if (options.markdown) {
    writeStatsMarkdown(output, answers, options.style);
  } else {
    writeStatsText(output, answers, options.style);
  }
  for (const FileStatistics& file : answers) {
    failIfChanged(output, *file.file.trace);
  }
  return std::max(code, output.finish());
}

}  // namespace

void addStatsCommand(CLI::App& program, ExitCode& result) {
  CLI::App* command = program.add_subcommand(
      "stats", "Show statistics of spans by name, family, operator, module, phase, step, shape or stream");
  const auto options = std::make_shared<StatsOptions>();
  command->add_option("FILE", options->files, "Profiles; - reads standard input")->required();
  command
      ->add_option("--by", options->by, fmt::format("Group rows by {}. Default: name", fmt::join(namesOfKeys(), ", ")))
      ->check(oneOf(namesOfKeys()))
      ->option_text("KEY");
  command
      ->add_option("--kind", options->kind,
                   "Spans to count: kernel, memcpy, memset, device (these three), runtime, op, python, annotation, "
                   "gpu_annotation or all. Default: kernel, or all if a profile has no kernels")
      ->check(oneOf(namesOf(kindsByName())))
      ->option_text("KIND");
  command
      ->add_option("--filter", options->filter,
                   "Only spans whose name, family, category, operator, module or phase contains TEXT, in any case. "
                   "KEY:TEXT looks in one key of --by, e.g. phase:backward, or step:3 for that of --steps 3. A number "
                   "at an end of TEXT is then a whole one: module:Linear_1 is not Linear_10. Shares are still of all "
                   "spans of the kind")
      ->option_text("TEXT");
  addRangeOptions(*command, options->range);
  addLazyOption(*command, options->range);
  addCaptureOption(*command, options->captures);
  command
      ->add_option("--sort", options->sort,
                   "Sort rows by total, count, mean, median, min, max, stddev or name. Default: total; by step, steps "
                   "in their order")
      ->check(oneOf({"total", "count", "mean", "median", "min", "max", "stddev", "name"}))
      ->option_text("COLUMN");
  command->add_option("--limit", options->style.limit, "Max rows of each file; 0: all. Default: 30 as text, else all")
      ->check(wholeNumber())
      ->option_text("N");
  CLI::Option* names =
      command
          ->add_option(
              "--names", options->names,
              "Kernel names: short (function and main template arguments), demangled (whole C++ declaration) or raw "
              "(as in the file). Default: short as text, else raw")
          ->check(oneOf({"short", "demangled", "raw"}))
          ->option_text("STYLE");
  command->add_flag("--full-names", options->fullNames, "Same as --names raw")->excludes(names);
  command->add_flag("--shapes", options->shapes,
                    "With --kind op: one row per input shape of an operator, if the profile has shapes "
                    "(record_shapes). Reads the args of all operators, which takes some microseconds each");
  CLI::Option* json = command->add_flag("--json", options->json, "Output as one JSON document");
  CLI::Option* csv = command->add_flag("--csv", options->csv, "Output as CSV with a header line")->excludes(json);
  command->add_flag("--markdown", options->markdown, "Output as a Markdown table")->excludes(json)->excludes(csv);
  command->footer(statsExamples);
  command->callback([options, &result] {
    options->style.names = options->fullNames ? NameStyle::Raw : nameStyleFrom(options->names);
    result = run(*options);
  });
}

}  // namespace kernline::cli
