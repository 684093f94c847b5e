// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/answers/source_answer.h"
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
    R"(Shows where in their code kernels spend their time, and why their warps stall there: of recordings that kernline
record --source made, and of Nsight Compute reports with sampled program counters. A sample is a warp that was seen at
an instruction. Samples of a kernel are those of all its launches; in a report each launch is a kernel of its own.
Lines are known of code compiled with -lineinfo. Of inlined code it is the line of the function that was inlined.

Examples:
  kernline source run.json
  kernline source run.json --kernel attention --by instruction --limit 20
  kernline source run.json --by stall
  kernline source kernel.ncu-rep --json | jq '.rows[0]')";

struct SourceOptions {
  std::string file;
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

std::vector<std::size_t> askedKernels(const KernelSources& sources, const std::string& part) {
  std::vector<std::size_t> kernels;
  for (std::size_t i = 0; i < sources.kernels.size(); ++i) {
    const std::string& name = sources.kernels[i].name;
    if (name.contains(part) || shortKernelName(name).contains(part)) {
      kernels.push_back(i);
    }
  }
  return kernels;
}

std::optional<KernelSources> sourcesIn(const LoadedDocument& file) {
  if (const auto* trace = std::get_if<std::shared_ptr<const Trace>>(&file.document)) {
    return kernelSourcesOf(**trace);
  }
  if (const auto* log = std::get_if<std::shared_ptr<const Log>>(&file.document)) {
    return kernelSourcesOf(**log);
  }
  return std::nullopt;
}

ExitCode run(const SourceOptions& options) {
  std::vector<LoadedDocument> files = loadDocuments(options.file);
  if (files.empty()) {
    return unusableInput;
  }
  auto sources = sourcesIn(files.front());
  if (!sources || sources->kernels.empty()) {
    printError(
        fmt::format("{}: no sampled program counters; record with kernline record --source, or with ncu --set "
                    "full",
                    printable(options.file)));
    return unusableInput;
  }
  SourceAnswer answer{.path = files.front().path,
                      .sources = std::move(*sources),
                      .kernels = {},
                      .by = waysOfSource().at(options.by),
                      .limit = 0};
  answer.kernels = askedKernels(answer.sources, options.kernel);
  if (answer.kernels.empty()) {
    printError(fmt::format("{}: no sampled kernel has \"{}\" in its name; kernline source {} lists them",
                           printable(options.file), printable(options.kernel), printable(options.file)));
    return unusableInput;
  }
  constexpr std::size_t usualLimit = 20;
  answer.limit = options.limit.value_or(options.json ? 0 : usualLimit);
  Output output(options.json ? Reader::Program : Reader::Person);
  if (options.json) {
    writeSourceJson(output, answer);
  } else {
    writeSourceText(output, answer);
  }
  return output.finish();
}

}  // namespace

void addSourceCommand(CLI::App& program, ExitCode& result) {
  CLI::App* command =
      program.add_subcommand("source", "Show the source lines and instructions where kernels spend time");
  const auto options = std::make_shared<SourceOptions>();
  command->add_option("FILE", options->file, "A recording or an Nsight Compute report; - reads standard input")
      ->required();
  command->add_option("--kernel", options->kernel, "Only kernels with this in their name")->option_text("TEXT");
  command->add_option("--by", options->by, "line (default), instruction or stall")
      ->check(oneOf(namesOf(waysOfSource())))
      ->option_text("KEY");
  command->add_option("--limit", options->limit, "Max rows; 0: all. Default: 20, as JSON all")
      ->check(wholeNumber())
      ->option_text("N");
  command->add_flag("--json", options->json, "Output as one JSON document");
  command->footer(sourceExamples);
  command->callback([options, &result] { result = run(*options); });
}

}  // namespace kernline::cli
