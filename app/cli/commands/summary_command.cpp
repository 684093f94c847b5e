// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/answers/experiment_answer.h"
#include "app/cli/answers/memory_answer.h"
#include "app/cli/answers/summary_answer.h"
#include "app/cli/commands/commands.h"
#include "app/cli/kit/captured_answer.h"
#include "app/cli/kit/loaded_file.h"

#include <fmt/format.h>
#include "app/cli/kit/suggestion.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace kernline::cli {

namespace {

constexpr const char* summaryExamples =
    R"(Busy time is the union of kernels, memcpys and memsets over all streams of a device. Communication is exposed while
no other kernel of the device runs. The breakdown counts each moment of wall time once. Simultaneous activities count as
the first of kernel, memcpy, memset, communication, runtime call, data loader, operator. Its parts add up to wall time.
Idle time is split by what the host did before it launched the work that ended each gap. In all commands, a step lasts
from its start to the end of the device work launched in it. It ends at the start of the next step at the latest. Device
time of a step is that of the work launched in it. Kernels replayed by a CUDA graph are matched to the launches of the
capture. It must be in the same profile, or in one named by --capture. A data issue counts kernels without a match.

A folder or an archive of several traces, logs, snapshots, reports and results is an experiment. The summary lists its
files, which of them belong together, and the reason. Matches by folder alone are marked as guesses. A folder with one
run of several ranks, or with one readable file, is treated as that.

Examples:
  kernline summary train.json.gz
  kernline summary decode.json.gz --capture warmup.json.gz
  kernline summary experiment/ --json | jq '.groups[] | {name, files: [.files[].name]}'
  kernline summary rank*.json.gz --json | jq '.devices[] | {rank, busy_ns, idle_ns}'
  zcat train.json.gz | kernline summary -)";

struct SummaryOptions {
  std::vector<std::string> files;
  std::vector<std::string> captures;
  bool json = false;
  bool complete = false;
};

/// Answers collected for a single document at the end.
struct Answers {
  std::vector<FileSummary> traces;
  std::vector<LoadedLog> logs;
  std::vector<MemoryAnswer> memory;
};

void answer(LoadedDocument file, const SummaryOptions& options, const std::vector<LoadedFile>& captures, Output& output,
            Answers& answers) {
  if (auto* log = std::get_if<std::shared_ptr<const Log>>(&file.document)) {
    LoadedLog loaded{.path = std::move(file.path), .log = std::move(*log), .loadTime = file.loadTime};
    if (options.json) {
      answers.logs.push_back(std::move(loaded));
    } else {
      writeLogSummaryText(output, loaded, options.complete);
    }
    return;
  }
  if (auto* memory = std::get_if<std::shared_ptr<const MemoryHistory>>(&file.document)) {
    constexpr std::size_t maxLines = 10;
    if (options.json) {
      answers.memory.push_back({.path = std::move(file.path), .history = std::move(*memory), .moment = {}});
    } else {
      writeMemoryText(output, {.path = file.path, .history = std::move(*memory), .moment = {}},
                      options.complete ? 0 : maxLines);
    }
    return;
  }
  auto& trace = std::get<std::shared_ptr<const Trace>>(file.document);
  const std::stop_token stop = stopOfAnswer();
  FileSummary summary =
      summarize({.path = std::move(file.path), .trace = std::move(trace), .loadTime = file.loadTime}, captures, stop);
  if (stop.stop_requested()) {
    return;
  }
  if (options.json) {
    answers.traces.push_back(std::move(summary));
  } else {
    writeSummaryText(output, summary, options.complete);
  }
}

void answer(const Experiment& experiment, const SummaryOptions& options, Output& output) {
  if (options.json) {
    writeExperimentJson(output, experiment);
  } else {
    writeExperimentText(output, experiment, options.complete);
  }
}

ExitCode run(const SummaryOptions& options) {
  const auto captures = loadCaptures(options.captures);
  if (!captures) {
    return unusableInput;
  }
  Output output(options.json ? Audience::Machine : Audience::Human);
  Answers answers;
  ExitCode code = done;
  bool isFirst = true;
  for (const std::string& path : options.files) {
    const std::optional<OpenedPlace> place = loadPlace(path);
    if (place && place->experiment) {
      if (options.json && options.files.size() > 1) {
        printError(fmt::format("{} is an experiment of several files; ask for it alone with --json", path));
        return wrongUsage;
      }
      output.write(isFirst || options.json ? "" : "\n");
      isFirst = false;
      answer(*place->experiment, options, output);
      continue;
    }
    std::vector<LoadedDocument> files = place ? loadDocuments(place->document) : std::vector<LoadedDocument>();
    code = files.empty() ? unusableInput : code;
    for (LoadedDocument& file : files) {
      output.write(isFirst || options.json ? "" : "\n");
      isFirst = false;
      answer(std::move(file), options, *captures, output, answers);
    }
  }
  if (stopOfAnswer().stop_requested()) {
    return answerStopped;
  }
  if (!answers.traces.empty() || !answers.logs.empty() || !answers.memory.empty()) {
    writeSummaryJson(output, answers.traces, answers.logs, answers.memory, options.complete);
  }
  return std::max(code, output.finish());
}

}  // namespace

void addSummaryCommand(CLI::App& program, ExitCode& result) {
  CLI::App* command = program.add_subcommand(
      "summary", "Show what is in a file: devices and how busy they were, steps, tracks, data issues");
  const auto options = std::make_shared<SummaryOptions>();
  command->add_option("FILE", options->files, "Profiles, logs, folders and archives; - reads standard input")
      ->required();
  addCaptureOption(*command, options->captures);
  command->add_flag("--json", options->json, "Output as one JSON document");
  command->add_flag("--all", options->complete,
                    "Show all tracks and steps, and all calls that the host was in while devices waited");
  command->footer(summaryExamples);
  command->callback([options, command, &result] {
    refuseWithoutEffect(*command, {"all"}, {"json"});
    result = run(*options);
  });
}

}  // namespace kernline::cli
