// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/format/time_range.h"

#include "core/model/base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <optional>

namespace kernline {

namespace {

struct LengthUnit {
  std::string_view name;
  int digits;           ///< decimals of one unit that are whole nanoseconds
  std::int64_t factor;  ///< factor besides the power of ten
};

constexpr std::array<LengthUnit, 8> units{{{"", 0, 1},
                                           {"ns", 0, 1},
                                           {"us", 3, 1},
                                           {"µs", 3, 1},
                                           {"μs", 3, 1},  // the Greek letter, not the micro sign
                                           {"ms", 6, 1},
                                           {"s", 9, 1},
                                           {"min", 9, 60}}};

/// One end of a range as written.
struct RangeEnd {
  Duration value;
  bool onTraceClock = false;
  bool isPlain = false;  ///< an integer without a unit
};

Error usage(Message message) {
  return {Error::Kind::Usage, std::move(message)};
}

/// Nanoseconds of the decimal `digits` in units of 10^`shift` ns, exact; digits beyond a nanosecond are cut off.
std::optional<std::int64_t> scaledDecimal(std::string_view digits, int shift) {
  const std::size_t point = std::min(digits.find('.'), digits.size());
  std::string whole{digits.substr(0, point)};
  std::string_view fraction = point < digits.size() ? digits.substr(point + 1) : std::string_view{};
  const auto places = static_cast<std::size_t>(shift);
  whole += fraction.substr(0, places);
  whole.append(places - std::min(places, fraction.size()), '0');
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(whole.data(), whole.data() + whole.size(), value);
  if (error != std::errc{} || end != whole.data() + whole.size()) {
    return std::nullopt;
  }
  return value;
}

Expected<RangeEnd> parseEnd(std::string_view text) {
  RangeEnd end;
  std::string_view rest = text;
  if (rest.starts_with('@')) {
    end.onTraceClock = true;
    rest.remove_prefix(1);
  }
  const bool negative = rest.starts_with('-');
  rest.remove_prefix(negative ? 1 : 0);
  std::size_t length = 0;
  while (length < rest.size() && (isDigit(rest[length]) || rest[length] == '.')) {
    ++length;
  }
  const std::string_view digits = rest.substr(0, length);
  std::string_view name = rest.substr(length);
  name.remove_prefix(std::min(name.find_first_not_of(' '), name.size()));
  const auto* unit = std::ranges::find(units, name, &LengthUnit::name);
  if (!std::ranges::any_of(digits, isDigit) || std::ranges::count(digits, '.') > 1) {
    return std::unexpected(usage(Phrase::tr("\"%1\" is not a time; write 1500000, 1.5ms or 2s").with(text)));
  }
  if (unit == units.end()) {
    return std::unexpected(usage(Phrase::tr("\"%1\" is not a unit of time; use ns, us, ms, s or min").with(name)));
  }
  const auto value = scaledDecimal(digits, unit->digits);
  std::int64_t ns = 0;
  if (!value || __builtin_mul_overflow(*value, negative ? -unit->factor : unit->factor, &ns)) {
    return std::unexpected(usage(Phrase::tr("\"%1\" does not fit into 64-bit nanoseconds").with(text)));
  }
  end.value = {ns};
  end.isPlain = name.empty() && digits.find('.') == std::string_view::npos;
  return end;
}

std::optional<Time> placed(const RangeEnd& end, Time zero) {
  if (end.onTraceClock) {
    return Time{end.value.ns};
  }
  std::int64_t ns = 0;
  return __builtin_add_overflow(zero.ns, end.value.ns, &ns) ? std::nullopt : std::optional<Time>{Time{ns}};
}

/// Whether a plain number can only mean the trace's own clock.
bool looksAbsolute(const RangeEnd& end, TimeRange bounds) {
  return end.isPlain && !end.onTraceClock && end.value > bounds.length() && bounds.begin.ns <= end.value.ns &&
         end.value.ns <= bounds.end.ns;
}

}  // namespace

Expected<TimeRange> parseTimeRange(std::string_view text, TimeRange bounds) {
  const std::size_t dots = text.find("..");
  if (dots == std::string_view::npos) {
    return std::unexpected(usage(Phrase::tr("\"%1\" is not a range; write A..B, for example 1.2ms..3ms").with(text)));
  }
  const std::string_view from = trimmed(text.substr(0, dots));
  const std::string_view to = trimmed(text.substr(dots + 2));
  const Expected<RangeEnd> begin = from.empty() ? RangeEnd{} : parseEnd(from);
  if (!begin) {
    return std::unexpected(begin.error());
  }
  const Expected<RangeEnd> end = to.empty() ? RangeEnd{bounds.length()} : parseEnd(to);
  if (!end) {
    return std::unexpected(end.error());
  }
  const bool absolute = looksAbsolute(*begin, bounds) || (!to.empty() && looksAbsolute(*end, bounds));
  const auto place = [&](const RangeEnd& e, std::string_view written) {
    return placed({e.value, e.onTraceClock || (absolute && e.isPlain && !written.empty())}, bounds.begin);
  };
  const std::optional<Time> a = place(*begin, from);
  const std::optional<Time> b = place(*end, to);
  if (!a || !b) {
    return std::unexpected(usage(Phrase::tr("\"%1\" does not fit into 64-bit nanoseconds").with(text)));
  }
  if (*b < *a) {
    return std::unexpected(usage(Phrase::tr("\"%1\" ends before it starts").with(text)));
  }
  return TimeRange{*a, *b};
}

Expected<Duration> parseDuration(std::string_view text) {
  const Expected<RangeEnd> end = parseEnd(text);
  if (!end) {
    return std::unexpected(end.error());
  }
  if (end->onTraceClock || end->value.ns < 0) {
    return std::unexpected(usage(Phrase::tr("\"%1\" is not a length of time; write 1.5ms or 300us").with(text)));
  }
  return end->value;
}

std::string exactRangeText(TimeRange range) {
  return fmt::format("@{}..@{}", range.begin.ns, range.end.ns);
}

}  // namespace kernline
