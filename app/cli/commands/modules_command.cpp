// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/answers/modules_answer.h"
#include "app/cli/commands/commands.h"
#include "app/cli/kit/captured_answer.h"
#include "app/cli/kit/joined_graphs.h"
#include "app/cli/kit/range_option.h"
#include "app/cli/kit/suggestion.h"
#include "core/analysis/causes/trace_analysis.h"
#include "core/analysis/steps/activities_of_steps.h"

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace kernline::cli {

namespace {

constexpr const char* modulesExamples =
    R"(Device time belongs to the innermost nn.Module around its launch. In a backward pass, it belongs to the module of
its forward operator. Each nanosecond of kernels, memcpys and memsets counts once; time without a module is in the last
row. Forward is everything outside of backward and optimizer. Record with with_stack=True; without calls of nn.Module,
annotations (record_function) are the modules. Kernels replayed by a CUDA graph belong to the modules of the capture. It
must be in the same profile, or in one named by --capture. With --steps, all device work launched in a step counts.

Examples:
  kernline modules train.json.gz
  kernline modules train.json.gz --depth 3 --range 1.2ms..3ms
  kernline modules train.json.gz --steps 3..5
  kernline modules train.json.gz --json | jq '.rows[0]'
  kernline modules decode.json.gz --capture warmup.json.gz
  kernline modules train.json.gz --csv > modules.csv)";

struct ModulesOptions {
  std::string file;
  std::vector<std::string> captures;
  RangeChoice range;
  std::optional<std::uint32_t> depth;
  std::optional<std::size_t> limit;
  bool json = false;
  bool csv = false;
};

/// The work in the range that each of the other profiles captured, by the modules there.
void addCaptured(FileModules& answer, const JoinedGraphs& graphs, const ModuleTimesOptions& counted) {
  const std::vector<std::vector<ActivityCapturedHere>> works =
      activitiesCapturedByOthers(*answer.file.trace, graphs.join(), graphs.captures().size(), counted);
  for (std::size_t n = 0; n < works.size(); ++n) {
    const LoadedFile& file = graphs.captures()[n];
    TraceAnalysis analysis(file.trace);
    answer.captured.push_back(
        {file, capturedModuleTimes(*file.trace, *analysis.modules(), *analysis.phases(), works[n])});
  }
  answer.joined = graphs.join().joined().size();
  answer.replayed = graphs.join().replayedActivities();
}

ExitCode run(const ModulesOptions& options) {
  std::optional<LoadedFile> file = loadFile(options.file, options.range.rangeToRead());
  if (!file) {
    return unusableInput;
  }
  const auto range = rangeWithin(options.range, *file);
  if (!range) {
    printError(range.error().message);
    return unusableInput;
  }
  std::optional<std::vector<LoadedFile>> captures = loadCaptures(options.captures);
  if (!captures) {
    return unusableInput;
  }
  FileModules answer{.file = std::move(*file), .range = *range, .times = {}};
  const Trace& trace = *answer.file.trace;
  const JoinedGraphs graphs(answer.file.trace, std::move(*captures));
  TraceAnalysis analysis(answer.file.trace);
  useSteps(options.range, analysis);
  const ModuleTimesOptions counted{
      .range = *range, .activities = activitiesOfSteps(trace, options.range), .join = &graphs.join()};
  const std::stop_token stop = stopOfAnswer();
  const auto modules = analysis.modules(stop);
  const auto phases = analysis.phases(stop);
  if (!modules || !phases) {
    return answerStopped;
  }
  answer.times = moduleTimes(trace, *modules, *phases, counted, stop);
  addCaptured(answer, graphs, counted);
  answer.depth = options.depth.value_or(answer.depth);
  constexpr std::size_t usualLimit = 100;
  answer.limit = options.limit.value_or(options.json || options.csv ? 0 : usualLimit);
  Output output(options.json || options.csv ? Audience::Machine : Audience::Human);
  if (options.json) {
    writeModulesJson(output, answer);
  } else if (options.csv) {
    writeModulesCsv(output, answer);
  } else {
    writeModulesText(output, answer);
  }
  failIfChanged(output, trace);
  return output.finish();
}

}  // namespace

void addModulesCommand(CLI::App& program, ExitCode& result) {
  CLI::App* command = program.add_subcommand("modules", "Show GPU time per nn.Module: forward, backward, optimizer");
  const auto options = std::make_shared<ModulesOptions>();
  command->add_option("FILE", options->file, "A profile; - reads standard input")->required();
  addRangeOptions(*command, options->range);
  addLazyOption(*command, options->range);
  addCaptureOption(*command, options->captures);
  command->add_option("--depth", options->depth, "Max levels")->check(wholeNumber(1))->option_text("N");
  command
      ->add_option("--limit", options->limit,
                   "Max rows, the modules with the most time; 0: all. Default: 100 as text, else all")
      ->check(wholeNumber())
      ->option_text("N");
  CLI::Option* json = command->add_flag("--json", options->json, "Output as one JSON document");
  command->add_flag("--csv", options->csv, "Output as CSV with a header line")->excludes(json);
  command->footer(modulesExamples);
  command->callback([options, &result] { result = run(*options); });
}

}  // namespace kernline::cli
