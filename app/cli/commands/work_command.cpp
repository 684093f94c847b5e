// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/answers/work_answer.h"
#include "app/cli/commands/commands.h"
#include "app/cli/kit/captured_answer.h"
#include "app/cli/kit/device_option.h"
#include "app/cli/kit/joined_graphs.h"
#include "app/cli/kit/joined_reports.h"
#include "app/cli/kit/range_option.h"
#include "app/cli/kit/suggestion.h"
#include "core/analysis/causes/key_kinds.h"
#include "core/analysis/causes/trace_analysis.h"
#include "core/analysis/query/process_steps.h"
#include "core/analysis/steps/activities_of_steps.h"
#include "core/analysis/steps/step_of_spans.h"
#include "core/model/base/parallel.h"

#include <array>
#include <cstdint>
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

constexpr const char* workExamples =
    R"(FLOPs and compulsory bytes are computed from the input shapes of operators: record with record_shapes=True. The
rules are in work.txt, one line per operator. A multiply-add is two FLOPs; every input is read once and every output
written once. The roofline is the least time that the device needs for both. Recoverable is the total time of calls
above the roofline and the launch floor. A share of the roofline above 100 % is due to caches, or a peak rate that is
too low. In a range or in steps, all work that starts there counts. Collectives have the bytes of the message, and the
bus bandwidth as in nccl-tests. Work without a rule has its own rows, with the reason. Each replay of a CUDA graph
calls the operators of the capture once more. It must be in the same profile, or in one named by --capture. Peak rates
are the vendors' figures for dense work, those that kernline record ceilings measured, or those in
~/.config/kernline/devices.txt.

With samples of kernline record --counters, DRAM and tensor are means over launches, weighted by time. Only launches
that contain a whole sample count. Counters cover the whole GPU, whatever else ran. Shorter kernels are counted as not
sampled.

An Nsight Compute report of the same program adds measured DRAM bytes and FLOPs. Name it with --ncu, or place it with
the profile in the folder FILE. Its launches are matched by kernel name, grid, block and order. Only calls whose kernels
are all matched count.

Examples:
  kernline work train.json.gz
  kernline work train.json.gz --by kernel --limit 10
  kernline work train.json.gz --steps 3..5 --json | jq '.rows[] | select(.bound == "memory")'
  kernline work train.json.gz --device H100 --csv > work.csv
  kernline work decode.json.gz --capture warmup.json.gz
  kernline work train.json.gz --ncu train.ncu-rep)";

struct WorkOptions {
  std::string file;
  std::vector<std::string> captures;
  std::vector<std::string> reports;
  RangeChoice range;
  std::string by = "shape";
  std::string device;
  std::optional<std::size_t> limit;
  bool json = false;
  bool csv = false;
};

constexpr std::array<std::string_view, 6> keysOfWork{"shape", "op", "kernel", "family", "module", "phase"};

/// Returns the query; for steps, of work that was launched in them, whenever it ran.
WorkQuery queryOf(const WorkOptions& options, const std::optional<TimeRange>& range, const ActivityList& launched,
                  TraceAnalysis& analysis) {
  WorkQuery query;
  query.among = launched;
  query.measured = analysis.measured();
  if (!launched) {
    query.range = range;
  }
  if (options.by == "op") {
    query.by = WorkQuery::By::Op;
  } else if (options.by != "shape") {
    query.by = WorkQuery::By::Work;
    query.key = keyKind(options.by == "kernel" ? "name" : options.by)->make(analysis, {});
  }
  return query;
}

/// Returns the requested steps, or all. `stepOf` is that of `stepOfActivities`.
std::vector<StepUse> stepsUsed(const Trace& trace, TraceAnalysis& analysis, const WorkMeter& meter,
                               const RangeChoice& choice, const WorkOfSteps& onDevices) {
  const std::vector<Step>& steps = analysis.steps()->steps;
  const std::vector<WorkUtilization> use =
      stepUtilization(trace, *analysis.work(), meter, onDevices.steps, onDevices.stepOf);
  const StepNumbers numbers = parseStepNumbers(choice.steps).value_or(StepNumbers{.first = 0, .last = SIZE_MAX});
  std::vector<StepUse> made;
  for (const ProcessSteps& process : stepsByProcess(trace, steps)) {
    for (std::size_t i = numbers.first; i < process.steps.size() && i <= numbers.last; ++i) {
      made.push_back({.index = i, .step = steps[process.steps[i]], .use = use[process.steps[i]]});
    }
  }
  return made;
}

ExitCode run(const WorkOptions& options) {
  const auto input = profileWithReports(options.file, options.reports);
  std::optional<LoadedFile> file = input ? loadFile(input->profile, options.range.rangeToRead()) : std::nullopt;
  const auto reports = file ? loadReports(input->reports) : std::nullopt;
  if (!reports) {
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
  FileWork answer{.file = std::move(*file), .range = *range, .by = options.by, .device = {}, .work = {}};
  const Trace& trace = *answer.file.trace;
  answer.device = referenceDevice(trace, options.device);
  TraceAnalysis analysis(answer.file.trace);
  useSteps(options.range, analysis);
  useCaptures(*captures, analysis);
  useReports(*reports, analysis);
  answer.measured = analysis.measured();
  const bool hasSteps = options.range.range.empty();
  std::vector<std::uint32_t> stepOf;
  const std::stop_token stop = stopOfAnswer();
  inParallel([&] { static_cast<void>(analysis.work(stop)); },
             [&] {
               const auto steps = hasSteps ? analysis.steps(stop) : nullptr;
               stepOf = steps ? stepOfActivities(trace, *steps, stop) : std::vector<std::uint32_t>();
             });
  const auto found = analysis.work(stop);
  if (!found || stop.stop_requested()) {
    return answerStopped;
  }
  const WorkModel& model = *found;
  const WorkMeter meter(trace, model, answer.device.ceilings);
  const ActivityList launched = activitiesOfSteps(trace, options.range);
  inParallel([&] { answer.work = traceWork(trace, model, meter, queryOf(options, *range, launched, analysis)); },
             [&] {
               const std::vector<Step> onDevices =
                   hasSteps ? stepsAsDevicesEndThem(trace, *analysis.steps()) : std::vector<Step>();
               const WorkOfSteps steps = hasSteps ? WorkOfSteps{.steps = onDevices, .stepOf = stepOf} : WorkOfSteps{};
               answer.devices = deviceUtilization(trace, model, meter, *range, launched, steps);
               if (hasSteps) {
                 answer.steps = stepsUsed(trace, analysis, meter, options.range, steps);
               }
             });
  const bool isForProgram = options.json || options.csv;
  constexpr std::size_t usualLimit = 30;
  answer.limit = options.limit.value_or(isForProgram ? 0 : usualLimit);
  Output output(isForProgram ? Audience::Machine : Audience::Human);
  if (options.json) {
    writeWorkJson(output, answer);
  } else if (options.csv) {
    writeWorkCsv(output, answer);
  } else {
    writeWorkText(output, answer);
  }
  failIfChanged(output, trace);
  return output.finish();
}

}  // namespace

void addWorkCommand(CLI::App& program, ExitCode& result) {
  CLI::App* command =
      program.add_subcommand("work", "Show FLOPs, bytes, roofline and potential saving of each operator");
  const auto options = std::make_shared<WorkOptions>();
  command->add_option("FILE", options->file, "A profile; - reads standard input")->required();
  command
      ->add_option("--by", options->by,
                   "Group rows by shape (operator and shapes, the default), op, kernel, family, module or phase. The "
                   "work of an operator is divided over its kernels by time")
      ->check(oneOf({keysOfWork.begin(), keysOfWork.end()}))
      ->option_text("WHAT");
  addRangeOptions(*command, options->range);
  addLazyOption(*command, options->range);
  addCaptureOption(*command, options->captures);
  addNcuOption(*command, options->reports);
  addDeviceOption(*command, options->device);
  command->add_option("--limit", options->limit, "Max rows; 0: all. Default: 30 as text, else all")
      ->check(wholeNumber())
      ->option_text("N");
  CLI::Option* json = command->add_flag("--json", options->json, "Output as one JSON document");
  command->add_flag("--csv", options->csv, "Output as CSV with a header line")->excludes(json);
  command->footer(workExamples);
  command->callback([options, &result] { result = run(*options); });
}

}  // namespace kernline::cli
