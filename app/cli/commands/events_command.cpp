// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/answers/events_answer.h"
#include "app/cli/commands/commands.h"
#include "app/cli/kit/args_json.h"
#include "app/cli/kit/range_option.h"
#include "app/cli/kit/spans_in_time_order.h"
#include "app/cli/kit/suggestion.h"
#include "app/cli/kit/track_choice.h"
#include "core/analysis/query/args_search.h"

#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>
#include <limits>
#include <memory>

namespace kernline::cli {

namespace {

constexpr const char* eventsExamples =
    R"(Events are sorted by start time. --range keeps events that overlap the range, --steps those that overlap the time of
the steps. --track takes a thread or stream id, a track title, or a part of one.

With --json, kernels replayed by a CUDA graph have the operator, module and Python functions of the capture. It must be
in the same profile, or in one named by --capture.

Args are matched as JSON without quotes and without spaces between elements: 'grid:\[128,1,1\]'.

Examples:
  kernline events train.json.gz --args 'Input Dims:\[\[256' --json
  kernline events train.json.gz --name 'gemm|nvjet' --limit 20
  kernline events train.json.gz --track 'stream 7' --range 1.2ms..3ms --json
  kernline events decode.json.gz --capture warmup.json.gz --json | jq '.events[].captured_by.operator'
  kernline events train.json.gz --name cudaGraphLaunch --json | jq '.events[].args.correlation')";

struct EventsOptions {
  std::vector<std::string> files;
  std::vector<std::string> captures;
  std::string name;
  std::string args;
  std::string track;
  RangeChoice range;
  std::size_t limit = 0;
  bool json = false;
  bool csv = false;
};

/// Whether names match; looks at each name once.
class NameFilter {
 public:
  NameFilter(const Trace& trace, const RE2* pattern) : m_trace(trace), m_pattern(pattern) {
    m_known.resize(pattern == nullptr ? 0 : trace.strings().size(), Known::No);
  }

  bool operator()(StringId name) {
    if (m_pattern == nullptr) {
      return true;
    }
    Known& known = m_known[index(name)];
    if (known == Known::No) {
      const std::string_view text = m_trace.text(name);
      known = RE2::PartialMatch({text.data(), text.size()}, *m_pattern) ? Known::Matches : Known::Differs;
    }
    return known == Known::Matches;
  }

 private:
  enum class Known : std::uint8_t { No, Matches, Differs };
  const Trace& m_trace;
  const RE2* m_pattern;
  std::vector<Known> m_known;
};

/// Returns whether the args of spans match, by span; empty without an expression.
Expected<std::vector<bool>> spansWithArgs(const Trace& trace, const std::string& expression) {
  std::vector<bool> matching(expression.empty() ? 0 : trace.spanCount());
  Progress progress;
  const auto mark = [&](const std::vector<SpanId>& found) {
    for (const SpanId span : found) {
      matching[index(span)] = true;
    }
  };
  if (!expression.empty()) {
    const SearchQuery query{.text = expression, .isRegex = true, .matchCase = true};
    if (const Expected<void> done = searchArgs(trace, query, mark, progress); !done) {
      return std::unexpected(done.error());
    }
  }
  return matching;
}

/// Returns the number of spans that match.
std::size_t answer(EventWriter& writer, const LoadedFile& file, SpanOrigins* origins,
                   const std::vector<TrackId>& tracks, const std::optional<TimeRange>& range,
                   const EventsOptions& options, const RE2* pattern, const std::vector<bool>& withArgs) {
  const Trace& trace = *file.trace;
  NameFilter matches{trace, pattern};
  constexpr TimeRange everything{{std::numeric_limits<std::int64_t>::min()},
                                 {std::numeric_limits<std::int64_t>::max()}};
  SpansInTimeOrder spans{trace, tracks, range.value_or(everything)};
  std::size_t written = 0;
  writer.beginFile(file, origins);
  for (SpanId span = spans.next(); span != SpanId::none && !writer.isClosed(); span = spans.next()) {
    if (!matches(trace.name(span)) || (!withArgs.empty() && !withArgs[index(span)])) {
      continue;
    }
    writer.write(span);
    if (++written == options.limit) {
      break;
    }
  }
  return written;
}

std::unique_ptr<EventWriter> makeWriter(Output& output, const EventsOptions& options) {
  const std::size_t files = options.files.size();
  if (options.json) {
    return std::make_unique<JsonEventWriter>(output, files);
  }
  return options.csv ? std::unique_ptr<EventWriter>{std::make_unique<CsvEventWriter>(output, files)}
                     : std::make_unique<TextEventWriter>(output, files);
}

ExitCode run(const EventsOptions& options) {
  std::unique_ptr<RE2> pattern;
  if (!options.name.empty()) {
    pattern = std::make_unique<RE2>(options.name, RE2::Quiet);
  }
  const auto captures = loadCaptures(options.captures);
  if (!captures) {
    return unusableInput;
  }
  Output output(options.json || options.csv ? Audience::Machine : Audience::Human);
  std::unique_ptr<EventWriter> writer;
  ExitCode code = done;
  for (const std::string& path : options.files) {
    const std::optional<LoadedFile> file = loadFile(path, options.range.rangeToRead());
    if (!file) {
      code = std::max(code, unusableInput);
      continue;
    }
    const Expected<std::vector<TrackId>> tracks = chooseTracks(*file->trace, options.track);
    if (!tracks) {
      printError(tracks.error().message);
      code = wrongUsage;
      continue;
    }
    const auto range = rangeWithin(options.range, *file);
    if (!range) {
      printError(range.error().message);
      code = std::max(code, unusableInput);
      continue;
    }
    const Expected<std::vector<bool>> withArgs = spansWithArgs(*file->trace, options.args);
    if (!withArgs) {
      printError(withArgs.error().message);
      code = std::max(code, unusableInput);
      continue;
    }
    if (!writer) {
      writer = makeWriter(output, options);
    }
    std::optional<SpanOrigins> origins;
    if (options.json) {
      origins.emplace(*file, *captures);
    }
    const std::size_t matching =
        answer(*writer, *file, origins ? &*origins : nullptr, *tracks, *range, options, pattern.get(), *withArgs);
    if (matching == 0 && !options.json && !options.csv) {
      output.write("  no spans match\n");
    }
    failIfChanged(output, *file->trace);
  }
  if (writer) {
    writer->end();
  }
  return std::max(code, output.finish());
}

std::string regexSyntax(const std::string& text) {
  const RE2 pattern{text, RE2::Quiet};
  return pattern.ok() ? "" : fmt::format("\"{}\" is not a regular expression: {}", text, pattern.error());
}

}  // namespace

void addEventsCommand(CLI::App& program, ExitCode& result) {
  CLI::App* command = program.add_subcommand("events", "List spans by start time, in JSON and CSV with their args");
  const auto options = std::make_shared<EventsOptions>();
  command->add_option("FILE", options->files, "Profiles; - reads standard input")->required();
  command->add_option("--name", options->name, "Only spans whose name matches this regular expression (RE2)")
      ->check(CLI::Validator(regexSyntax, "REGEX"))
      ->option_text("REGEX");
  command
      ->add_option("--args", options->args,
                   "Only events whose args match this regular expression. Args are JSON without quotes and spaces, "
                   "e.g. {grid:[128,1,1],stream:7}")
      ->check(CLI::Validator(regexSyntax, "REGEX"))
      ->option_text("REGEX");
  command
      ->add_option(
          "--track", options->track,
          "Only tracks with this thread or stream id, name or title. If there is none, those whose title contains it")
      ->option_text("TRACK");
  addRangeOptions(*command, options->range);
  addLazyOption(*command, options->range);
  addCaptureOption(*command, options->captures);
  command->add_option("--limit", options->limit, "Max events per file; 0: all (default)")
      ->check(wholeNumber())
      ->option_text("N");
  CLI::Option* json = command->add_flag("--json", options->json, "Output as one JSON document");
  command->add_flag("--csv", options->csv, "Output as CSV with a header line")->excludes(json);
  command->footer(eventsExamples);
  command->callback([options, command, &result] {
    refuseWithoutEffect(*command, {"capture"}, {"csv"});
    result = run(*options);
  });
}

}  // namespace kernline::cli
