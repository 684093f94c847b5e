// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/answers/advise_answer.h"
#include "app/cli/commands/commands.h"
#include "app/cli/kit/captured_answer.h"
#include "app/cli/kit/device_option.h"
#include "app/cli/kit/joined_graphs.h"
#include "app/cli/kit/range_option.h"
#include "app/cli/kit/suggestion.h"

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace kernline::cli {

namespace {

constexpr const char* adviseExamples =
    R"(Each row is a suggested change, with the maximum time it can save. Operators and element types stay as they are.
Savings can be added up, because each nanosecond of a device is in one row at most.
Kernels count only while nothing else runs on their device. Savings below a thousandth of the step are not listed.
Kernels need shapes (record_shapes=True) and a GPU with known peak rates. Step boundaries follow the GPU work that each
step launched. Time before a device's first recorded work is left out. Without --steps, long steps are left out, too.
These are first steps over 1.5 times as long as the others, and repeating kernels over 3 times the median.

Examples:
  kernline advise train.json.gz
  kernline advise train.json.gz --steps 3..5 --markdown > advice.md
  kernline advise train.json.gz --json | jq '.rows[] | {title, upper_bound_ns, confidence}')";

struct AdviseOptions {
  std::string file;
  std::vector<std::string> captures;
  RangeChoice range;
  std::string device;
  std::optional<std::size_t> limit;
  bool json = false;
  bool markdown = false;
};

ExitCode run(const AdviseOptions& options) {
  std::optional<LoadedFile> file = loadFile(options.file, options.range.rangeToRead());
  if (!file) {
    return unusableInput;
  }
  const auto range = rangeWithin(options.range, *file);
  if (!range) {
    printError(range.error().message);
    return unusableInput;
  }
  const auto captures = loadCaptures(options.captures);
  if (!captures) {
    return unusableInput;
  }
  FileAdvice answer{.file = std::move(*file), .range = *range, .found = {}, .device = {}, .advice = {}};
  const Trace& trace = *answer.file.trace;
  answer.device = referenceDevice(trace, options.device);
  TraceAnalysis analysis(answer.file.trace);
  useSteps(options.range, analysis);
  useCaptures(*captures, analysis);
  AdviceQuery query{.range = *range};
  const std::stop_token stop = stopOfAnswer();
  const auto steps = analysis.steps(stop);
  if (!steps) {
    return answerStopped;
  }
  if (options.range.range.empty()) {
    answer.found = *steps;
    query.steps = answer.found.steps;
  }
  if (const Expected<StepNumbers> numbers = parseStepNumbers(options.range.steps)) {
    query.asked = *numbers;
  }
  const auto model = workForAdvice(analysis, query, stop);
  if (!model) {
    return answerStopped;
  }
  answer.advice = advise(analysis, *model, WorkMeter(trace, *model, answer.device.ceilings), query, stop);
  if (stop.stop_requested()) {
    return answerStopped;
  }
  constexpr std::size_t usualLimit = 10;
  answer.limit = options.limit.value_or(options.json ? 0 : usualLimit);
  Output output(options.json || options.markdown ? Audience::Machine : Audience::Human);
  if (options.json) {
    writeAdviceJson(output, answer);
  } else if (options.markdown) {
    writeAdviceMarkdown(output, answer);
  } else {
    writeAdviceText(output, answer);
  }
  failIfChanged(output, trace);
  return output.finish();
}

}  // namespace

void addAdviseCommand(CLI::App& program, ExitCode& result) {
  CLI::App* command = program.add_subcommand("advise", "Suggest optimizations, by the time that each can save at most");
  const auto options = std::make_shared<AdviseOptions>();
  command->add_option("FILE", options->file, "A profile; - reads standard input")->required();
  addRangeOptions(*command, options->range);
  addLazyOption(*command, options->range);
  addCaptureOption(*command, options->captures);
  addDeviceOption(*command, options->device);
  command->add_option("--limit", options->limit, "Max rows; 0: all. Default: 10, as JSON all")
      ->check(wholeNumber())
      ->option_text("N");
  CLI::Option* json = command->add_flag("--json", options->json, "Output as one JSON document");
  command->add_flag("--markdown", options->markdown, "Output as Markdown, for a pull request")->excludes(json);
  command->footer(adviseExamples);
  command->callback([options, &result] { result = run(*options); });
}

}  // namespace kernline::cli
