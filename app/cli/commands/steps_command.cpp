// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/answers/steps_answer.h"
#include "app/cli/commands/commands.h"
#include "app/cli/kit/captured_answer.h"
#include "app/cli/kit/no_steps.h"
#include "app/cli/kit/range_option.h"
#include "app/cli/kit/suggestion.h"
#include "core/analysis/activity/device_activity.h"
#include "core/analysis/causes/trace_analysis.h"
#include "core/analysis/replay/replayed_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <stop_token>
#include <utility>
#include <vector>

namespace kernline::cli {

namespace {

constexpr const char* stepsExamples =
    R"(Steps are searched in this order:
  1. recorded steps (ProfilerStep#3, "step 3")
  2. iterations of vLLM, SGLang, TensorRT-LLM and ATOM
  3. annotations that repeat, also a loop of forward, backward and optimizer
  4. Python functions that repeat
  5. repeating kernels

Found steps launch most of the device's work, and about the same each time. Names of a training loop or of an engine
tell steps, too. Others must repeat three times. A step lasts until the device work that it launched is done, at most
until the next one. Its device time includes all work launched in it, even if it ran later. The device times of all
steps and outside of steps add up to the busy time of the devices. Idle is the time of the step in which a device does
nothing. Work from before the recording counts as neither. Counters of a device (kernline record --counters) are means
over the samples within a step. Other possible steps are listed at the end, the best first, as in the menu of the
window.

Examples:
  kernline steps train.json.gz
  kernline steps train.json.gz --steps-by train_step --csv > steps.csv
  kernline steps train.json.gz --steps-by 'layer_[0-9]+' --limit 0
  kernline steps train.json.gz --json | jq '.candidates'
  kernline steps vllm.json.gz --json | jq '.steps[] | select(.inference.kind == "decode") | .device_ns')";

struct StepsOptions {
  std::string file;
  std::string stepsBy;
  std::optional<std::size_t> limit;
  bool json = false;
  bool csv = false;
};

ExitCode run(const StepsOptions& options) {
  std::optional<LoadedFile> file = loadFile(options.file);
  if (!file) {
    return unusableInput;
  }
  const std::stop_token stop = stopOfAnswer();
  Expected<FoundSteps> found = foundSteps(*file->trace, stepChoice(options.stepsBy), stop);
  if (!found) {
    printError(fmt::format("--steps-by: {}", found.error().message.english()));
    return wrongUsage;
  }
  if (found->steps.empty()) {
    printError(noStepsText(options.file, options.stepsBy));
    return unusableInput;
  }
  FileSteps answer{
      .file = std::move(*file), .found = std::move(*found), .figures = {}, .candidates = {}, .limit = options.limit};
  answer.figures = stepStats(*answer.file.trace, answer.found, stop);
  if (stop.stop_requested()) {
    return answerStopped;
  }
  answer.outside = outsideOfSteps(deviceActivity(*answer.file.trace), answer.figures);
  TraceAnalysis analysis(answer.file.trace);
  analysis.setSteps(std::make_shared<const FoundSteps>(answer.found));
  if (const std::shared_ptr<const ReplayedRun> replayed = analysis.replayedRun(stop)) {
    answer.withoutProfiler = replayed->shorterStep(stop);
    answer.undisturbed = replayed->run({}, KeptMoments::None, stop).steps;
  }
  if (!options.csv) {
    answer.counters = countersOfSteps(*answer.file.trace, answer.figures);
    answer.candidates = stepCandidates(*answer.file.trace, stop);
  }
  if (stop.stop_requested()) {
    return answerStopped;
  }
  Output output(options.json || options.csv ? Audience::Machine : Audience::Human);
  if (options.json) {
    writeStepsJson(output, answer);
  } else if (options.csv) {
    writeStepsCsv(output, answer);
  } else {
    writeStepsText(output, answer);
  }
  return output.finish();
}

}  // namespace

void addStepsCommand(CLI::App& program, ExitCode& result) {
  CLI::App* command =
      program.add_subcommand("steps", "List steps, where their time went, and iterations of inference engines");
  const auto options = std::make_shared<StepsOptions>();
  command->add_option("FILE", options->file, "A profile; - reads standard input")->required();
  CLI::Option* stepsBy = command->add_option("--steps-by", options->stepsBy, kindsOfSteps)->option_text("WHICH");
  addOldSpelling(*command, "--steps", options->stepsBy, stepsBy);
  command->add_option("--limit", options->limit, "Max steps; 0: all. Default: 30 as text, else all")
      ->check(wholeNumber())
      ->option_text("N");
  CLI::Option* json = command->add_flag("--json", options->json, "Output as one JSON document");
  command->add_flag("--csv", options->csv, "Output as CSV, one line per step")->excludes(json);
  command->footer(stepsExamples);
  command->callback([options, &result] { result = run(*options); });
}

}  // namespace kernline::cli
