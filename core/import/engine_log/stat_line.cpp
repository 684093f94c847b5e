// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/engine_log/stat_line.h"

#include "core/model/base/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>

namespace kernline::engine {

namespace {

constexpr std::int64_t nsPerSecond = 1'000'000'000;

/// Two digits at `at`; -1 if there are none.
int twoDigits(std::string_view text, std::size_t at) {
  return at + 2 <= text.size() && isDigit(text[at]) && isDigit(text[at + 1])
             ? (text[at] - '0') * 10 + (text[at + 1] - '0')
             : -1;
}

/// "12:34:56", "12:34:56,789" at `at`.
std::optional<std::int64_t> clockAt(std::string_view line, std::size_t at) {
  const int hours = twoDigits(line, at);
  const int minutes = twoDigits(line, at + 3);
  const int seconds = twoDigits(line, at + 6);
  if (hours < 0 || minutes < 0 || seconds < 0 || line[at + 2] != ':' || line[at + 5] != ':') {
    return std::nullopt;
  }
  std::int64_t ns = (hours * 3600 + minutes * 60 + seconds) * nsPerSecond;
  std::size_t digit = at + 9;
  if (at + 8 < line.size() && (line[at + 8] == '.' || line[at + 8] == ',')) {
    for (std::int64_t unit = nsPerSecond / 10; digit < line.size() && isDigit(line[digit]) && unit > 0; unit /= 10) {
      ns += (line[digit++] - '0') * unit;
    }
  }
  return ns;
}

/// The first date and time of a line: "2025-11-20 12:00:01.5", "2025-11-20T12:00:01", "11-20 12:00:01".
std::optional<std::int64_t> timeOfLine(std::string_view line) {
  constexpr std::size_t farthest = 200;
  const std::string_view head = line.substr(0, farthest);
  for (std::size_t colon = head.find(':'); colon != std::string_view::npos; colon = head.find(':', colon + 1)) {
    const auto clock = colon < 8 ? std::nullopt : clockAt(head, colon - 2);
    const int month = clock ? twoDigits(head, colon - 8) : -1;
    const int day = clock ? twoDigits(head, colon - 5) : -1;
    if (!clock || month < 1 || day < 1 || head[colon - 6] != '-') {
      continue;
    }
    int year = 1970;
    if (colon >= 13 && head[colon - 9] == '-' && twoDigits(head, colon - 13) >= 0 && twoDigits(head, colon - 11) >= 0) {
      year = twoDigits(head, colon - 13) * 100 + twoDigits(head, colon - 11);
    }
    const std::chrono::year_month_day date(std::chrono::year(year), std::chrono::month(static_cast<unsigned>(month)),
                                           std::chrono::day(static_cast<unsigned>(day)));
    if (date.ok()) {
      const auto days = std::chrono::sys_days(date).time_since_epoch().count();
      return days * 86'400 * nsPerSecond + *clock;
    }
  }
  return std::nullopt;
}

/// "Running: 10 reqs", "gen throughput (token/s): 123.4". Nothing for "cuda graph: True".
std::optional<Stat> statOf(std::string_view part) {
  const std::size_t colon = part.rfind(": ");
  if (colon == std::string_view::npos) {
    return std::nullopt;
  }
  Stat stat;
  stat.name = trimmed(part.substr(0, colon));
  const std::string_view text = trimmed(part.substr(colon + 2));
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), stat.value);
  if (error != std::errc{} || stat.name.empty()) {
    return std::nullopt;
  }
  stat.unit = trimmed(text.substr(static_cast<std::size_t>(end - text.data())));
  if (stat.name.ends_with(')')) {
    const std::size_t open = stat.name.rfind('(');
    stat.unit = open == std::string_view::npos ? stat.unit : stat.name.substr(open + 1, stat.name.size() - open - 2);
    stat.name = trimmed(stat.name.substr(0, open));
  }
  return stat;
}

void addStats(std::string_view text, std::vector<Stat>& stats) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(", "), text.size());
    if (const auto stat = statOf(text.substr(0, end))) {
      stats.push_back(*stat);
    }
    text.remove_prefix(std::min(end + 2, text.size()));
  }
}

/// "TP0" of "[2025-11-20 12:00:10 TP0] Decode batch".
std::string_view rankBefore(std::string_view head) {
  const std::size_t close = head.rfind(']');
  const std::size_t open = close == std::string_view::npos ? close : head.rfind('[', close);
  if (open == std::string_view::npos) {
    return {};
  }
  const std::string_view inside = head.substr(open + 1, close - open - 1);
  const std::size_t colon = inside.rfind(':');
  const std::size_t blank = colon == std::string_view::npos ? colon : inside.find(' ', colon);
  return blank == std::string_view::npos ? std::string_view() : trimmed(inside.substr(blank));
}

}  // namespace

std::optional<StatLine> readStatLine(std::string_view line) {
  constexpr std::string_view report = "Avg prompt throughput: ";
  constexpr std::array<std::string_view, 2> batches{"Decode batch", "Prefill batch"};
  StatLine found;
  if (const std::size_t at = line.find(report); at != std::string_view::npos) {
    std::string_view before = trimmed(line.substr(0, at));
    if (before.ends_with(':')) {  // "Engine 000:"
      before.remove_suffix(1);
      const std::size_t engine = before.rfind("Engine ");
      found.engine = engine == std::string_view::npos ? std::string_view() : before.substr(engine);
    }
    addStats(line.substr(at), found.stats);
  } else {
    const auto* const batch = std::ranges::find_if(batches, [&](std::string_view name) { return line.contains(name); });
    const std::size_t begin = batch == batches.end() ? std::string_view::npos : line.find(*batch);
    const std::size_t stats = begin == std::string_view::npos ? begin : line.find('#', begin + batch->size());
    if (stats == std::string_view::npos || stats > begin + batch->size() + 24) {
      return std::nullopt;
    }
    found.what = *batch;
    found.engine = rankBefore(line.substr(0, begin));
    addStats(line.substr(stats), found.stats);
  }
  const auto time = timeOfLine(line);
  constexpr std::size_t fewest = 2;
  if (!time || found.stats.size() < fewest) {
    return std::nullopt;
  }
  found.timeNs = *time;
  return found;
}

}  // namespace kernline::engine
