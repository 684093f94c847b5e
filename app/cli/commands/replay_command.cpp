// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/answers/replay_answer.h"
#include "app/cli/commands/commands.h"
#include "app/cli/commands/replay_program.h"
#include "app/cli/kit/captured_answer.h"
#include "app/cli/kit/device_option.h"
#include "app/cli/kit/joined_graphs.h"
#include "app/cli/kit/range_option.h"
#include "app/cli/kit/suggestion.h"
#include "core/analysis/causes/trace_analysis.h"
#include "core/analysis/query/text_pattern.h"
#include "core/analysis/rerun/rerun_script.h"
#include "core/analysis/rerun/typical_step.h"
#include "core/model/format/time_range.h"
#include "core/output/file/output_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <functional>
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

constexpr const char* replayExamples =
    R"(Runs operators of a profile alone on the GPU of this machine, with their recorded shapes, types and strides.
Record the profile with record_shapes=True, or with kernline record. Without --op, these are the operators of the step
in the middle that have device time. With --op, they are all calls of that name.

An operator runs with random numbers. Indices are random and valid, other whole numbers are zeros; --json lists them.
The time in the run is that of its kernels, with those of operators that it calls. The time alone is taken by CUDA
events, while the queue of the GPU is full. Both are medians; ± is half the distance of the quartiles.

A Python script does it, which needs only PyTorch: --write keeps it for another machine. Its answer comes back with
--measured.

Examples:
  kernline replay train.json.gz
  kernline replay train.json.gz --op aten::mm --at 12.3ms
  kernline replay train.json.gz --op 'aten::(mm|addmm)' --l2 warm
  kernline replay train.json.gz --write replay.py
  python3 replay.py --json > results.json
  kernline replay train.json.gz --measured results.json)";

struct ReplayOptions {
  std::string file;
  std::vector<std::string> captures;
  std::string op;
  std::string at;
  RangeChoice range;
  std::size_t top = 20;
  std::string write;
  std::string measured;
  ReplayProgramOptions program;
  std::string device;
  bool json = false;
  bool csv = false;
};

using NameFilterOfReplay = std::function<bool(std::string_view)>;

/// Matches the whole name where an operator is called so, else a part of names.
NameFilterOfReplay filterOf(const Trace& trace, const std::string& text, const TextPattern& pattern) {
  const auto isExact = [&](StringId name) { return trace.text(name) == text; };
  if (std::ranges::any_of(trace.names(), isExact)) {
    return [text](std::string_view name) { return name == text; };
  }
  return [pattern](std::string_view name) { return pattern.isIn(name); };
}

std::string checkPattern(const std::string& text) {
  const auto pattern = TextPattern::compile({.text = text, .isRegex = true, .matchCase = true});
  return pattern ? std::string() : pattern.error().message.english();
}

std::string checkMoment(const std::string& text) {
  constexpr TimeRange everything{{0}, {std::numeric_limits<std::int64_t>::max()}};
  const bool isMoment = !text.empty() && !text.contains("..") && parseTimeRange(text + "..", everything);
  return isMoment ? std::string() : "expected a time such as 12.3ms, or @ and a time on the clock of the profile";
}

/// The part of the profile that is requested.
struct RequestedPart {
  RerunQuery query;
  std::optional<ReplayedStep> step;
  bool isOfStep = false;
  std::optional<TimeRange> range;
};

ActivityList activitiesStartingIn(const Trace& trace, TimeRange range) {
  std::vector<SpanId> activities;
  for (std::uint32_t i = 0; i < trace.spanCount(); ++i) {
    if (isDeviceActivity(trace.kind(SpanId{i})) && range.contains(trace.start(SpanId{i}))) {
      activities.push_back(SpanId{i});
    }
  }
  return std::make_shared<const std::vector<SpanId>>(std::move(activities));
}

Expected<RequestedPart> partOf(const ReplayOptions& options, const LoadedFile& file, TraceAnalysis& analysis,
                               const std::stop_token& stop) {
  const Trace& trace = *file.trace;
  RequestedPart part;
  part.query.hasLibraries = !options.program.imports.empty();
  const Expected<std::optional<TimeRange>> range = rangeWithin(options.range, file);
  if (!range) {
    return std::unexpected(range.error());
  }
  part.range = *range;
  if (!options.op.empty()) {
    const auto pattern = TextPattern::compile({.text = options.op, .isRegex = true, .matchCase = true});
    part.query.scope.isNamed = filterOf(trace, options.op, *pattern);  // the name was checked before
  }
  if (!options.at.empty()) {
    const Expected<TimeRange> from = parseTimeRange(options.at + "..", trace.bounds());
    const SpanId op = from ? operatorAt(trace, part.query.scope.isNamed, from->begin) : SpanId::none;
    if (op == SpanId::none) {
      return std::unexpected(Error{.kind = Error::Kind::Usage,
                                   .message = Message::name(fmt::format("{}: no operator {} at {} or after it",
                                                                        file.path, options.op, options.at))});
    }
    part.query.scope = {.isNamed = nullptr, .op = op};
  }
  const auto steps = analysis.steps(stop);
  const auto typical = steps ? typicalStep(trace, *steps, stop) : std::nullopt;
  if (typical) {
    part.step = ReplayedStep{.index = typical->index, .count = typical->count, .name = typical->name};
    part.query.step = typical->activities;
  }
  if (!options.range.steps.empty()) {
    part.query.among = activitiesOfSteps(trace, options.range);
  } else if (part.range) {
    part.query.among = activitiesStartingIn(trace, *part.range);
  } else if (options.op.empty() && typical) {
    part.query.among = typical->activities;
    part.isOfStep = true;
  }
  part.query.within = part.range ? part.query.among : nullptr;
  return part;
}

/// The results to join: of a file, or of the program that runs the cases. nullopt within: there are none.
std::expected<std::optional<RerunResults>, ExitCode> resultsFor(const ReplayOptions& options,
                                                                std::span<const RerunCase> cases,
                                                                const std::stop_token& stop) {
  if (!options.measured.empty()) {
    std::ifstream file(options.measured, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    if (!file) {
      printError(fmt::format("cannot read {}", options.measured));
      return std::unexpected(unusableInput);
    }
    Expected<RerunResults> results = parseRerunResults(text);
    if (!results) {
      printError(fmt::format("{}: {}", options.measured, results.error().message.english()));
      return std::unexpected(unusableInput);
    }
    return *std::move(results);
  }
  const bool canRun = std::ranges::any_of(cases, [](const RerunCase& one) { return one.reason.isEmpty(); });
  if (!options.write.empty() || !canRun) {
    return std::nullopt;
  }
  return runReplayProgram(options.program, rerunScript(cases), stop);
}

std::optional<Message> writeScript(const ReplayOptions& options, std::span<const RerunCase> cases) {
  if (const std::optional<Error> refused = refuseOverSource(options.write, options.file)) {
    return refused->message;
  }
  Expected<std::unique_ptr<OutputFile>> file = OutputFile::create(options.write);
  if (!file) {
    return file.error().message;
  }
  (*file)->write(rerunScript(cases));
  const std::optional<Error> failed = (*file)->finish();
  return failed ? std::optional(failed->message) : std::nullopt;
}

std::vector<ReplayRow> rowsOf(std::vector<RerunCase> cases, const FileReplay& answer, const WorkModel& model) {
  const Trace& trace = *answer.file.trace;
  const WorkMeter meter(trace, model, answer.device.ceilings);
  const bool isOther = answer.results && answer.results->device != answer.device.name;
  const WorkMeter other(trace, model, isOther ? ceilingsOf(answer.results->device) : answer.device.ceilings);
  std::vector<ReplayRow> rows;
  for (RerunCase& one : cases) {
    const WorkFigures figures = figuresOfCase(one, model, meter);
    const bool isModeled = figures.modeledCount > 0 && figures.modeled == figures.kernelTime;
    ReplayRow row{.one = std::move(one)};
    row.flops = isModeled ? std::optional(figures.flops) : std::nullopt;
    row.bytes = isModeled ? std::optional(figures.bytes) : std::nullopt;
    row.rooflineNs = rooflineNsOf(figures);
    row.aloneRooflineNs = isOther ? rooflineNsOf(figuresOfCase(row.one, model, other)) : row.rooflineNs;
    rows.push_back(std::move(row));
  }
  return rows;
}

ExitCode write(const ReplayOptions& options, const FileReplay& answer) {
  Output output(options.json || options.csv ? Audience::Machine : Audience::Human);
  if (options.json) {
    writeReplayJson(output, answer);
  } else if (options.csv) {
    writeReplayCsv(output, answer);
  } else {
    writeReplayText(output, answer);
  }
  failIfChanged(output, *answer.file.trace);
  return output.finish();
}

ExitCode run(const ReplayOptions& options) {
  std::optional<LoadedFile> file = loadFile(options.file);
  const auto captures = file ? loadCaptures(options.captures) : std::nullopt;
  if (!captures) {
    return unusableInput;
  }
  const std::stop_token stop = stopOfAnswer();
  FileReplay answer{.file = std::move(*file), .range = {}, .step = {}, .device = {}, .rows = {}, .results = {}};
  const Trace& trace = *answer.file.trace;
  answer.device = referenceDevice(trace, options.device);
  answer.top = options.top;
  TraceAnalysis analysis(answer.file.trace);
  useSteps(options.range, analysis);
  useCaptures(*captures, analysis);
  const auto model = analysis.work(stop);
  Expected<RequestedPart> part = partOf(options, answer.file, analysis, stop);
  if (!model || stop.stop_requested()) {
    return answerStopped;
  }
  if (!part) {
    printError(part.error().message);
    return unusableInput;
  }
  answer.range = part->range;
  answer.step = part->step;
  answer.isOfStep = part->isOfStep;
  std::vector<RerunCase> cases = rerunPlan(trace, *model, part->query, stop);
  if (stop.stop_requested()) {
    return answerStopped;
  }
  if (cases.empty()) {
    printError(options.op.empty() ? std::string(noGpuWork)
                                  : fmt::format("{}: {} launched no device work", options.file, options.op));
    return unusableInput;
  }
  const auto listed = std::span(cases).first(options.top == 0 ? cases.size() : std::min(options.top, cases.size()));
  if (!options.write.empty()) {
    if (const std::optional<Message> failed = writeScript(options, listed)) {
      printError(*failed);
      return unusableInput;
    }
  }
  auto results = resultsFor(options, listed, stop);
  if (!results) {
    return results.error();
  }
  answer.results = *std::move(results);
  answer.rows = rowsOf(std::move(cases), answer, *model);
  return write(options, answer);
}

}  // namespace

void addReplayCommand(CLI::App& program, ExitCode& result) {
  CLI::App* command =
      program.add_subcommand("replay", "Run operators of a profile alone on this GPU, with their shapes");
  const auto options = std::make_shared<ReplayOptions>();
  command->add_option("FILE", options->file, "A profile; - reads standard input")->required();
  CLI::Option* op =
      command
          ->add_option("--op", options->op,
                       "Operators of this name, or whose name matches this regular expression (RE2); each "
                       "distinct call once")
          ->check(CLI::Validator(checkPattern, "REGEX"))
          ->option_text("NAME");
  command
      ->add_option("--at", options->at,
                   "Only the innermost call of --op that runs on the host at this time, or the next one, e.g. 12.3ms "
                   "from the first start")
      ->check(CLI::Validator(checkMoment, "TIME"))
      ->option_text("TIME")
      ->needs(op);
  addRangeOptions(*command, options->range);
  addCaptureOption(*command, options->captures);
  command->add_option("--top", options->top, "Max distinct calls, the longest device time first; 0: all. Default: 20")
      ->check(wholeNumber())
      ->default_str("")
      ->option_text("N");
  CLI::Option* written =
      command->add_option("--write", options->write, "Write the program to this file, and run nothing")
          ->option_text("SCRIPT");
  CLI::Option* measured =
      command->add_option("--measured", options->measured, "Take the times from this answer of the program (--json)")
          ->option_text("RESULTS")
          ->excludes(written);
  addReplayProgramOptions(*command, options->program);
  for (const char* option : {"--python", "--l2", "--samples"}) {
    command->get_option(option)->excludes(written)->excludes(measured);
  }
  addDeviceOption(*command, options->device);
  CLI::Option* json = command->add_flag("--json", options->json, "Output as one JSON document");
  command->add_flag("--csv", options->csv, "Output as CSV with a header line")->excludes(json);
  command->footer(replayExamples);
  command->callback([options, &result] { result = run(*options); });
}

}  // namespace kernline::cli
