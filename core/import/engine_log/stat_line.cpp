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

std::optional<std::int64_t> dayNs(int year, int month, int day) {
  const std::chrono::year_month_day date(std::chrono::year(year), std::chrono::month(static_cast<unsigned>(month)),
                                         std::chrono::day(static_cast<unsigned>(day)));
  return month > 0 && day > 0 && date.ok()
             ? std::optional(std::chrono::sys_days(date).time_since_epoch().count() * 86'400 * nsPerSecond)
             : std::nullopt;
}

int yearAt(std::string_view text, std::size_t at) {
  const int century = twoDigits(text, at);
  const int year = twoDigits(text, at + 2);
  return century < 0 || year < 0 ? -1 : century * 100 + year;
}

/// The date that ends in front of the hour at `at`: "2025-11-20 ", "11-20T", "11/20/2025-", "11-20-2025 ".
std::optional<std::int64_t> dateBefore(std::string_view line, std::size_t at) {
  const auto isSign = [](char c) { return c == '-' || c == '/'; };
  constexpr std::size_t american = 11;
  if (at >= american && isSign(line[at - 6]) && isSign(line[at - 9]) && yearAt(line, at - 5) > 0) {
    return dayNs(yearAt(line, at - 5), twoDigits(line, at - american), twoDigits(line, at - 8));
  }
  constexpr std::size_t minLength = 6;
  if (at < minLength || line[at - 4] != '-') {
    return std::nullopt;
  }
  const int year = at >= american && line[at - 7] == '-' ? yearAt(line, at - american) : -1;
  return dayNs(year < 0 ? 1970 : year, twoDigits(line, at - 6), twoDigits(line, at - 3));
}

/// The first date and time of a line: "2025-11-20 12:00:01.5", "2025-11-20T12:00:01", "11-20 12:00:01",
/// "11/20/2025-12:00:01".
std::optional<std::int64_t> timeOfLine(std::string_view line) {
  constexpr std::size_t maxHeadBytes = 200;
  const std::string_view head = line.substr(0, maxHeadBytes);
  for (std::size_t colon = head.find(':'); colon != std::string_view::npos; colon = head.find(':', colon + 1)) {
    const auto clock = colon < 2 ? std::nullopt : clockAt(head, colon - 2);
    const auto date = clock ? dateBefore(head, colon - 2) : std::nullopt;
    if (date) {
      return *date + *clock;
    }
  }
  return std::nullopt;
}

/// Reads "Running: 10 reqs" and "gen throughput (token/s): 123.4"; nullopt for "cuda graph: True".
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

/// "num_ctx_requests" of "states = {'num_ctx_requests", "Active Request Count" of "{\"Active Request Count\"".
std::string_view bareName(std::string_view text) {
  constexpr std::string_view signs = " {}'\"";
  const std::size_t equals = text.rfind("= ");
  text = equals == std::string_view::npos ? text : text.substr(equals + 2);
  const std::size_t begin = text.find_first_not_of(signs);
  return begin == std::string_view::npos ? std::string_view{}
                                         : text.substr(begin, text.find_last_not_of(signs) - begin + 1);
}

/// Figures of TensorRT-LLM: "elapsed_time = 0.02s", "'num_ctx_tokens': 512", "\"Scheduled Requests\":8".
std::vector<Stat> statsOfIteration(std::string_view text) {
  constexpr std::string_view noFigures[] = {
      "iter", "rank", "global_rank", "timestamp", "MicroBatch ID", "Iteration Counter", "Timestamp"};
  std::vector<Stat> stats;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(','), text.size());
    const std::string_view part = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::size_t sign = part.find_last_of(":=");
    Stat stat;
    stat.name = bareName(part.substr(0, std::min(sign, part.size())));
    const std::string_view value = sign == std::string_view::npos ? std::string_view{} : trimmed(part.substr(sign + 1));
    const auto [valueEnd, error] = std::from_chars(value.data(), value.data() + value.size(), stat.value);
    const bool isOther =
        std::ranges::find(noFigures, bareName(part.substr(0, part.find_first_of(":=")))) != std::end(noFigures);
    if (error != std::errc{} || stat.name.empty() || isOther) {
      continue;
    }
    const std::string_view unit = value.substr(static_cast<std::size_t>(valueEnd - value.data()));
    stat.unit = unit.starts_with('s') ? "s" : stat.name.ends_with("Memory Usage") ? "B" : "";
    stats.push_back(stat);
  }
  return stats;
}

/// Reads the line that TensorRT-LLM prints for an iteration, in Python or C++.
std::optional<StatLine> iterationLine(std::string_view line) {
  constexpr std::string_view mark = "] iter = ";
  constexpr std::string_view json = "{\"Active Request Count\":";
  const std::size_t iteration = line.find(mark);
  const std::size_t begin = iteration == std::string_view::npos ? line.find(json) : iteration;
  if (begin == std::string_view::npos || (iteration != std::string_view::npos && !line.contains("elapsed_time = "))) {
    return std::nullopt;
  }
  StatLine found;
  found.what = "iteration";
  found.stats = statsOfIteration(line.substr(begin + (iteration == std::string_view::npos ? 0 : 2)));
  const std::size_t stamp = line.find("imestamp", begin);  // the more exact one
  const auto stamped = stamp == std::string_view::npos ? std::nullopt : timeOfLine(line.substr(stamp));
  const auto time = stamped ? stamped : timeOfLine(line);
  if (!time || found.stats.size() < 2) {
    return std::nullopt;
  }
  found.timeNs = *time;
  return found;
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
  } else if (auto iteration = iterationLine(line)) {
    return iteration;
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
  constexpr std::size_t minStats = 2;
  if (!time || found.stats.size() < minStats) {
    return std::nullopt;
  }
  found.timeNs = *time;
  return found;
}

}  // namespace kernline::engine
