// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/log/duration_text.h"

#include "core/import/log/quantity_text.h"
#include "core/model/base/text.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string>

namespace kernline::logs {

namespace {

constexpr double nsPerSecondOfDuration = 1e9;
constexpr double secondsPerDay = 86'400;
constexpr std::size_t maxDuration = 32;  // characters

std::size_t digitCount(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::find_if_not(text, isDigit) - text.begin());
}

/// Returns the seconds of the unit behind a number; 0 if it is none.
double secondsOfUnit(std::string_view unit) {
  struct Unit {
    std::string_view name;
    double seconds;
  };
  constexpr Unit units[] = {{"d", secondsPerDay},
                            {"day", secondsPerDay},
                            {"days", secondsPerDay},
                            {"h", 3600},
                            {"hr", 3600},
                            {"hour", 3600},
                            {"hours", 3600},
                            {"m", 60},
                            {"min", 60},
                            {"mins", 60},
                            {"minute", 60},
                            {"minutes", 60},
                            {"s", 1},
                            {"sec", 1},
                            {"secs", 1},
                            {"second", 1},
                            {"seconds", 1},
                            {"ms", 1e-3}};
  const auto* const found = std::ranges::find(units, unit, &Unit::name);
  return found == std::end(units) ? 0 : found->seconds;
}

/// Seconds of "2:03:04.5".
std::optional<double> secondsOfClock(std::string_view text) {
  double seconds = 0;
  for (int part = 0; part < 2; ++part) {
    const std::size_t digits = digitCount(text);
    const bool isPart = digits > 0 && digits <= 4 && (part == 0 || digits == 2) && text.substr(digits).starts_with(':');
    if (!isPart) {
      return std::nullopt;
    }
    seconds = (seconds + *numberOf(text.substr(0, digits))) * 60;
    text.remove_prefix(digits + 1);
  }
  const auto rest = digitCount(text) == 2 ? numberOf(text) : std::nullopt;
  return rest && *rest < 60 ? std::optional(seconds + *rest) : std::nullopt;
}

/// The same with days in front: "1-02:03:04" of Slurm, "1 day, 2:03:04" of Python.
std::optional<double> secondsWithDays(std::string_view text) {
  const std::size_t digits = digitCount(text);
  for (const std::string_view sign : {"-", " day, ", " days, "}) {
    if (digits > 0 && text.substr(digits).starts_with(sign)) {
      const auto days = numberOf(text.substr(0, digits));
      const auto clock = secondsOfClock(text.substr(digits + sign.size()));
      return days && clock ? std::optional(*days * secondsPerDay + *clock) : std::nullopt;
    }
  }
  return secondsOfClock(text);
}

/// "train_runtime", "Total training time", "Elapsed"; not "Start time", and not "time" alone.
bool namesDuration(std::string_view name) {
  constexpr std::string_view sure[] = {"runtime", "elapsed", "duration", "took", "walltime", "cputime", "uptime"};
  constexpr std::string_view foreign[] = {"start", "started", "end",  "ended",  "begin", "date",     "now",
                                          "at",    "submit",  "eta",  "finish", "stamp", "finished", "current",
                                          "limit", "left",    "last", "local",  "utc",   "remaining"};
  const std::string words = lowered(name);
  bool isSure = false;
  bool hasTime = false;
  std::size_t count = 0;
  for (std::size_t begin = 0; begin < words.size();) {
    const std::size_t end = std::min(words.find_first_of(" _.-()[]/", begin), words.size());
    const std::string_view word = std::string_view{words}.substr(begin, end - begin);
    if (std::ranges::find(foreign, word) != std::end(foreign)) {
      return false;
    }
    isSure = isSure || std::ranges::find(sure, word) != std::end(sure);
    hasTime = hasTime || word == "time";
    count += word.empty() ? 0 : 1;
    begin = end + 1;
  }
  return isSure || (hasTime && count > 1);
}

}  // namespace

std::optional<double> durationInUnits(std::string_view text) {
  text = trimmed(text);
  if (text.empty() || text.size() > maxDuration || !isDigit(text.front())) {
    return std::nullopt;
  }
  double total = 0;
  double last = 2 * secondsPerDay;
  std::size_t parts = 0;
  while (!text.empty()) {
    const std::size_t length = std::min(text.find_first_not_of("0123456789."), text.size());
    const auto number = numberOf(text.substr(0, length));
    text = trimmed(text.substr(length));
    const auto letters = static_cast<std::size_t>(std::ranges::find_if_not(text, isLetter) - text.begin());
    const double unit = secondsOfUnit(text.substr(0, letters));
    if (!number || unit == 0 || unit >= last) {
      return std::nullopt;
    }
    total += *number * unit;
    last = unit;
    ++parts;
    text = trimmed(text.substr(letters));
    if (text.starts_with(", ")) {
      text = trimmed(text.substr(1));
    }
  }
  return parts > 1 ? std::optional(total * nsPerSecondOfDuration) : std::nullopt;
}

std::optional<double> durationOf(std::string_view name, std::string_view text) {
  text = trimmed(text);
  if (const auto inUnits = durationInUnits(text)) {
    return inUnits;
  }
  if (text.empty() || text.size() > maxDuration || !isDigit(text.front()) || !text.contains(':')) {
    return std::nullopt;
  }
  const auto seconds = secondsWithDays(text);
  return seconds && namesDuration(name) ? std::optional(*seconds * nsPerSecondOfDuration) : std::nullopt;
}

}  // namespace kernline::logs
