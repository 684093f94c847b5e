// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/log/text_line.h"

#include "core/import/log/byte_set.h"
#include "core/import/log/fields.h"
#include "core/import/log/quantity_text.h"
#include "core/model/base/text.h"
#include "core/model/log/known_words.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace kernline::logs {

namespace {

constexpr std::size_t maxLabelLength = 192;  // names of files and of tests are long
constexpr std::size_t maxLabelWords = 8;
constexpr std::string_view wideColon = "：";

constexpr bool isLetterOrUtf8(char c) {
  return isLetter(c) || (static_cast<unsigned char>(c) & 0x80U) != 0;
}

enum InLabel : std::uint8_t { letterInLabel = 1, slashInLabel = 2, noneInLabel = 4 };

constexpr std::array<std::uint8_t, 256> inLabels = [] {
  std::array<std::uint8_t, 256> kinds{};
  for (std::size_t c = 0; c < kinds.size(); ++c) {
    kinds[c] = isLetterOrUtf8(static_cast<char>(c)) ? letterInLabel : 0;
  }
  for (const unsigned char c : std::string_view{"\"'`{}<>\\;!?*|$@~,"}) {
    kinds[c] = noneInLabel;
  }
  kinds['/'] = slashInLabel;
  return kinds;
}();

/// Whether the text is short, has letters, and only characters of labels. Called for most lines of a log.
bool isLabel(std::string_view text) {
  if (text.size() > maxLabelLength) {
    return false;
  }
  unsigned has = 0;
  std::size_t blanks = 0;
  for (const char c : text) {
    has |= inLabels[static_cast<unsigned char>(c)];
    blanks += c == ' ' ? 1 : 0;
  }
  const bool isPlain = (has & (letterInLabel | noneInLabel)) == letterInLabel && blanks < maxLabelWords;
  return isPlain && ((has & slashInLabel) == 0 || text.find("//") == std::string_view::npos);
}

std::string_view withoutBullet(std::string_view text) {
  text = trimmed(text);
  static constexpr ByteSet signs{"-*+\xE2"};
  if (text.empty() || !signs.has(text.front())) {
    return text;
  }
  for (const std::string_view bullet : {"- ", "* ", "• ", "+ "}) {
    if (text.starts_with(bullet)) {
      return trimmed(text.substr(bullet.size()));
    }
  }
  return text;
}

/// The first colon that ends a label: a blank, the line's end or a wide one behind it. Its place and length.
std::pair<std::size_t, std::size_t> labelColon(const PlainLine& line) {
  const std::string_view text = line.text;
  const std::string_view head = text.substr(0, maxLabelLength + 1);
  std::size_t narrow = line.colon;
  while (narrow != std::string_view::npos && narrow + 1 != text.size() && text[narrow + 1] != ' ' &&
         text[narrow + 1] != '\t') {
    narrow = head.find(':', narrow + 1);
  }
  // A wide one counts only in front of the narrow one.
  const std::string_view before = head.substr(0, narrow);
  std::size_t wide = before.find(wideColon.front());
  while (wide != std::string_view::npos && !text.substr(wide).starts_with(wideColon)) {
    wide = before.find(wideColon.front(), wide + 1);
  }
  if (narrow == std::string_view::npos && wide == std::string_view::npos) {
    return {std::string_view::npos, 0};
  }
  return narrow < wide ? std::pair{narrow, std::size_t{1}} : std::pair{wide, wideColon.size()};
}

constexpr std::array<bool, 256> inIdentifiers = [] {
  std::array<bool, 256> are{};
  for (std::size_t c = 0; c < are.size(); ++c) {
    are[c] = isLetterOrUtf8(static_cast<char>(c)) || (c >= '0' && c <= '9') || c == '_' || c == '.' || c == '-';
  }
  return are;
}();

bool isIdentifier(std::string_view text) {
  return !text.empty() && text.size() <= maxLabelLength && isLetterOrUtf8(text.front()) &&
         std::ranges::all_of(text, [](char c) { return inIdentifiers[static_cast<unsigned char>(c)]; });
}

/// Cuts at commas outside brackets, or at blanks if there is no comma.
std::vector<std::string_view> listItems(std::string_view text) {
  static constexpr ByteSet opening{"([{"};
  static constexpr ByteSet signs{"([{)]}, "};
  constexpr std::size_t typicalCount = 8;
  std::vector<std::string_view> items;
  items.reserve(typicalCount);
  const char separator = text.contains(',') ? ',' : ' ';
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    const char c = i < text.size() ? text[i] : separator;
    if (!signs.has(c)) {
      continue;
    }
    if (c != ',' && c != ' ') {
      depth += opening.has(c) ? 1 : -1;
    }
    if (i == text.size() || (c == separator && depth <= 0)) {
      if (const std::string_view item = trimmed(text.substr(begin, i - begin)); !item.empty()) {
        items.push_back(item);
      }
      begin = i + 1;
    }
  }
  return items;
}

std::string_view unquoted(std::string_view text) {
  if (text.size() >= 2 && (text.front() == '\'' || text.front() == '"') && text.back() == text.front()) {
    return text.substr(1, text.size() - 2);
  }
  return text;
}

bool beginsWithWord(std::string_view text, std::string_view word) {
  return text.starts_with(word) && (text.size() == word.size() || !isLetterOrUtf8(text[word.size()]));
}

}  // namespace

PlainLine::PlainLine(std::string_view line)
    : text(withoutBullet(line)), colon(text.substr(0, maxLabelLength + 1).find(':')) {}

std::optional<Labeled> labeledValue(const PlainLine& line) {
  const std::string_view text = line.text;
  const auto [at, length] = labelColon(line);
  if (at == std::string_view::npos) {
    return std::nullopt;
  }
  const Labeled result{.label = trimmed(text.substr(0, at)), .value = trimmed(text.substr(at + length))};
  return isLabel(result.label) && !result.value.empty() ? std::optional(result) : std::nullopt;
}

std::optional<std::string_view> bareLabel(const PlainLine& line) {
  std::string_view text = line.text;
  if (text.ends_with(':')) {
    text.remove_suffix(1);
  } else if (text.ends_with(wideColon)) {
    text.remove_suffix(wideColon.size());
  } else {
    return std::nullopt;
  }
  text = trimmed(text);
  const bool isPlain = isLabel(text) && text.find(':') == std::string_view::npos;
  return isPlain ? std::optional(text) : std::nullopt;
}

std::vector<Labeled> assignments(std::string_view text) {
  std::vector<Labeled> result;
  for (const std::string_view item : listItems(text)) {
    const std::size_t at = item.find_first_of("=:");
    if (at == std::string_view::npos) {
      return {};
    }
    const Labeled found{.label = trimmed(item.substr(0, at)), .value = unquoted(trimmed(item.substr(at + 1)))};
    if (!isIdentifier(found.label) || found.value.empty()) {
      return {};
    }
    result.push_back(found);
  }
  return result;
}

std::vector<Labeled> statedParameters(std::string_view text) {
  constexpr std::size_t maxLength = 200;
  const std::size_t equals = text.find('=');
  if (text.size() > maxLength || equals == std::string_view::npos || equals == 0 || text.front() == '[') {
    return {};
  }
  while (text.ends_with('.') || text.ends_with(':') || text.ends_with(')')) {
    text.remove_suffix(1);
  }
  const std::size_t blank = text.find_last_of(" (", equals);
  if (blank == std::string_view::npos) {
    return {};
  }
  std::vector<Labeled> found = assignments(text.substr(blank + 1));
  const bool isKnown = std::ranges::any_of(found, [](const Labeled& one) { return namesParameter(one.label); });
  const bool arePlain = std::ranges::all_of(
      found, [](const Labeled& one) { return one.value.find_first_of(" ()[]{}") == std::string_view::npos; });
  return isKnown && arePlain ? found : std::vector<Labeled>{};
}

std::optional<BracketLabel> bracketLabel(std::string_view line) {
  const std::string_view text = trimmed(line);
  const std::size_t close = text.find(']');
  if (!text.starts_with('[') || close == std::string_view::npos || close > maxLabelLength) {
    return std::nullopt;
  }
  BracketLabel label{.name = trimmed(text.substr(1, close - 1)), .parameters = {}};
  if (!isLabel(label.name) || label.name.find(':') != std::string_view::npos) {
    return std::nullopt;
  }
  std::string_view rest = trimmed(text.substr(close + 1));
  if (rest.ends_with(':')) {
    rest.remove_suffix(1);
  }
  label.parameters = assignments(rest);
  return rest.empty() || !label.parameters.empty() ? std::optional(label) : std::nullopt;
}

std::optional<BracketLabel> subjectHeading(std::string_view title) {
  const std::size_t open = title.find('(');
  if (open == std::string_view::npos || !title.ends_with(')')) {
    return std::nullopt;
  }
  BracketLabel label{.name = trimmed(title.substr(0, open)),
                     .parameters = assignments(title.substr(open + 1, title.size() - open - 2))};
  if (const auto labeled = labeledValue(PlainLine{label.name})) {
    label.name = labeled->value;
  }
  const bool isName = isIdentifier(label.name) && !label.parameters.empty();
  return isName ? std::optional(label) : std::nullopt;
}

std::optional<DecoratedHeading> decoratedHeading(std::string_view line) {
  const std::string_view text = trimmed(line);
  if (text.empty()) {
    return std::nullopt;
  }
  const char sign = text.front();
  std::size_t length = text.find_first_not_of(sign);
  length = length == std::string_view::npos ? text.size() : length;
  if (sign == '#' && length <= 6 && length < text.size() && text[length] == ' ') {
    constexpr std::size_t maxIndent = 4;
    std::string_view title = trimmed(text.substr(length));
    if (text.find_first_not_of(' ', length) > length + maxIndent) {
      return std::nullopt;  // the head of columns
    }
    while (title.ends_with('#')) {
      title.remove_suffix(1);
    }
    title = trimmed(title);
    const bool isOfMarkdown = length > 1 && title.size() <= 2 * maxLabelLength && std::ranges::any_of(title, isLetter);
    const bool isTitle = isOfMarkdown || isLabel(title.substr(0, maxLabelLength)) || !assignments(title).empty();
    return isTitle ? std::optional(DecoratedHeading{length == 1 ? 1U : 2U, title}) : std::nullopt;
  }
  constexpr std::string_view signs = "=-*#~_";
  constexpr std::size_t minLength = 3;
  if (signs.find(sign) == std::string_view::npos || length < minLength || length == text.size()) {
    return std::nullopt;
  }
  const std::size_t last = text.find_last_not_of(sign);
  if (text.size() - 1 - last < minLength) {
    return std::nullopt;
  }
  const std::string_view title = trimmed(text.substr(length, last + 1 - length));
  const bool isTitle = title.size() <= 2 * maxLabelLength && std::ranges::any_of(title, isLetter);
  return isTitle ? std::optional(DecoratedHeading{sign == '=' ? 1U : 2U, title}) : std::nullopt;
}

std::vector<Labeled> dictEntries(std::string_view text) {
  text = trimmed(text);
  if (!text.starts_with('{') || !text.ends_with('}')) {
    return {};
  }
  static constexpr ByteSet brackets{"[{("};
  const std::vector<std::string_view> items = listItems(text.substr(1, text.size() - 2));
  std::vector<Labeled> entries;
  entries.reserve(items.size());
  for (const std::string_view item : items) {
    const std::size_t colon = item.find(':');
    if (colon == std::string_view::npos) {
      return {};
    }
    const Labeled entry{.label = unquoted(trimmed(item.substr(0, colon))),
                        .value = unquoted(trimmed(item.substr(colon + 1)))};
    if (!isIdentifier(entry.label) || entry.value.empty() ||
        std::ranges::any_of(entry.value, [](char c) { return brackets.has(c); })) {
      return {};
    }
    entries.push_back(entry);
  }
  return entries;
}

std::optional<std::string_view> failureText(const PlainLine& line) {
  const std::string_view text = line.text;
  static constexpr std::array<std::string_view, 4> beginnings{"CUDA out of memory", "HIP out of memory",
                                                              "out of memory", "OOM"};
  const bool mayBegin =
      !text.empty() && (text.front() == 'C' || text.front() == 'H' || text.front() == 'o' || text.front() == 'O');
  if (mayBegin && std::ranges::any_of(beginnings, [text](std::string_view b) { return beginsWithWord(text, b); })) {
    return text;
  }
  if (line.colon == std::string_view::npos || line.colon == 0) {
    return std::nullopt;
  }
  const std::string_view word = trimmed(text.substr(0, line.colon));
  const bool isException = (word.ends_with("Error") || word.ends_with("Exception")) && isIdentifier(word);
  static constexpr std::array<std::string_view, 6> verdicts{"error", "FAILED", "Failed", "错误", "失败", "运行失败"};
  const bool isVerdict = std::ranges::find(verdicts, word) != verdicts.end();
  return isException || isVerdict ? std::optional(text) : std::nullopt;
}

std::optional<Labeled> assignedValue(std::string_view line) {
  constexpr std::string_view sign = " = ";
  const std::string_view text = withoutBullet(line);
  const std::size_t at = text.find(sign);
  if (at == std::string_view::npos || text.find('=', at + sign.size()) != std::string_view::npos) {
    return std::nullopt;
  }
  const Labeled found{.label = trimmed(text.substr(0, at)), .value = trimmed(text.substr(at + sign.size()))};
  return isLabel(found.label) && !found.label.contains('=') && !found.value.empty() ? std::optional(found)
                                                                                    : std::nullopt;
}

std::optional<Labeled> measureAndNumber(std::string_view line) {
  const std::string_view text = trimmed(line);
  constexpr std::size_t maxLineLength = 120;
  if (text.size() > maxLineLength) {
    return std::nullopt;
  }
  std::size_t blank = std::string_view::npos;  // the last one before the first digit
  std::size_t digit = 0;
  for (; digit < text.size() && (text[digit] < '0' || text[digit] > '9'); ++digit) {
    blank = text[digit] == ' ' ? digit : blank;
  }
  if (digit == text.size() || blank == std::string_view::npos) {
    return std::nullopt;
  }
  std::string_view label = trimmed(text.substr(0, blank));
  while (label.ends_with('=') || label.ends_with(wideColon)) {
    label = trimmed(label.substr(0, label.size() - (label.ends_with('=') ? 1 : wideColon.size())));
  }
  return Labeled{.label = label, .value = trimmed(text.substr(blank))};
}

std::optional<Labeled> roundOf(std::string_view text) {
  const auto found = measureAndNumber(text);
  if (!found || !namesRound(found->label)) {
    return std::nullopt;
  }
  const std::string_view value = trimmed(found->value.substr(0, found->value.find('/')));
  const bool hasCount = value.size() < found->value.size();
  const bool isCounted = hasCount && numberOf(trimmed(found->value.substr(found->value.find('/') + 1)));
  return numberOf(value) && hasCount == isCounted ? std::optional(Labeled{found->label, value}) : std::nullopt;
}

bool namesAnyMeasure(std::string_view label) {
  return namesMeasure(label) || unitInLabel(label) ||
         std::ranges::any_of(wordsOf(label), [](const Field& word) { return namesMeasure(word.text); });
}

bool beginsWithRound(std::string_view line) {
  static constexpr ByteSet firstLetters{"sSeEiI"};
  line = trimmed(line);
  const std::size_t blank = line.empty() || !firstLetters.has(line.front()) ? std::string_view::npos : line.find(' ');
  return blank != std::string_view::npos && blank + 1 < line.size() && isDigit(line[blank + 1]) &&
         namesRound(line.substr(0, blank));
}

std::optional<LabelWithUnit> unitInLabel(std::string_view label) {
  const std::size_t open = label.rfind(" (");
  if (open == std::string_view::npos || !label.ends_with(')')) {
    return std::nullopt;
  }
  const std::string_view unit = trimmed(label.substr(open + 2, label.size() - open - 3));
  return unitOf(unit, ByteBase::Binary) ? std::optional(LabelWithUnit{trimmed(label.substr(0, open)), unit})
                                        : std::nullopt;
}

}  // namespace kernline::logs
