// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/kit/range_option.h"

#include "core/model/format/quantity.h"
#include "core/model/format/time_range.h"

#include <fmt/format.h>

#include <cstdint>
#include <limits>
#include <memory>
#include <utility>

namespace kernline::cli {

namespace {

std::string rangeSyntax(const std::string& text) {
  const auto range = parseTimeRange(text, {{0}, {std::numeric_limits<std::int64_t>::max()}});
  return range ? "" : range.error().message.english();
}

std::string stepsSyntax(const std::string& text) {
  const auto numbers = parseStepNumbers(text);
  return numbers ? "" : numbers.error().message.english();
}

Error withPath(const std::string& path, const std::string& why) {
  return {Error::Kind::Usage, Message::name(fmt::format("{}: {}", path, why))};
}

/// Returns the range within a trace, or within bounds alone.
template <typename Of>
Expected<std::optional<TimeRange>> rangeWithin(const RangeChoice& choice, const std::string& path, const Of& of,
                                               TimeRange bounds) {
  if (choice.isWhole()) {
    return std::nullopt;
  }
  const Expected<TimeRange> range = rangeOf(choice, of);
  if (!range && !choice.steps.empty()) {
    return std::unexpected(
        withPath(path, fmt::format("no steps {}: {}", choice.steps, range.error().message.english())));
  }
  if (!range) {
    return std::unexpected(withPath(path, range.error().message.english()));
  }
  return range->clippedTo(bounds);
}

}  // namespace

void addRangeOptions(CLI::App& command, RangeChoice& into) {
  CLI::Option* range = command
                           .add_option("--range", into.range,
                                       "Only this time range, e.g. 1.2ms..3ms from the first start, 0..500000 (ns), or "
                                       "@A..@B as JSON output has times. Either end may be omitted")
                           ->check(CLI::Validator(rangeSyntax, "A..B"))
                           ->option_text("A..B");
  CLI::Option* steps =
      command
          .add_option("--steps", into.steps,
                      "Only these steps, by their number in kernline steps, not the one in their names, e.g. 3..5. "
                      "Figures of device work count what was launched in them. Memory, events, exports and pictures "
                      "go by time")
          ->check(CLI::Validator(stepsSyntax, "A..B"))
          ->option_text("A..B")
          ->excludes(range);
  command.add_option("--steps-by", into.stepsBy, kindsOfSteps)->option_text("WHICH")->needs(steps);
}

void addLazyOption(CLI::App& command, RangeChoice& into) {
  command
      .add_flag("--lazy", into.isLazy,
                "For Parquet exports, read only the row groups that --range touches. Some calls, operators and steps "
                "outside of them are unknown. Other files are read whole")
      ->needs("--range");
}

Expected<std::optional<TimeRange>> rangeWithin(const RangeChoice& choice, const LoadedFile& file) {
  return rangeWithin(choice, file.path, *file.trace);
}

Expected<std::optional<TimeRange>> rangeWithin(const RangeChoice& choice, const std::string& path, const Trace& trace) {
  return rangeWithin(choice, path, trace, trace.bounds());
}

Expected<std::optional<TimeRange>> rangeWithin(const RangeChoice& choice, const std::string& path, TimeRange bounds) {
  return rangeWithin(choice, path, bounds, bounds);
}

void useSteps(const RangeChoice& choice, TraceAnalysis& analysis) {
  if (choice.stepsBy.empty()) {
    return;
  }
  if (Expected<FoundSteps> found = foundSteps(analysis.trace(), stepChoice(choice.stepsBy))) {
    analysis.setSteps(std::make_shared<const FoundSteps>(*std::move(found)));
  }
}

}  // namespace kernline::cli
