// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/answers/log_memory_answer.h"
#include "app/cli/answers/memory_answer.h"
#include "app/cli/answers/memory_comparison_answer.h"
#include "app/cli/commands/commands.h"
#include "app/cli/kit/captured_answer.h"
#include "app/cli/kit/loaded_file.h"
#include "app/cli/kit/range_option.h"
#include "app/cli/kit/suggestion.h"
#include "core/analysis/memory/trace_memory.h"
#include "core/analysis/steps/found_steps.h"
#include "core/model/format/quantity.h"
#include "core/model/format/time_range.h"

#include <fmt/format.h>

#include <map>
#include <memory>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace kernline::cli {

namespace {

constexpr const char* memoryExamples =
    R"(Reads the [memory] records and memory counters of a trace, snapshots from torch.cuda.memory._dump_snapshot() and
files from export_memory_timeline(). For each device it shows allocated and reserved memory, the peak, and the
memory that was live at the peak. Code in a pickle is never run. For a log, it shows the memory columns of the
tables and the printed figures in bytes. Several runs are aligned by their steps and compared. --steps means the time
of the steps: allocations happen on the host.

Examples:
  kernline memory train.json.gz
  kernline memory snapshot.pickle --by stack --limit 5
  kernline memory snapshot.pickle --by phase --json | jq '.devices[0].live_at_peak'
  kernline memory train.json.gz --csv > curve.csv
  kernline memory train.json.gz --steps 3
  kernline memory before.pickle after.pickle
  kernline memory before.json.gz after.json.gz --align each-step --csv > difference.csv
  kernline memory experiment.log)";

const std::map<std::string, MemoryGrouping>& groupingsByName() {
  static const std::map<std::string, MemoryGrouping> groupings{{"op", MemoryGrouping::Op},
                                                               {"line", MemoryGrouping::Place},
                                                               {"phase", MemoryGrouping::Phase},
                                                               {"size", MemoryGrouping::Size},
                                                               {"stack", MemoryGrouping::Stack}};
  return groupings;
}

const std::map<std::string, MemoryAlignment>& alignmentsByName() {
  static const auto alignments = [] {
    std::map<std::string, MemoryAlignment> found;
    for (std::size_t i = 0; i < static_cast<std::size_t>(MemoryAlignment::Count_); ++i) {
      found.emplace(toText(static_cast<MemoryAlignment>(i)), static_cast<MemoryAlignment>(i));
    }
    return found;
  }();
  return alignments;
}

struct MemoryOptions {
  std::vector<std::string> files;
  std::string by = "op";
  std::string at;
  RangeChoice range;
  std::string align = std::string(toText(MemoryAlignment::FirstStep));
  std::size_t limit = 20;
  bool json = false;
  bool csv = false;
};

/// Returns the memory history of a document; nullptr if it was stopped or has no curve, which is reported on stderr.
std::shared_ptr<const MemoryHistory> memoryOf(const std::string& path, const Document& document) {
  if (const auto* memory = std::get_if<std::shared_ptr<const MemoryHistory>>(&document)) {
    return *memory;
  }
  if (const auto* trace = std::get_if<std::shared_ptr<const Trace>>(&document)) {
    const std::stop_token stop = stopOfAnswer();
    const FoundSteps found =
        (*trace)->steps().empty() ? foundSteps(**trace, {}, stop).value_or(FoundSteps{}) : FoundSteps{};
    auto history = traceMemory(**trace, (*trace)->steps().empty() ? found.steps : (*trace)->steps(), stop);
    if (stop.stop_requested()) {
      return nullptr;
    }
    if (!history->isEmpty()) {
      printLosses(path, (*trace)->report());
      return history;
    }
    printError(
        fmt::format("{} has no memory data; record it with profile_memory=True, or take a snapshot with "
                    "torch.cuda.memory._dump_snapshot()",
                    path));
    return nullptr;
  }
  printError(fmt::format("{} is a log and has no timestamps; to see its memory figures, specify it alone", path));
  return nullptr;
}

/// One way of writing or another, as the options say.
template <typename Json, typename Csv, typename Text>
ExitCode write(const MemoryOptions& options, Json json, Csv csv, Text text) {
  Output output(options.json || options.csv ? Audience::Machine : Audience::Human);
  if (options.json) {
    json(output);
  } else if (options.csv) {
    csv(output);
  } else {
    text(output);
  }
  return output.finish();
}

ExitCode answerForLog(const MemoryOptions& options, const std::shared_ptr<const Log>& log) {
  const LogMemoryAnswer answer{options.files.front(), log, logMemory(*log)};
  if (answer.memory.isEmpty()) {
    printError(fmt::format("{} is a log without memory columns or figures in bytes; profile with profile_memory=True",
                           answer.path));
    return unusableInput;
  }
  return write(
      options, [&](Output& output) { writeLogMemoryJson(output, answer); },
      [&](Output& output) { writeLogMemoryCsv(output, answer); },
      [&](Output& output) { writeLogMemoryText(output, answer, options.limit); });
}

ExitCode answerForFile(const MemoryOptions& options) {
  const std::string& path = options.files.front();
  const std::vector<LoadedDocument> files = loadDocuments(path);
  if (files.empty()) {
    return unusableInput;
  }
  if (const auto* log = std::get_if<std::shared_ptr<const Log>>(&files.front().document)) {
    if (!options.range.isWhole()) {
      printError(fmt::format("{} is a log and has no timestamps, so no range of them", path));
      return wrongUsage;
    }
    return answerForLog(options, *log);
  }
  MemoryAnswer answer{.path = path,
                      .history = memoryOf(path, files.front().document),
                      .grouping = groupingsByName().at(options.by),
                      .moment = {}};
  if (!answer.history) {
    return unusableInput;
  }
  const auto* trace = std::get_if<std::shared_ptr<const Trace>>(&files.front().document);
  const Expected<std::optional<TimeRange>> part = trace != nullptr
                                                      ? rangeWithin(options.range, path, **trace)
                                                      : rangeWithin(options.range, path, answer.history->bounds);
  if (!part) {
    printError(part.error().message);
    return wrongUsage;
  }
  answer.range = *part;
  if (!options.at.empty()) {
    const Expected<TimeRange> range = parseTimeRange(options.at + ".." + options.at, answer.history->bounds);
    if (!range) {
      printError(range.error().message);
      return wrongUsage;
    }
    answer.moment = range->begin;
    if (!answer.history->bounds.contains(range->begin) && range->begin != answer.history->bounds.end) {
      printError(fmt::format("{} is outside the range of {}, which is {} long", options.at, path,
                             formatDuration(answer.history->bounds.length())));
      return wrongUsage;
    }
  }
  return write(
      options, [&](Output& output) { writeMemoryJson(output, answer); },
      [&](Output& output) { writeMemoryCsv(output, answer); },
      [&](Output& output) { writeMemoryText(output, answer, options.limit); });
}

ExitCode compareAll(const MemoryOptions& options) {
  if (!options.at.empty()) {
    printError("--at takes one file only");
    return wrongUsage;
  }
  std::vector<MemoryRun> runs;
  for (const std::string& path : options.files) {
    const std::vector<LoadedDocument> files = loadDocuments(path);
    auto history = files.empty() ? nullptr : memoryOf(path, files.front().document);
    if (!history) {
      return unusableInput;
    }
    runs.push_back({path, std::move(history)});
  }
  const MemoryAlignment alignment = alignmentsByName().at(options.align);
  return write(
      options, [&](Output& output) { writeMemoryComparisonJson(output, runs, alignment); },
      [&](Output& output) { writeMemoryComparisonCsv(output, runs, alignment); },
      [&](Output& output) { writeMemoryComparisonText(output, runs, alignment); });
}

ExitCode run(const MemoryOptions& options, const CLI::App& command) {
  const bool areSeveral = options.files.size() > 1;
  const std::string ignored =
      areSeveral ? firstGiven(command, {"by", "at", "range", "steps", "limit"}) : firstGiven(command, {"align"});
  if (!ignored.empty()) {
    printError(fmt::format("{} applies only to {}", ignored, areSeveral ? "a single file" : "several files"));
    return wrongUsage;
  }
  return areSeveral ? compareAll(options) : answerForFile(options);
}

}  // namespace

void addMemoryCommand(CLI::App& program, ExitCode& result) {
  CLI::App* command = program.add_subcommand("memory", "Show memory use over time, its peak and what caused it");
  const auto options = std::make_shared<MemoryOptions>();
  command
      ->add_option("FILE", options->files,
                   "A profile, memory snapshot, memory timeline or log; - reads standard input. Several files are "
                   "compared with the first, the baseline")
      ->required();
  command
      ->add_option("--by", options->by,
                   "Group live memory by op (default), line (of your code), phase (of training), size or stack")
      ->check(oneOf(namesOf(groupingsByName())))
      ->option_text("KEY");
  command
      ->add_option("--at", options->at,
                   "Show live memory at this time instead of the peak, e.g. 1.5ms; written as in --range")
      ->option_text("TIME");
  addRangeOptions(*command, options->range);
  command->add_option("--align", options->align, "Align runs by first-step (default), each-step, stretched or start")
      ->check(oneOf(namesOf(alignmentsByName())))
      ->option_text("HOW");
  command->add_option("--limit", options->limit, "Max lines of live memory in text; 0: all. Default: 20")
      ->check(wholeNumber())
      ->option_text("N");
  CLI::Option* json = command->add_flag("--json", options->json, "Output as one JSON document");
  command
      ->add_flag("--csv", options->csv,
                 "Output the curves as CSV: device, time, bytes allocated and reserved, one line per change. For a "
                 "log, its figures")
      ->excludes(json);
  command->footer(memoryExamples);
  command->callback([options, command, &result] {
    refuseWithoutEffect(*command, {"limit"}, {"json", "csv"});
    refuseWithoutEffect(*command, {"by", "at"}, {"csv"});
    result = run(*options, *command);
  });
}

}  // namespace kernline::cli
