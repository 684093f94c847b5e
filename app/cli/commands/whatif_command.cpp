// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/answers/whatif_answer.h"
#include "app/cli/commands/commands.h"
#include "app/cli/kit/captured_answer.h"
#include "app/cli/kit/device_option.h"
#include "app/cli/kit/list_limit.h"
#include "app/cli/kit/no_steps.h"
#include "app/cli/kit/range_option.h"
#include "app/cli/kit/suggestion.h"
#include "core/analysis/whatif/what_if_answer.h"
#include "core/analysis/work/reference_device.h"
#include "core/output/export/cut_trace.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <expected>
#include <iterator>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kernline::cli {

namespace {

constexpr const char* whatIfExamples =
    R"(Predicts the step time without the profiler and with changes. The run is replayed: host threads continue as
recorded, and launches and streams follow. Calls that waited for the device wait for it again. The host cost of
recording is estimated from the trace and removed. Times are means of the steps, without warm-up.

A change is SELECTOR=CHANGE. Selectors, with a regular expression of names behind the colon, or without for all:
  kernel:REGEX    kernels                          copy[:h2d|d2h|d2d|pageable]  memcpys
  op:REGEX        operators and what they launch   sync[:REGEX]      waits for the device, by the call or what calls it
  family:REGEX    kernels of a family              host[:REGEX]      host time of calls, without what they launch
  module:REGEX    kernels of a module              launch            launch calls
  phase:REGEX     kernels of a phase               allocator         cudaMalloc, cudaFree and the like
  collective[:REGEX]  communication kernels        rank:N            device work of a rank
  advice[:N,N…]   rows of kernline advise, by their numbers
Changes:
  x0.5      factor of the time           none      removed
  2ms       each takes this long; of     async     nothing waits for it; pageable copies are pinned
            an operator, its kernels     graph     launched as one CUDA graph
  roofline  time at the roofline         follow    changed as advised
  fused     neighbors on a stream become one kernel, as long as the longest

Examples:
  kernline whatif train.json.gz
  kernline whatif train.json.gz --set launch=graph
  kernline whatif train.json.gz --set advice:1,2=follow
  kernline whatif train.json.gz --by module
  kernline whatif train.json.gz --by rank --limit 0 --csv > path.csv
  kernline whatif train.json.gz --output undisturbed.json.gz
  kernline whatif train.json.gz --set copy:pageable=async --set op:aten::item=none
  kernline whatif train.json.gz --set family:GEMM=x0.5 --json | jq '.scenario.saved_ns')";

/// `text` was checked; by name if it is empty.
PathBy pathByOf(std::string_view text) {
  for (std::size_t i = 0; i < pathByCount; ++i) {
    if (toText(static_cast<PathBy>(i)) == text) {
      return static_cast<PathBy>(i);
    }
  }
  return PathBy::Name;
}

struct WhatIfOptions {
  std::string file;
  std::vector<std::string> set;
  std::string stepsBy;
  std::string device;
  std::optional<std::size_t> limit;
  std::string output;
  std::string by;
  bool json = false;
  bool csv = false;
  bool markdown = false;
};

/// Writes the run at its new times; why not, if that fails.
std::optional<Message> writeChanged(const WhatIfOptions& options, TraceAnalysis& analysis, const WorkMeter& meter,
                                    std::span<const WhatIfChange> changes, const std::stop_token& stop) {
  constexpr TimeRange everything{{std::numeric_limits<std::int64_t>::min()},
                                 {std::numeric_limits<std::int64_t>::max()}};
  const std::shared_ptr<const ReplayedRun> run = analysis.replayedRun(stop);
  const Expected<ChangedRun> made =
      run ? changedRun(analysis, *run, meter, changes, stop) : std::unexpected(Error{.message = {}});
  if (!made) {
    return made.error().message;
  }
  const Expected<CutTrace> written = cutTrace(*made->trace, everything, options.output, stop);
  return written ? std::nullopt : std::optional(written.error().message);
}

std::string checkChanges(const std::string& text) {
  const Expected<std::vector<WhatIfChange>> changes = parseWhatIfs(text);
  return changes ? std::string() : changes.error().message.english();
}

/// Returns the analysis that answers on this file share, or one of its own with the chosen steps.
std::expected<std::shared_ptr<TraceAnalysis>, ExitCode> analysisBySteps(const LoadedFile& file,
                                                                        const WhatIfOptions& options,
                                                                        const std::stop_token& stop) {
  if (options.stepsBy.empty()) {
    return causesOf(file.trace);
  }
  Expected<FoundSteps> found = foundSteps(*file.trace, stepChoice(options.stepsBy), stop);
  if (!found) {
    printError(fmt::format("--steps-by: {}", found.error().message.english()));
    return std::unexpected(wrongUsage);
  }
  auto analysis = std::make_shared<TraceAnalysis>(file.trace);
  analysis->setSteps(std::make_shared<const FoundSteps>(*std::move(found)));
  return analysis;
}

ExitCode write(const WhatIfOptions& options, FileWhatIf answer) {
  constexpr std::size_t usualLimit = 20;
  answer.limit = options.limit.value_or(usualLimit);
  Output output(options.json || options.csv || options.markdown ? Audience::Machine : Audience::Human);
  if (options.json) {
    writeWhatIfJson(output, answer);
  } else if (options.csv || options.markdown) {
    writeWhatIfTable(output, options.csv ? TableForm::Csv : TableForm::Markdown, answer);
  } else {
    writeWhatIfText(output, answer);
  }
  failIfChanged(output, *answer.file.trace);
  return output.finish();
}

ExitCode run(const WhatIfOptions& options) {
  std::optional<LoadedFile> file = loadFile(options.file);
  if (!file) {
    return unusableInput;
  }
  const std::stop_token stop = stopOfAnswer();
  const std::expected<std::shared_ptr<TraceAnalysis>, ExitCode> shared = analysisBySteps(*file, options, stop);
  if (!shared) {
    return shared.error();
  }
  TraceAnalysis& analysis = **shared;
  const std::shared_ptr<const FoundSteps> found = analysis.steps(stop);
  if (!found) {
    return answerStopped;
  }
  if (found->steps.empty()) {
    printError(noStepsText(options.file, options.stepsBy));
    return unusableInput;
  }
  FileWhatIf answer{.file = std::move(*file), .changes = {}, .found = *found, .answer = {}, .by = pathByOf(options.by)};
  for (const std::string& text : options.set) {
    std::ranges::copy(*parseWhatIfs(text), std::back_inserter(answer.changes));  // the texts were checked before
  }
  const Trace& trace = *answer.file.trace;
  const bool needsRooflines = std::ranges::any_of(answer.changes, [](const WhatIfChange& change) {
    return change.kind == WhatIfChangeKind::Roofline || change.target == WhatIfTarget::Advice;
  });
  const auto model = needsRooflines ? analysis.work(stop) : std::make_shared<const WorkModel>();
  if (!model) {
    return answerStopped;
  }
  const ReferenceDevice device = referenceDevice(trace, options.device);
  const WorkMeter meter(trace, *model, device.ceilings);
  Expected<WhatIfAnswer> made = whatIf(analysis, meter, answer.changes, stop, answer.by);
  if (!made) {
    if (stop.stop_requested()) {
      return answerStopped;
    }
    printError(fmt::format("{}: {}", options.file, made.error().message.english()));
    return unusableInput;
  }
  answer.answer = *std::move(made);
  if (!options.output.empty()) {
    if (const std::optional<Message> failed = writeChanged(options, analysis, meter, answer.changes, stop)) {
      if (stop.stop_requested()) {
        return answerStopped;
      }
      printError(failed->english());
      return unusableInput;
    }
  }
  return write(options, std::move(answer));
}

}  // namespace

void addWhatIfCommand(CLI::App& program, ExitCode& result) {
  CLI::App* command = program.add_subcommand(
      "whatif", "Predict the step time without the profiler and with changes; show the critical path");
  const auto options = std::make_shared<WhatIfOptions>();
  command->add_option("FILE", options->file, "A profile; - reads standard input")->required();
  command
      ->add_option(
          "--set", options->set,
          "Change something, e.g. family:GEMM=x0.5 or sync=none. Separate several changes with ; or repeat the option")
      ->option_text("SELECTOR=CHANGE")
      ->allow_extra_args(false)
      ->check(checkChanges);
  command->add_option("--steps-by", options->stepsBy, kindsOfSteps)->option_text("WHICH");
  addDeviceOption(*command, options->device);
  std::vector<std::string> ways;
  for (std::size_t i = 0; i < pathByCount; ++i) {
    ways.emplace_back(toText(static_cast<PathBy>(i)));
  }
  command->add_option("--by", options->by, "Group the critical path by name (default), kind, op, module, phase or rank")
      ->check(oneOf(ways))
      ->default_str("")
      ->option_text("WHAT");
  command->add_option("--limit", options->limit, "Max rows of each table; 0: all. Default: 20")
      ->check(wholeNumber())
      ->option_text("N");
  command
      ->add_option("-o,--output", options->output,
                   "Also write the run at these times as a Chrome trace, packed if the name ends in .gz")
      ->option_text("FILE");
  CLI::Option* json = command->add_flag("--json", options->json, "Output as one JSON document");
  CLI::Option* csv =
      command->add_flag("--csv", options->csv, "Output as CSV: the step, the critical path, and work off it")
          ->excludes(json);
  command->add_flag("--markdown", options->markdown, "Output the same as a Markdown table")
      ->excludes(json)
      ->excludes(csv);
  command->footer(whatIfExamples);
  command->callback([options, &result] { result = run(*options); });
}

}  // namespace kernline::cli
