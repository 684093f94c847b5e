// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/loaded_file.h"
#include "app/cli/memory_answer.h"
#include "core/format/time_range.h"
#include "core/memory/trace_memory.h"

#include <fmt/format.h>

#include <map>
#include <memory>
#include <string>
#include <utility>

namespace kernline::cli {

namespace {

constexpr const char* examples =
    R"(Reads the [memory] records and memory counters of a trace, snapshots of torch.cuda.memory._dump_snapshot() and files
of export_memory_timeline(), and says for each device how much was allocated and reserved, when most was, and what was
alive then. Nothing in a pickle is ever run.

Examples:
  kernline memory train.json.gz
  kernline memory snapshot.pickle --by stack --limit 5
  kernline memory snapshot.pickle --by phase --json | jq '.devices[0].live_at_peak'
  kernline memory train.json.gz --csv > curve.csv)";

const std::map<std::string, MemoryGrouping>& groupingsByName() {
  static const std::map<std::string, MemoryGrouping> groupings{{"op", MemoryGrouping::Op},
                                                               {"line", MemoryGrouping::Place},
                                                               {"phase", MemoryGrouping::Phase},
                                                               {"size", MemoryGrouping::Size},
                                                               {"stack", MemoryGrouping::Stack}};
  return groupings;
}

struct MemoryOptions {
  std::string file;
  std::string by = "op";
  std::string at;
  std::size_t limit = 20;
  bool json = false;
  bool csv = false;
};

/// What a document says about memory; null, having said why on stderr, if it says nothing.
std::shared_ptr<const MemoryHistory> memoryOf(const std::string& path, const Document& document) {
  if (const auto* memory = std::get_if<std::shared_ptr<const MemoryHistory>>(&document)) {
    return *memory;
  }
  if (const auto* trace = std::get_if<std::shared_ptr<const Trace>>(&document)) {
    auto history = traceMemory(**trace);
    if (!history->isEmpty()) {
      return history;
    }
    complain(
        fmt::format("{} says nothing about memory: record it with profile_memory=True, or take a snapshot with "
                    "torch.cuda.memory._dump_snapshot()",
                    path));
    return nullptr;
  }
  complain(fmt::format("{} is a log: kernline tables shows the memory figures in its tables and lines", path));
  return nullptr;
}

ExitCode run(const MemoryOptions& options) {
  const std::vector<LoadedDocument> files = loadDocuments(options.file);
  if (files.empty()) {
    return unusableInput;
  }
  MemoryAnswer answer{.path = options.file,
                      .history = memoryOf(options.file, files.front().document),
                      .grouping = groupingsByName().at(options.by),
                      .moment = {}};
  if (!answer.history) {
    return unusableInput;
  }
  if (!options.at.empty()) {
    const Expected<TimeRange> range = parseTimeRange(options.at + ".." + options.at, answer.history->bounds);
    if (!range) {
      complain(range.error().message);
      return wrongUsage;
    }
    answer.moment = range->begin;
  }
  Output output;
  if (options.json) {
    writeMemoryJson(output, answer);
  } else if (options.csv) {
    writeMemoryCsv(output, answer);
  } else {
    writeMemoryText(output, answer, options.limit);
  }
  return output.finish();
}

}  // namespace

void addMemoryCommand(CLI::App& program, ExitCode& result) {
  CLI::App* command = program.add_subcommand("memory", "Say how much memory was used, when most, and by what");
  const auto options = std::make_shared<MemoryOptions>();
  command->add_option("FILE", options->file, "A profile, memory snapshot or memory timeline; - reads standard input")
      ->required();
  command->add_option("--by", options->by, "Group what was alive by op, line (of your code), phase, size or stack")
      ->check(CLI::IsMember(groupingsByName()))
      ->option_text("KEY");
  command->add_option("--at", options->at, "What was alive at this time, not at the peak: 1.5ms")->option_text("TIME");
  command->add_option("--limit", options->limit, "Lines of what was alive as text. Default: 20; 0: all")
      ->option_text("N");
  CLI::Option* json = command->add_flag("--json", options->json, "One JSON document");
  command->add_flag("--csv", options->csv, "The curves, a line a change")->excludes(json);
  command->footer(examples);
  command->callback([options, &result] { result = run(*options); });
}

}  // namespace kernline::cli
