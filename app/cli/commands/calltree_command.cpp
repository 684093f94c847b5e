// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/answers/calltree_answer.h"
#include "app/cli/commands/commands.h"
#include "app/cli/kit/range_option.h"
#include "app/cli/kit/suggestion.h"
#include "app/cli/kit/track_choice.h"
#include "core/analysis/steps/activities_of_steps.h"
#include "core/model/base/parallel.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>

namespace kernline::cli {

namespace {

constexpr const char* calltreeExamples =
    R"(Calls with the same name and the same callers are merged into one node. Python functions, annotations, operators
and runtime calls nest, with device work below the call that launched it. The total of a node is its self plus the
totals of its children. With --bottom-up, functions are sorted by self, with their callers below. Work of PyTorch's
autograd threads is below the call that waits for it (backward), with its device time and count. Its host time stays at
the top. With --steps, all device work launched in a step counts; host time counts while the steps last.

Examples:
  kernline calltree train.json.gz
  kernline calltree train.json.gz --weight device --bottom-up --depth 3
  kernline calltree train.json.gz --steps 3 --weight device
  kernline calltree train.json.gz --range 1.2ms..3ms --min-share 0 --json | jq '.nodes[0]'
  kernline calltree train.json.gz --folded | flamegraph.pl --countname ns > train.svg)";

const std::map<std::string, CallWeight>& weightsByName() {
  static const std::map<std::string, CallWeight> weights{
      {"host", CallWeight::Host}, {"device", CallWeight::Device}, {"count", CallWeight::Count}};
  return weights;
}

struct CalltreeOptions {
  std::string file;
  std::string weight = "host";
  std::string track;
  RangeChoice range;
  std::optional<std::uint32_t> depth;
  std::optional<double> minShare;
  std::optional<std::size_t> limit;
  bool bottomUp = false;
  std::string namesText;
  NameStyle names = NameStyle::Short;
  bool json = false;
  bool folded = false;
};

/// Returns the requested thread; none for all.
Expected<TrackId> chooseThread(const Trace& trace, const std::string& wanted) {
  if (wanted.empty()) {
    return TrackId::none;
  }
  Expected<std::vector<TrackId>> tracks = chooseTracks(trace, wanted);
  if (!tracks) {
    return std::unexpected(tracks.error());
  }
  std::erase_if(*tracks, [&](TrackId track) { return trace.track(track).kind != TrackKind::Thread; });
  if (tracks->size() != 1) {
    return std::unexpected(Error{
        Error::Kind::Usage,
        Message::name(fmt::format("{} threads match \"{}\"; specify one by its id or title", tracks->size(), wanted))});
  }
  return tracks->front();
}

CallTreeStyle styleOf(const CalltreeOptions& options) {
  constexpr double minTextShare = 0.005;
  constexpr std::size_t usualNodesOfText = 100;
  constexpr std::size_t usualNodesOfJson = 10'000;
  CallTreeStyle style;
  style.depth = options.depth.value_or(style.depth);
  style.limit = options.limit.value_or(options.json ? usualNodesOfJson : usualNodesOfText);
  style.minShare = options.minShare.value_or(options.json ? 0 : minTextShare);
  style.names = options.names;
  return style;
}

ExitCode run(const CalltreeOptions& options) {
  std::optional<LoadedFile> file = loadFile(options.file, options.range.rangeToRead());
  if (!file) {
    return unusableInput;
  }
  const Trace& trace = *file->trace;
  const Expected<TrackId> thread = chooseThread(trace, options.track);
  if (!thread) {
    printError(thread.error().message);
    return wrongUsage;
  }
  const auto range = rangeWithin(options.range, *file);
  if (!range) {
    printError(range.error().message);
    return unusableInput;
  }
  FileCallTree answer{.file = std::move(*file), .range = *range, .tree = {}, .order = {}, .repeatedRows = 0};
  answer.tree =
      callTree(trace, {.range = *range, .track = *thread, .activities = activitiesOfSteps(trace, options.range)},
               defaultThreads());
  if (*thread == TrackId::none) {
    answer.repeatedRows = callTracks(trace).size() - summedCallTracks(trace).size();
  }
  if (options.bottomUp && !options.folded) {
    answer.tree = invertedCallTree(answer.tree);
  }
  answer.order = CallTreeOrder(answer.tree, weightsByName().at(options.weight));
  Output output(options.json || options.folded ? Audience::Machine : Audience::Human);
  if (options.folded) {
    writeCallTreeFolded(output, answer);
  } else if (options.json) {
    writeCallTreeJson(output, answer, styleOf(options));
  } else {
    writeCallTreeText(output, answer, styleOf(options));
  }
  return output.finish();
}

}  // namespace

void addCalltreeCommand(CLI::App& program, ExitCode& result) {
  CLI::App* command =
      program.add_subcommand("calltree", "Merge a profile's calls into a tree with self and total time");
  const auto options = std::make_shared<CalltreeOptions>();
  command->add_option("FILE", options->file, "A profile; - reads standard input")->required();
  CLI::Option* bottomUp =
      command->add_flag("--bottom-up", options->bottomUp, "Functions by self time, and their callers below them");
  command
      ->add_option("--weight", options->weight,
                   "Sort nodes and compute shares by host (time, the default), device (time) or count (of spans)")
      ->check(oneOf(namesOf(weightsByName())))
      ->option_text("WEIGHT");
  command
      ->add_option("--track", options->track, "Only the thread with this id or title. Default: all threads in one tree")
      ->option_text("TRACK");
  addRangeOptions(*command, options->range);
  addLazyOption(*command, options->range);
  command->add_option("--depth", options->depth, "Max levels")->check(wholeNumber(1))->option_text("N");
  command
      ->add_option("--min-share", options->minShare,
                   "Only nodes with at least this share of the total, 0 to 1. Default: 0.005 as text, else 0")
      ->check(only(CLI::Range(0.0, 1.0), "a number from 0 to 1"))
      ->option_text("SHARE");
  command
      ->add_option("--limit", options->limit,
                   "Max nodes, those with the largest totals; 0: all. Default: 100 as text, 10000 as JSON")
      ->check(wholeNumber())
      ->option_text("N");
  command
      ->add_option("--names", options->namesText,
                   "Kernel names in text: short (default), demangled or raw. JSON has raw names")
      ->check(oneOf({"short", "demangled", "raw"}))
      ->option_text("STYLE");
  CLI::Option* json = command->add_flag("--json", options->json, "Output as one JSON document");
  command
      ->add_flag("--folded", options->folded,
                 "Output as folded stacks, one line per path with its self time, for flamegraph.pl and speedscope")
      ->excludes(json)
      ->excludes(bottomUp);
  command->footer(calltreeExamples);
  command->callback([options, command, &result] {
    refuseWithoutEffect(*command, {"names"}, {"json", "folded"});
    refuseWithoutEffect(*command, {"limit"}, {"folded"});
    options->names = nameStyleFrom(options->namesText).value_or(options->names);
    result = run(*options);
  });
}

}  // namespace kernline::cli
