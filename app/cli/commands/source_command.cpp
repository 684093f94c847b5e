// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/answers/kernel_cards.h"
#include "app/cli/answers/source_answer.h"
#include "app/cli/answers/source_comparison_answer.h"
#include "app/cli/commands/commands.h"
#include "app/cli/kit/loaded_file.h"
#include "app/cli/kit/suggestion.h"
#include "core/model/format/printable_text.h"
#include "core/model/names/kernel_name.h"

#include <fmt/format.h>

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace kernline::cli {

namespace {

constexpr const char* sourceExamples =
    R"(Shows where in their code kernels spend time, and why their warps stall there. Reads recordings of kernline
record --source, and Nsight Compute reports with sampled program counters. A sample is a warp that was seen at an
instruction. A kernel has the samples of all its launches; in a report, each launch is a kernel of its own. Source lines
need -lineinfo. Inlined code has the lines of the inlined function.

With two files, shows which lines and states became cheaper or more expensive. Lines are matched by their text, so they
may have moved. Samples are compared per launch, or as shares of the kernel where launches are unknown.

Examples:
  kernline source run.json
  kernline source run.json --kernel attention --by instruction --limit 20
  kernline source run.json --by stall
  kernline source kernel.ncu-rep --json | jq '.rows[0]'
  kernline source before.json after.json --kernel attention)";

struct SourceOptions {
  std::vector<std::string> files;
  std::string kernel;
  std::string by = "line";
  std::optional<std::size_t> limit;
  bool json = false;
};

const std::map<std::string, SourceBy>& waysOfSource() {
  static const std::map<std::string, SourceBy> ways{
      {"line", SourceBy::Line}, {"instruction", SourceBy::Instruction}, {"stall", SourceBy::Stall}};
  return ways;
}

constexpr std::size_t usualLimit = 20;

std::size_t limitOf(const SourceOptions& options) {
  return options.limit.value_or(options.json ? 0 : usualLimit);
}

bool isAsked(const SourceKernel& kernel, const std::string& part) {
  return kernel.name.contains(part) || shortKernelName(kernel.name).contains(part);
}

void sayNoSuchKernel(const SourceOptions& options) {
  const std::string file = printable(options.files.front());
  printError(fmt::format("{}: no sampled kernel has \"{}\" in its name; kernline source {} lists them", file,
                         printable(options.kernel), file));
}

/// Returns what `read` makes of a trace or a report; nullopt if it has no samples, which is reported on stderr.
template <typename Read>
auto sampledIn(const LoadedDocument& file, const Read& read) {
  using Made = decltype(read(std::declval<const Trace&>()));
  std::optional<Made> made;
  if (const auto* trace = std::get_if<std::shared_ptr<const Trace>>(&file.document)) {
    made = read(**trace);
  } else if (const auto* log = std::get_if<std::shared_ptr<const Log>>(&file.document)) {
    made = read(**log);
  }
  return made;
}

void sayNoSamples(const LoadedDocument& file) {
  const auto* log = std::get_if<std::shared_ptr<const Log>>(&file.document);
  if (log != nullptr && kernelCardsJson(**log).empty()) {
    printError(fmt::format("{} is a log; kernline tables {} reads it", printable(file.path), printable(file.path)));
    return;
  }
  printError(
      fmt::format("{}: no sampled program counters; record with kernline record --source, or with ncu --set full",
                  printable(file.path)));
}

ExitCode showSources(const SourceOptions& options) {
  const std::string& path = options.files.front();
  std::vector<LoadedDocument> files = loadDocuments(path);
  if (files.empty()) {
    return unusableInput;
  }
  auto sources = sampledIn(files.front(), [](const auto& document) { return kernelSourcesOf(document); });
  if (!sources || sources->kernels.empty()) {
    sayNoSamples(files.front());
    return unusableInput;
  }
  SourceAnswer answer{.path = files.front().path,
                      .sources = std::move(*sources),
                      .kernels = {},
                      .by = waysOfSource().at(options.by),
                      .limit = limitOf(options)};
  for (std::size_t i = 0; i < answer.sources.kernels.size(); ++i) {
    if (isAsked(answer.sources.kernels[i], options.kernel)) {
      answer.kernels.push_back(i);
    }
  }
  if (answer.kernels.empty()) {
    sayNoSuchKernel(options);
    return unusableInput;
  }
  Output output(options.json ? Audience::Machine : Audience::Human);
  options.json ? writeSourceJson(output, answer) : writeSourceText(output, answer);
  return output.finish();
}

std::optional<SourceComparisonAnswer::Side> comparedSide(const std::string& path) {
  const std::vector<LoadedDocument> files = loadDocuments(path);
  if (files.empty()) {
    return std::nullopt;
  }
  auto run = sampledIn(files.front(), [](const auto& document) { return sampledRunOf(document); });
  if (!run || run->sources.kernels.empty()) {
    sayNoSamples(files.front());
    return std::nullopt;
  }
  return SourceComparisonAnswer::Side{.path = files.front().path, .run = std::move(*run)};
}

/// Keeps the requested kernels; false if there are none.
bool keepAsked(SourceComparisonAnswer& answer, const std::string& part) {
  const auto& before = answer.before.run.sources.kernels;
  const auto& after = answer.after.run.sources.kernels;
  SourceComparison& all = answer.comparison;
  std::erase_if(all.kernels, [&](const ComparedKernel& kernel) {
    return !isAsked(before[kernel.before], part) && !isAsked(after[kernel.after], part);
  });
  std::erase_if(all.onlyBefore, [&](std::size_t number) { return !isAsked(before[number], part); });
  std::erase_if(all.onlyAfter, [&](std::size_t number) { return !isAsked(after[number], part); });
  return !all.kernels.empty() || !all.onlyBefore.empty() || !all.onlyAfter.empty();
}

ExitCode compareTwo(const SourceOptions& options) {
  auto before = comparedSide(options.files.front());
  auto after = before ? comparedSide(options.files.back()) : std::nullopt;
  if (!after) {
    return unusableInput;
  }
  SourceComparisonAnswer answer{
      .before = std::move(*before), .after = std::move(*after), .comparison = {}, .limit = limitOf(options)};
  answer.comparison = compareSources(answer.before.run, answer.after.run);
  if (!keepAsked(answer, options.kernel)) {
    sayNoSuchKernel(options);
    return unusableInput;
  }
  Output output(options.json ? Audience::Machine : Audience::Human);
  options.json ? writeSourceComparisonJson(output, answer) : writeSourceComparisonText(output, answer);
  return output.finish();
}

ExitCode run(const SourceOptions& options, const CLI::App& command) {
  constexpr std::size_t pair = 2;
  if (options.files.size() > pair) {
    printError("kernline source compares two files; give it one or two");
    return wrongUsage;
  }
  if (options.files.size() < pair) {
    return showSources(options);
  }
  if (const std::string ignored = firstGiven(command, {"by"}); !ignored.empty()) {
    printError(fmt::format("{} applies only to a single file", ignored));
    return wrongUsage;
  }
  return compareTwo(options);
}

}  // namespace

void addSourceCommand(CLI::App& program, ExitCode& result) {
  CLI::App* command = program.add_subcommand(
      "source", "Show source lines and instructions where kernels spend time, why warps stall there, and what changed");
  const auto options = std::make_shared<SourceOptions>();
  command
      ->add_option("FILE", options->files,
                   "A recording or an Nsight Compute report; - reads standard input. A second one is compared with it")
      ->required();
  command->add_option("--kernel", options->kernel, "Only kernels whose name contains TEXT")->option_text("TEXT");
  command
      ->add_option("--by", options->by,
                   "Group rows by line (default), instruction or stall (all samples by the state of the warp)")
      ->check(oneOf(namesOf(waysOfSource())))
      ->option_text("KEY");
  command
      ->add_option("--limit", options->limit,
                   "Max rows; in a comparison, per kernel; 0: all. Default: 20 as text, else all")
      ->check(wholeNumber())
      ->option_text("N");
  command->add_flag("--json", options->json, "Output as one JSON document");
  command->footer(sourceExamples);
  command->callback([options, command, &result] { result = run(*options, *command); });
}

}  // namespace kernline::cli
