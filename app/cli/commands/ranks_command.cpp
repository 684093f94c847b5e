// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/answers/ranks_answer.h"
#include "app/cli/commands/commands.h"
#include "app/cli/kit/captured_answer.h"
#include "app/cli/kit/heat_metric_option.h"
#include "app/cli/kit/loaded_file.h"
#include "app/cli/kit/output.h"
#include "app/cli/kit/suggestion.h"
#include "core/compare/ranks/heat_choice.h"
#include "core/compare/ranks/heat_map.h"
#include "core/compare/ranks/steps_without_profiler.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <cmath>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace kernline::cli {

namespace {

constexpr const char* ranksExamples =
    R"(Reads the traces of all ranks of a run as one trace. Clocks are aligned by baseTimeNanoseconds, then by
collectives, whose kernels end at the same time on all ranks. The error is the median deviation of single collectives.
In each collective, a rank waits from its start until the last rank starts, then transfers. Bandwidths are calculated as
in nccl-tests. If file names contain ranks, other files of the folder are ignored. Other commands read a folder as one
trace too: kernline summary DIR. If a folder contains several runs, select one by writing # for the rank. Files may be
digests (kernline digest) of traces. With more than 32 ranks, the text shows only outliers.

Examples:
  kernline ranks traces/
  kernline ranks rank0.json.gz rank1.json.gz --limit 40
  kernline ranks 'traces/ddp/rank#.json.gz'
  kernline ranks traces.zip --json | jq '.stragglers[0]'
  kernline ranks digests/
  kernline ranks traces/ --csv > collectives.csv
  kernline ranks digests/ --csv --metric waiting > heatmap.csv
  kernline ranks traces/ --clock 3=-250us)";

struct RanksOptions {
  std::vector<std::string> files;
  std::vector<std::string> clocks;
  bool json = false;
  bool csv = false;
  std::string metric;
  std::size_t limit = 20;
};

/// "3=-250us": rank 3, and what is added to its times. Nanoseconds without a unit.
std::optional<std::pair<std::int32_t, Duration>> correctionFrom(const std::string& text) {
  const char* const end = text.data() + text.size();
  std::int32_t rank = -1;
  const auto [equals, rankError] = std::from_chars(text.data(), end, rank);
  if (rankError != std::errc{} || rank < 0 || equals == end || *equals != '=') {
    return std::nullopt;
  }
  const char* begin = equals + 1;
  begin += begin != end && *begin == '+' ? 1 : 0;
  double value = 0;
  const auto [unit, valueError] = std::from_chars(begin, end, value);
  const std::string_view name(unit, end);
  const double scale = name.empty() || name == "ns"   ? 1
                       : name == "us" || name == "µs" ? 1e3
                       : name == "ms"                 ? 1e6
                       : name == "s"                  ? 1e9
                                                      : 0;
  constexpr double maxNs = 1e18;
  if (valueError != std::errc{} || scale == 0 || !(std::abs(value * scale) <= maxNs)) {
    return std::nullopt;
  }
  return std::pair{rank, Duration{std::llround(value * scale)}};
}

ExitCode writeMetric(const RankSet& set, const RanksOptions& options) {
  const Expected<HeatSubject> subject = heatSubjectNamed(set, options.metric);
  if (!subject) {
    printError(subject.error().message.english());
    return unusableInput;
  }
  Output output(Audience::Machine);
  options.json ? writeHeatMapJson(output, set, *subject) : writeHeatMapCsv(output, set, *subject);
  return output.finish();
}

ExitCode run(const RanksOptions& options) {
  RankCorrections corrections;
  for (const std::string& text : options.clocks) {
    corrections.push_back(*correctionFrom(text));
  }
  const std::shared_ptr<const RankSet> set = loadRanks(options.files, corrections);
  if (set == nullptr) {
    return unusableInput;
  }
  if (!options.metric.empty()) {
    return writeMetric(*set, options);
  }
  Output output(options.json || options.csv ? Audience::Machine : Audience::Human);
  if (options.csv) {
    writeRanksCsv(output, *set);
    return output.finish();
  }
  const MediansWithoutProfiler medians = medianStepsWithoutProfiler(*set, stopOfAnswer());
  if (options.json) {
    writeRanksJson(output, *set, medians);
  } else {
    writeRanksText(output, *set, medians, options.limit);
  }
  return output.finish();
}

}  // namespace

void addRanksCommand(CLI::App& program, ExitCode& result) {
  CLI::App* command = program.add_subcommand("ranks", "Analyze the ranks of a run: clocks, waits, stragglers");
  const auto options = std::make_shared<RanksOptions>();
  command->add_option("FILE", options->files, "A folder, an archive, or the profiles of the ranks, or their digests")
      ->required();
  command
      ->add_option("--clock", options->clocks,
                   "Add this to the times of a rank, instead of the correction by collectives, e.g. 3=-250us. Units "
                   "are ns, us, ms and s. May be given for several ranks")
      ->check([](const std::string& text) {
        return correctionFrom(text) ? std::string()
                                    : fmt::format("--clock \"{}\" is not of the form RANK=TIME, e.g. 3=-250us", text);
      })
      ->option_text("RANK=TIME");
  CLI::Option* json = command->add_flag("--json", options->json, "Output as one JSON document");
  command->add_flag("--csv", options->csv, "Output as CSV, one line per rank and collective")->excludes(json);
  command
      ->add_option(
          "--metric", options->metric,
          fmt::format("With --csv or --json: print this metric of each step, one row per rank: {}, or counter:NAME",
                      fmt::join(heatMetricNames(), ", ")))
      ->check(heatMetric())
      ->option_text("METRIC");
  command
      ->add_option("--limit", options->limit,
                   "Max collectives and steps as text, and of many ranks as many of those; 0: all. Default: 20")
      ->check(wholeNumber())
      ->option_text("N");
  command->footer(ranksExamples);
  command->callback([options, command, &result] {
    refuseWithoutEffect(*command, {"limit"}, {"json", "csv"});
    if (!options->metric.empty() && !options->json && !options->csv) {
      printError("--metric needs --csv or --json");
      result = wrongUsage;
      return;
    }
    result = run(*options);
  });
}

}  // namespace kernline::cli
