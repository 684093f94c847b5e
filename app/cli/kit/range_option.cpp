// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/kit/range_option.h"

#include "core/model/format/quantity.h"
#include "core/model/format/time_range.h"

#include <fmt/format.h>

#include <cstdint>
#include <limits>

namespace kernline::cli {

namespace {

std::string rangeSyntax(const std::string& text) {
  const auto range = parseTimeRange(text, {{0}, {std::numeric_limits<std::int64_t>::max()}});
  return range ? "" : range.error().message.english();
}

}  // namespace

void addRangeOption(CLI::App& command, std::string& into) {
  command.add_option("--range", into, "Only this time range, e.g. 1.2ms..3ms from the first start, or 0..500000 (ns)")
      ->check(CLI::Validator(rangeSyntax, "A..B"))
      ->option_text("A..B");
}

Expected<std::optional<TimeRange>> rangeWithin(const std::string& text, const LoadedFile& file) {
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
