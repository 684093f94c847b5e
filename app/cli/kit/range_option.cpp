// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/kit/range_option.h"

#include "core/analysis/steps/found_steps.h"
#include "core/analysis/steps/step_range.h"
#include "core/model/format/quantity.h"
#include "core/model/format/time_range.h"

#include <fmt/format.h>

#include <cstdint>
#include <limits>
#include <span>

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

CLI::Option* rangeOption(CLI::App& command, std::string& into) {
  return command
      .add_option("--range", into, "Only this time range, e.g. 1.2ms..3ms from the first start, or 0..500000 (ns)")
      ->check(CLI::Validator(rangeSyntax, "A..B"))
      ->option_text("A..B");
}

Expected<std::optional<TimeRange>> rangeOfSteps(const std::string& text, const LoadedFile& file) {
  const Expected<FoundSteps> found = foundSteps(*file.trace);
  const Expected<TimeRange> range =
      kernline::rangeOfSteps(*file.trace, found ? std::span<const Step>{found->steps} : std::span<const Step>{},
                             parseStepNumbers(text).value_or(StepNumbers{}));
  if (!range) {
    return std::unexpected(Error{range.error().kind, Message::name(fmt::format("{}: no steps {}: {}", file.path, text,
                                                                               range.error().message.english()))});
  }
  return *range;
}

}  // namespace

void addRangeOption(CLI::App& command, std::string& into) {
  rangeOption(command, into);
}

void addRangeOptions(CLI::App& command, RangeChoice& into) {
  CLI::Option* range = rangeOption(command, into.range);
  command.add_option("--steps", into.steps, "Only these steps, by number as kernline steps lists them, e.g. 3..5")
      ->check(CLI::Validator(stepsSyntax, "A..B"))
      ->option_text("A..B")
      ->excludes(range);
}

Expected<std::optional<TimeRange>> rangeWithin(const RangeChoice& choice, const LoadedFile& file) {
  if (!choice.steps.empty()) {
    return rangeOfSteps(choice.steps, file);
  }
  const std::string& text = choice.range;
  if (text.empty()) {
    return std::nullopt;
  }
  const TimeRange bounds = file.trace->bounds();
  const Expected<TimeRange> range = parseTimeRange(text, bounds);
  if (!range || range->end < bounds.begin || range->begin > bounds.end) {
    return std::unexpected(
        Error{Error::Kind::Usage, Message::name(fmt::format("{}: the range {} is outside the recording, which lasts {}",
                                                            file.path, text, formatDuration(bounds.length())))});
  }
  return *range;
}

}  // namespace kernline::cli
