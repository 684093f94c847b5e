// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/log/value_row.h"

#include "core/import/log/byte_set.h"
#include "core/import/log/cell_text.h"
#include "core/import/log/fields.h"
#include "core/import/log/line_marks.h"
#include "core/model/base/text.h"
#include "core/model/log/known_words.h"

#include <algorithm>

namespace kernline::logs {

namespace {

constexpr std::size_t maxValueRow = 160;
constexpr std::size_t maxNameWords = 6;

/// Most lines end in words: a unit or a remark on the speed must follow the last digit.
bool endsInUnit(std::string_view text) {
  constexpr std::string_view digits = "0123456789";
  const std::string_view tail = trimmed(text.substr(text.find_last_of(digits) + 1));
  return tail.starts_with('x') || tail.starts_with('X') || tail.starts_with("×") ||
         unitOf(tail, ByteBase::Binary).has_value();
}

/// The value that `words` from `first` on are, and how many they are; none if they are no value with a unit.
std::optional<ValueRow::Value> valueAt(std::string_view text, const std::vector<Field>& words, std::size_t first,
                                       std::size_t& count) {
  constexpr std::size_t maxWords = 4;  // "12.3 ± 0.1 ms"
  // More than a number and a unit are an error of it, or the name of what is counted per second.
  static constexpr ByteSet signs{"/+-\xC2\xB1"};
  const std::size_t last = std::min(maxWords, words.size() - first);
  const std::string_view all = text.substr(words[first].begin, words[first + last - 1].end - words[first].begin);
  const bool isShort = isDigit(all.front()) && std::ranges::none_of(all, [](char c) { return signs.has(c); });
  for (count = isShort ? std::min<std::size_t>(last, 2) : last; count > 0; --count) {
    const std::string_view printed = text.substr(words[first].begin, words[first + count - 1].end - words[first].begin);
    const bool hasUnit = !isShort || count != 2 || unitOf(words[first + 1].text, ByteBase::Binary).has_value();
    if (isDigit(printed.back()) || !hasUnit) {
      continue;
    }
    const auto quantity = quantityOf(printed, ByteBase::Binary);
    if (quantity && !quantity->unit.empty() && quantity->quantity != Quantity::Number &&
        quantity->quantity != Quantity::Count) {
      return ValueRow::Value{.printed = printed, .quantity = quantity->quantity};
    }
  }
  return std::nullopt;
}

bool mayBeginValue(std::string_view word) {
  return isDigit(word.front()) || (word.size() > 1 && (word.front() == '-' || word.front() == '~') && isDigit(word[1]));
}

/// "flash  out of memory": a name of one word, or set apart.
std::optional<ValueRow> failedRow(std::string_view text, const std::vector<Field>& words) {
  constexpr std::size_t maxWords = 3;  // "out of memory"
  if (words.size() < 2) {
    return std::nullopt;
  }
  for (std::size_t count = std::min(maxWords, words.size() - 1); count > 0; --count) {
    const std::size_t at = words.size() - count;
    const bool isApart = words[at].begin - words[at - 1].end > 1;
    if ((at == 1 || isApart) && isNoValue(text.substr(words[at].begin))) {
      return ValueRow{.name = trimmed(text.substr(0, words[at].begin)),
                      .isApart = isApart,
                      .values = {},
                      .speedup = {},
                      .failure = text.substr(words[at].begin)};
    }
  }
  return std::nullopt;
}

}  // namespace

std::string_view speedupText(std::string_view text) {
  text = trimmed(text);
  if (text.starts_with('(') && text.ends_with(')')) {
    text = trimmed(text.substr(1, text.size() - 2));
  }
  const std::string_view figure = text.substr(0, text.find(' '));
  const std::string_view remark = trimmed(text.substr(figure.size()));
  const auto quantity = quantityOf(figure, ByteBase::Binary);
  const bool isFactor = quantity && (quantity->unit == "x" || quantity->unit == "X" || quantity->unit == "×");
  return isFactor && (remark.empty() || remark == "faster" || remark == "speedup" || remark == "speed-up")
             ? figure
             : std::string_view{};
}

std::optional<ValueRow> valueRow(std::string_view line, std::uint16_t marks) {
  constexpr std::uint16_t foreign = hasColon | hasBar | hasTab | hasEquals;
  const std::string_view text = trimmed(line);
  if ((marks & foreign) != 0 || text.empty() || text.size() > maxValueRow || !isLetter(text.front())) {
    return std::nullopt;
  }
  if ((marks & hasDigit) == 0 || !endsInUnit(text)) {
    constexpr std::size_t maxFailedWords = 6;
    const std::vector<Field> words = wordsOf(text);
    return words.size() <= maxFailedWords ? failedRow(text, words) : std::nullopt;
  }
  const std::vector<Field> words = wordsOf(text);
  std::size_t at = 1;
  std::size_t count = 0;
  std::optional<ValueRow::Value> value;
  while (at < words.size() && at <= maxNameWords && !value) {
    value = mayBeginValue(words[at].text) ? valueAt(text, words, at, count) : std::nullopt;
    at += value ? 0 : 1;
  }
  if (!value) {
    return std::nullopt;
  }
  ValueRow row{.name = trimmed(text.substr(0, words[at].begin)),
               .isApart = words[at].begin - words[at - 1].end > 1,
               .values = {},
               .speedup = {},
               .failure = {}};
  while (value) {
    row.values.push_back(*value);
    at += count;
    value = at < words.size() ? valueAt(text, words, at, count) : std::nullopt;
  }
  if (at < words.size()) {
    row.speedup = speedupText(text.substr(words[at].begin));
  }
  const bool isWhole = at == words.size() || !row.speedup.empty();
  // "latency 1.2 ms" is a measurement by itself.
  return isWhole && !namesMeasure(row.name) && row.name.find(", ") == std::string_view::npos ? std::optional(row)
                                                                                             : std::nullopt;
}

}  // namespace kernline::logs
