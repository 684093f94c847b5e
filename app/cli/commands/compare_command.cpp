// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/answers/compare_answer.h"
#include "app/cli/answers/compare_remarks.h"
#include "app/cli/commands/commands.h"
#include "app/cli/commands/compare_help.h"
#include "app/cli/commands/compare_options.h"
#include "app/cli/kit/captured_answer.h"
#include "app/cli/kit/joined_reports.h"
#include "app/cli/kit/loaded_file.h"
#include "app/cli/kit/suggestion.h"
#include "core/analysis/activity/device_tracks.h"
#include "core/analysis/causes/trace_analysis.h"
#include "core/compare/runs/baseline_guess.h"
#include "core/compare/runs/measured_rows.h"
#include "core/compare/runs/row_counters.h"
#include "core/compare/runs/run_figures.h"
#include "core/compare/runs/run_series.h"
#include "core/compare/tables/trace_profile.h"
#include "core/model/format/quantity.h"
#include "core/open/experiment/comparable_files.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace kernline::cli {

namespace {

constexpr const char* ofTablesAlone = " applies only to logs, tables and --matrix";
constexpr const char* ofRunsAlone = " applies only to comparisons of traces, without --matrix";

std::vector<RunInput> inOrder(const CompareOptions& options, std::vector<RunInput> inputs) {
  std::vector<RunInput> sorted;
  for (const std::size_t i : recordingOrder(inputs)) {
    sorted.push_back(inputs[i]);
  }
  return options.byTime ? std::move(sorted) : std::move(inputs);
}

/// Whether the user's name means this file: its path, its name, or its name without what follows the first dot.
bool isCalled(const std::string& path, const std::string& name) {
  const std::string file = std::filesystem::path{path}.filename().string();
  return path == name || file == name || file.substr(0, file.find('.')) == name;
}

/// The baseline among files that were found in a folder, and why.
std::pair<std::size_t, std::string_view> baselineOf(const std::vector<RunInput>& inputs,
                                                    const std::vector<std::string>& paths) {
  if (const auto guess = guessedBaseline(paths)) {
    return {*guess, "by its name"};
  }
  if (const auto first = recordedFirst(inputs)) {
    return {*first, "recorded first"};
  }
  return {0, "the first by name, since neither names nor times tell"};
}

/// Puts the baseline first: the one that a person chose, else of files found in a folder the likely one. Prints an
/// error and returns false if no file is called like the choice.
bool putBaselineFirst(const CompareOptions& options, std::vector<RunInput>& inputs) {
  std::vector<std::string> paths;
  std::ranges::transform(inputs, std::back_inserter(paths), &RunInput::path);
  std::size_t place = 0;
  if (const std::string& chosen = options.choice.baseline; !chosen.empty()) {
    const auto found = std::ranges::find_if(paths, [&](const std::string& path) { return isCalled(path, chosen); });
    if (found == paths.end()) {
      printError(fmt::format("--baseline: no compared file is called \"{}\"; the files are {}", chosen,
                             fmt::join(paths, ", ")));
      return false;
    }
    place = static_cast<std::size_t>(found - paths.begin());
  } else if (options.isFromPlace && !options.series) {
    const auto [likely, why] = baselineOf(inputs, paths);
    place = likely;
    printError(fmt::format("baseline: {} ({}); --baseline chooses another", paths[place], why));
  } else if (const auto guess = guessedBaseline(paths); guess && *guess > 0 && !options.series) {
    printError(fmt::format("note: baseline: {} (given first), though the names point to {}; --baseline chooses another",
                           paths.front(), paths[*guess]));
  }
  const auto at = inputs.begin() + static_cast<std::ptrdiff_t>(place);
  std::rotate(inputs.begin(), at, at + 1);
  return true;
}

/// The n-th report is of the n-th trace; what a recorder counted is in its trace.
void addMeasuredRuns(RunComparison& comparison, const std::vector<NcuReport>& reports) {
  for (std::size_t run = 0; run < comparison.runs.size(); ++run) {
    TraceAnalysis analysis(comparison.runs[run].trace);
    useReports(run < reports.size() ? std::vector{reports[run]} : std::vector<NcuReport>{}, analysis);
    if (const auto measured = analysis.measured()) {
      addMeasured(comparison, run, *measured);
    }
  }
  explainByCounters(comparison);
}

ExitCode compareTraces(const CompareOptions& options, std::vector<RunInput> inputs) {
  RunComparisonOptions wanted{.by = runKeyFrom(options.by), .step = options.step, .pairs = {}};
  for (const std::string& pair : options.pairs) {
    const std::size_t split = pair.find("=>");
    if (split == std::string::npos) {
      printError(fmt::format("--pair \"{}\" is not of the form BASE=>OTHER", pair));
      return wrongUsage;
    }
    wanted.pairs.emplace_back(pair.substr(0, split), pair.substr(split + 2));
  }
  if (!putBaselineFirst(options, inputs)) {
    return wrongUsage;
  }
  const auto reports = loadReports(options.reports);
  if (!reports) {
    return unusableInput;
  }
  if (reports->size() > inputs.size()) {
    printError(fmt::format("{} for {}; --ncu takes one for each, in the order of the traces",
                           counted(reports->size(), "report"), counted(inputs.size(), "trace")));
    return wrongUsage;
  }
  const std::stop_token stop = stopOfAnswer();
  Expected<RunComparison> comparison = compareRuns(inOrder(options, std::move(inputs)), wanted, stop);
  if (stop.stop_requested()) {
    return answerStopped;
  }
  if (!comparison) {
    printError(comparison.error().message);
    return unusableInput;
  }
  for (const Message& sentence : comparison->unusedPairs) {
    printError(sentence);
  }
  addMeasuredRuns(*comparison, *reports);
  if (options.series) {
    return writeSeries(options.form, *comparison);
  }
  const auto work = options.why ? std::optional(compareWork(*comparison, stop)) : std::nullopt;
  if (stop.stop_requested()) {
    return answerStopped;
  }
  return writeRuns(options.form, *comparison, work ? &*work : nullptr);
}

using SharedTrace = std::shared_ptr<const Trace>;
using SharedLog = std::shared_ptr<const Log>;

/// Loads all traces or logs, each file once; nullopt, with a message on stderr, if one of them is neither or cannot be
/// read.
std::optional<std::vector<LoadedDocument>> loadAll(const std::vector<std::string>& paths) {
  std::vector<LoadedDocument> documents;
  std::map<std::string, std::vector<LoadedDocument>> known;
  for (const std::string& path : paths) {
    const auto [place, isNew] = known.try_emplace(path);
    if (isNew || path == "-") {
      place->second = loadDocuments(path);
    }
    std::vector<LoadedDocument> files = place->second;
    if (files.empty()) {
      return {};
    }
    for (LoadedDocument& file : files) {
      if (!std::holds_alternative<SharedTrace>(file.document) && !std::holds_alternative<SharedLog>(file.document)) {
        printError(fmt::format("{} contains only memory data; use kernline memory to read or compare it", file.path));
        return {};
      }
      if (const auto* trace = std::get_if<SharedTrace>(&file.document)) {
        printLosses(file.path, (*trace)->report());
      } else {
        printLosses(file.path, std::get<SharedLog>(file.document)->report());
      }
      documents.push_back(std::move(file));
    }
  }
  return documents;
}

ExitCode compareLogged(const CompareOptions& options, std::vector<SharedLog> logs,
                       const std::vector<std::string>& traces = {}) {
  const auto answer = compareLogs(std::move(logs), options.choice);
  if (!answer) {
    printError(answer.error().message);
    return wrongUsage;
  }
  if (answer->views.empty() && !answer->tables) {
    if (!printUntimed(*answer)) {
      printError(
          fmt::format("{} contains nothing to compare: no measurements over a dimension, and no two profiler tables or "
                      "traces. kernline tables shows what a log contains",
                      options.form.files.front()));
    }
    return unusableInput;
  }
  printSkipped(traces, *answer);
  return writeTables(options.form, *answer);
}

/// Compares traces without GPU work by the operators of the host, as if their tables had been printed.
ExitCode compareHostWork(const CompareOptions& options, const std::vector<RunInput>& traces) {
  if (!options.ofRuns.empty()) {
    printError(options.ofRuns + " needs GPU work, and these traces have none");
    return wrongUsage;
  }
  std::vector<SharedLog> logs;
  for (const RunInput& run : traces) {
    logs.push_back(profileOf(*run.trace));
  }
  CompareOptions ofHost = options;
  ofHost.choice.time = "host";
  return compareLogged(ofHost, std::move(logs));
}

/// Each trace is let go once it is measured: a hundred of them need no more memory than the largest.
ExitCode compareMatrix(const CompareOptions& options) {
  const std::stop_token stop = stopOfAnswer();
  std::vector<RunFigures> figures;
  std::vector<SharedLog> logs;
  for (const std::string& path : options.form.files) {
    const auto documents = loadAll({path});
    if (stop.stop_requested()) {
      return answerStopped;
    }
    if (!documents) {
      return unusableInput;
    }
    for (const LoadedDocument& file : *documents) {
      if (const auto* trace = std::get_if<SharedTrace>(&file.document)) {
        figures.push_back(
            figuresOf({.path = file.path, .trace = *trace}, options.step, options.pattern, options.why, stop));
        if (!options.choice.tables.empty()) {
          logs.push_back(profileOf(**trace));
        }
      } else {
        logs.push_back(std::get<SharedLog>(file.document));
      }
    }
  }
  logs.insert(logs.begin(), logOfFigures(figures));
  return compareLogged(options, std::move(logs));
}

/// Returns the files to compare in a folder or archive that is given alone, and reports them.
std::optional<std::vector<std::string>> filesNamedBy(const std::vector<std::string>& paths) {
  if (paths.size() != 1 || !isPlaceOfFiles(paths.front())) {
    return paths;
  }
  const std::optional<OpenedPlace> place = loadPlace(paths.front());
  if (!place || place->experiment == nullptr) {
    return place ? std::optional(std::vector{place->document}) : std::nullopt;
  }
  auto files = filesToCompare(*place->experiment);
  if (!files) {
    printError(files.error().message);
    return std::nullopt;
  }
  printError(fmt::format("comparing {}", fmt::join(*files, ", ")));
  return std::move(*files);
}

ExitCode run(const CompareOptions& options) {
  if (options.choice.matrix && !options.ofRuns.empty()) {
    printError(options.ofRuns + ofRunsAlone);
    return wrongUsage;
  }
  if (options.choice.matrix) {
    return compareMatrix(options);
  }
  const auto documents = loadAll(options.form.files);
  if (!documents) {
    return unusableInput;
  }
  const bool areTraces = std::ranges::all_of(
      *documents, [](const LoadedDocument& file) { return std::holds_alternative<SharedTrace>(file.document); });
  if (areTraces && documents->size() == 1) {
    printError(fmt::format("{} is a trace; add a second trace to compare it with", options.form.files.front()));
    return unusableInput;
  }
  std::vector<RunInput> traces;
  std::vector<SharedLog> logs;
  std::vector<std::string> besideLogs;
  for (const LoadedDocument& file : *documents) {
    const auto* trace = std::get_if<SharedTrace>(&file.document);
    if (areTraces) {
      traces.push_back({.path = file.path, .trace = *trace});
    } else {
      logs.push_back(trace != nullptr ? profileOf(**trace) : std::get<SharedLog>(file.document));
      if (trace != nullptr) {
        besideLogs.push_back(file.path);
      }
    }
  }
  if (const std::string problem = options.by.empty() ? std::string() : runKeyNames()(options.by);
      areTraces && !problem.empty()) {
    printError(fmt::format("--by: {}{} kernline compare --help", problem, problem.ends_with('?') ? " See" : "; see"));
    return wrongUsage;
  }
  if (const std::string& ignored = areTraces ? options.ofTables : options.ofRuns; !ignored.empty()) {
    printError(ignored + (areTraces ? ofTablesAlone : ofRunsAlone));
    return wrongUsage;
  }
  if (options.series && !areTraces) {
    printError("--series takes traces only; compare logs without it");
    return wrongUsage;
  }
  if (areTraces && std::ranges::all_of(traces, [](const RunInput& run) { return deviceTracks(*run.trace).empty(); })) {
    return compareHostWork(options, traces);
  }
  if (areTraces) {
    return compareTraces(options, std::move(traces));
  }
  return compareLogged(options, std::move(logs), besideLogs);
}

}  // namespace

void addCompareCommand(CLI::App& program, ExitCode& result) {
  CLI::App* command =
      program.add_subcommand("compare", "Compare recordings, measurements in logs, and profiler tables");
  const auto options = std::make_shared<CompareOptions>();
  addCompareOptions(*command, *options);
  command->footer(compareExamples);
  command->callback([options, command, &result] {
    noteGivenOptions(*command, *options);
    options->isFromPlace = options->form.files.size() == 1 && isPlaceOfFiles(options->form.files.front());
    auto files = filesNamedBy(options->form.files);
    options->form.files = files ? std::move(*files) : std::vector<std::string>();
    result = options->form.files.empty() ? unusableInput : run(*options);
  });
}

}  // namespace kernline::cli
