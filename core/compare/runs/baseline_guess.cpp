// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/runs/baseline_guess.h"

#include "core/model/base/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace kernline {

namespace {

constexpr int noRank = 0;
constexpr int afterRank = -1;

/// Returns how strongly a word marks the baseline.
int baselineRank(std::string_view word) {
  constexpr std::array befores{"before", "pre",      "old",  "base",     "baseline",    "ref",        "reference",
                               "orig",   "original", "prev", "previous", "unoptimized", "unoptimised"};
  constexpr std::array branches{"main", "master", "trunk"};
  constexpr std::array afters{"after",    "post",  "new",   "changed", "patched",   "optimized", "optimised",
                              "improved", "fixed", "tuned", "faster",  "candidate", "feature"};
  const auto isIn = [&](const auto& words) { return std::ranges::find(words, word) != words.end(); };
  if (isIn(befores)) {
    return 3;
  }
  if (isIn(branches)) {
    return 2;
  }
  return word == "head" ? 1 : isIn(afters) ? afterRank : noRank;
}

/// Words in lower case: runs of letters, "traceBefore2" is "trace" and "before".
std::vector<std::string> loweredWords(std::string_view name) {
  std::vector<std::string> words;
  char last = ' ';
  for (const char c : name) {
    if (isLetter(c)) {
      if (!isLetter(last) || (isLowerLetter(last) && !isLowerLetter(c))) {
        words.emplace_back();
      }
      words.back() += toLower(c);
    }
    last = c;
  }
  return words;
}

/// Returns the first position with the greatest value; nullopt if all are equal.
std::optional<std::size_t> firstOfGreatest(const std::vector<std::int64_t>& values) {
  const auto [least, greatest] = std::ranges::minmax(values);
  if (least == greatest) {
    return {};
  }
  return static_cast<std::size_t>(std::ranges::find(values, greatest) - values.begin());
}

std::optional<std::size_t> guessByWords(const std::vector<std::string_view>& names) {
  std::vector<std::vector<std::string>> words;
  for (const std::string_view name : names) {
    words.push_back(loweredWords(name));
  }
  const auto isCommon = [&](const std::string& word) {
    return std::ranges::all_of(words,
                               [&](const auto& others) { return std::ranges::find(others, word) != others.end(); });
  };
  std::vector<std::int64_t> ranks;
  for (const std::vector<std::string>& own : words) {
    int most = noRank;
    int least = noRank;
    for (const std::string& word : own) {
      const int rank = isCommon(word) ? noRank : baselineRank(word);
      most = std::max(most, rank);
      least = std::min(least, rank);
    }
    ranks.push_back(most > noRank && least < noRank ? noRank : most + least);  // "new_before" is ambiguous
  }
  return firstOfGreatest(ranks);
}

/// A run of digits.
struct DigitRun {
  std::size_t begin = 0;
  std::size_t size = 0;
  std::int64_t value = 0;
};

std::vector<DigitRun> digitRuns(std::string_view name) {
  std::vector<DigitRun> runs;
  for (std::size_t at = 0; at < name.size();) {
    if (!isDigit(name[at])) {
      ++at;
      continue;
    }
    DigitRun run{.begin = at};
    while (at < name.size() && isDigit(name[at])) {
      ++at;
    }
    run.size = at - run.begin;
    const auto read = std::from_chars(name.data() + run.begin, name.data() + at, run.value);
    if (read.ec == std::errc{}) {  // more than 19 digits are no date
      runs.push_back(run);
    }
  }
  return runs;
}

using Seconds = std::chrono::sys_seconds;

/// Returns the date, from 2000 to 2099; nullopt if it is none.
std::optional<Seconds> dateOf(std::int64_t year, std::int64_t month, std::int64_t day) {
  const std::chrono::year_month_day date{std::chrono::year{static_cast<int>(year)},
                                         std::chrono::month{static_cast<unsigned>(month)},
                                         std::chrono::day{static_cast<unsigned>(day)}};
  const bool isDate = year >= 2000 && year < 2100 && month <= 12 && day <= 31 && date.ok();
  return isDate ? std::optional<Seconds>{std::chrono::sys_days{date}} : std::nullopt;
}

/// "1530" or "153059".
std::optional<std::chrono::seconds> timeOfDay(std::int64_t value, std::size_t digits) {
  const std::int64_t all = digits == 4 ? value * 100 : value;
  const std::int64_t hours = all / 10'000;
  const std::int64_t minutes = all / 100 % 100;
  const std::int64_t seconds = all % 100;
  const bool isTime = (digits == 4 || digits == 6) && hours < 24 && minutes < 60 && seconds < 60;
  return isTime ? std::optional{std::chrono::seconds{hours * 3600 + minutes * 60 + seconds}} : std::nullopt;
}

/// Dates in a text, each in ns since 1970.
class DatesInName {
 public:
  explicit DatesInName(std::string_view name) : m_runs(digitRuns(name)) {}

  [[nodiscard]] std::optional<std::int64_t> last() const {
    std::optional<std::int64_t> found;
    for (std::size_t i = 0; i < m_runs.size(); ++i) {
      if (const auto date = dateAt(i)) {
        found = date;
      }
    }
    return found;
  }

 private:
  /// Whether so many runs from this one on are one character apart, and all but the first have two digits.
  [[nodiscard]] bool areTogether(std::size_t first, std::size_t count) const {
    if (first + count > m_runs.size()) {
      return false;
    }
    for (std::size_t i = first; i + 1 < first + count; ++i) {
      if (m_runs[i + 1].begin != m_runs[i].begin + m_runs[i].size + 1 || m_runs[i + 1].size != 2) {
        return false;
      }
    }
    return true;
  }

  [[nodiscard]] std::optional<std::int64_t> dateAt(std::size_t i) const {
    const DigitRun& run = m_runs[i];
    std::optional<Seconds> date;
    std::size_t next = i + 1;
    if (run.size == 8) {
      date = dateOf(run.value / 10'000, run.value / 100 % 100, run.value % 100);
    } else if (run.size == 12 || run.size == 14) {
      const std::int64_t scale = run.size == 12 ? 10'000 : 1'000'000;
      const auto time = timeOfDay(run.value % scale, run.size - 8);
      const std::int64_t day = run.value / scale;
      date = time ? dateOf(day / 10'000, day / 100 % 100, day % 100) : std::nullopt;
      return date ? std::optional{nanoseconds(*date + *time)} : std::nullopt;
    } else if (run.size == 4 && areTogether(i, 3)) {
      date = dateOf(run.value, m_runs[i + 1].value, m_runs[i + 2].value);
      next = i + 3;
    }
    return date ? std::optional{nanoseconds(*date + timeBehind(next))} : timeSince1970(run);
  }

  /// The time of day that follows a date, a character behind it: "1530", "153059", "15-30", "15-30-59".
  [[nodiscard]] std::chrono::seconds timeBehind(std::size_t i) const {
    const bool isBehind = i < m_runs.size() && m_runs[i].begin == m_runs[i - 1].begin + m_runs[i - 1].size + 1;
    if (!isBehind) {
      return {};
    }
    if (m_runs[i].size == 2 && areTogether(i, 2)) {
      const std::int64_t seconds = areTogether(i, 3) ? m_runs[i + 2].value : 0;
      return timeOfDay(m_runs[i].value * 10'000 + m_runs[i + 1].value * 100 + seconds, 6).value_or(zero);
    }
    return timeOfDay(m_runs[i].value, m_runs[i].size).value_or(zero);
  }

  /// Returns the time in s, ms, us or ns, by the number of digits.
  [[nodiscard]] static std::optional<std::int64_t> timeSince1970(const DigitRun& run) {
    constexpr std::array<std::pair<std::size_t, std::int64_t>, 4> units{
        {{10, 1'000'000'000}, {13, 1'000'000}, {16, 1'000}, {19, 1}}};
    const auto* unit = std::ranges::find(units, run.size, &std::pair<std::size_t, std::int64_t>::first);
    constexpr std::int64_t year2000 = 946'684'800'000'000'000;
    constexpr std::int64_t year2100 = 4'102'444'800'000'000'000;
    if (unit == units.end() || run.value > year2100 / unit->second || run.value < year2000 / unit->second) {
      return {};
    }
    return run.value * unit->second;
  }

  static std::int64_t nanoseconds(Seconds date) { return std::chrono::nanoseconds{date.time_since_epoch()}.count(); }

  static constexpr std::chrono::seconds zero{0};

  std::vector<DigitRun> m_runs;
};

std::optional<std::size_t> guessByDates(const std::vector<std::string_view>& names) {
  std::vector<std::int64_t> ages;
  for (const std::string_view name : names) {
    const std::optional<std::int64_t> date = DatesInName(name).last();
    if (!date) {
      return {};
    }
    ages.push_back(-*date);
  }
  return firstOfGreatest(ages);
}

}  // namespace

std::optional<std::size_t> guessedBaseline(std::span<const std::string> paths) {
  if (paths.size() < 2) {
    return {};
  }
  std::vector<std::string_view> files;
  std::vector<std::string_view> folders;
  for (const std::string_view path : paths) {
    files.push_back(fileNameOf(path));
    folders.push_back(path.substr(0, path.size() - files.back().size()));
  }
  for (const auto& guess : {guessByWords, guessByDates}) {
    for (const auto& names : {files, folders}) {
      if (const auto found = guess(names)) {
        return found;
      }
    }
  }
  return {};
}

}  // namespace kernline
