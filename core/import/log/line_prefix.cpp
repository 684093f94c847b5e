// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/log/line_prefix.h"

#include "core/import/log/byte_set.h"
#include "core/import/log/fields.h"
#include "core/import/log/quantity_text.h"
#include "core/import/log/text_line.h"
#include "core/import/log/timestamp_text.h"
#include "core/model/base/text.h"

#include <algorithm>
#include <charconv>

namespace kernline::logs {

namespace {

constexpr std::size_t maxSourceLength = 48;
constexpr int maxPrefixes = 6;

/// One blank behind a prefix belongs to it; further ones are the line's own.
std::string_view behind(std::string_view text, std::size_t length) {
  text.remove_prefix(std::min(length, text.size()));
  if (text.starts_with(' ')) {
    text.remove_prefix(1);
  }
  return text;
}

constexpr std::string_view levels[] = {"INFO", "WARNING", "DEBUG", "NOTICE", "WARN", "ERROR", "CRITICAL", "TRACE"};

bool looksLikeLevel(std::string_view text) {
  static constexpr ByteSet firstLetters{"IWDNECT"};
  return text.size() >= 4 && firstLetters.has(text.front()) && text[1] >= 'A' && text[1] <= 'Z';
}

std::size_t levelLength(std::string_view text) {
  if (!looksLikeLevel(text)) {
    return 0;
  }
  for (const std::string_view level : levels) {
    if (text.front() == level.front() && text.size() > level.size() && text.starts_with(level)) {
      const char next = text[level.size()];
      if (next == ' ') {
        return level.size();
      }
      if (next == ':' && text.size() > level.size() + 1 && text[level.size() + 1] == ' ') {
        return level.size() + 1;
      }
    }
  }
  return 0;
}

/// Returns the length of "| INFO     | __main__:main:42 - " behind a time, as loguru writes it; 0 if there is none.
std::size_t loguruLength(std::string_view text) {
  constexpr std::size_t maxLength = 128;
  const std::string_view head = text.substr(0, maxLength);
  const std::size_t bar = head.find('|', 1);
  const std::string_view level = bar == std::string_view::npos ? std::string_view{} : trimmed(head.substr(1, bar - 1));
  const std::size_t end = bar == std::string_view::npos ? bar : head.find(" - ", bar);
  const bool isLevel = std::ranges::find(levels, level) != std::end(levels) || level == "SUCCESS";
  const bool hasPlace = end != std::string_view::npos && std::ranges::count(head.substr(bar, end - bar), ':') == 2;
  return isLevel && hasPlace ? end + 2 : 0;
}

/// Returns the position behind the name of a logger at `at`, as accelerate has it behind the level: "__main__ - ",
/// "trainer.main - "; `at` itself if there is none.
std::size_t behindLogger(std::string_view head, std::size_t at) {
  const std::string_view rest = head.substr(std::min(at + 1, head.size()));
  const std::size_t end = rest.find(" - ");
  const std::string_view name = rest.substr(0, std::min(end, rest.size()));
  const bool isName = end != std::string_view::npos && !name.contains(' ') &&
                      (name.starts_with("__") || name == "root" || name.find('.', 1) != std::string_view::npos) &&
                      std::ranges::none_of(name, [](char c) { return isDigit(c) || c == ':' || c == '='; });
  return isName ? at + 1 + end + 2 : at;
}

/// Returns the length of "- root - INFO - " behind a time, as Python's logging can write it, or of "INFO:root:"; 0 if
/// there is none.
std::size_t loggerLength(std::string_view text) {
  constexpr std::size_t maxLength = 64;
  const std::string_view head = text.substr(0, maxLength);
  if (head.starts_with("| ")) {
    return loguruLength(text);
  }
  if (head.starts_with("- ")) {
    for (const std::string_view level : levels) {
      if (head.substr(2).starts_with(level) && head.substr(2 + level.size()).starts_with(" - ")) {
        return behindLogger(head, 2 + level.size() + 2);
      }
      const std::string mark = " - " + std::string{level} + " - ";
      if (const std::size_t at = head.find(mark, 1); at != std::string_view::npos) {
        return at + mark.size() - 1;
      }
    }
    return 0;
  }
  for (const std::string_view level : levels) {
    if (head.starts_with(level) && head.substr(level.size()).starts_with(':')) {
      const std::size_t end = head.find(':', level.size() + 1);
      const std::string_view name =
          head.substr(level.size() + 1, end == std::string_view::npos ? 0 : end - level.size() - 1);
      return name.empty() || name.contains(' ') ? 0 : end + 1;
    }
  }
  return 0;
}

/// "INFO", and "INFO x" too.
bool isLevelName(std::string_view text) {
  return looksLikeLevel(text) && (std::ranges::find(levels, text) != std::end(levels) || levelLength(text) > 0);
}

/// The number behind the last letters: "rank0", "Worker_TP3", "default 1", "1,2" (of MPI: job, rank).
std::int32_t rankIn(std::string_view source) {
  std::size_t end = source.size();
  while (end > 0 && !isDigit(source[end - 1])) {
    --end;
  }
  std::size_t begin = end;
  while (begin > 0 && isDigit(source[begin - 1])) {
    --begin;
  }
  std::int32_t rank = -1;
  if (begin == end || std::from_chars(source.data() + begin, source.data() + end, rank).ec != std::errc{}) {
    return -1;
  }
  return rank;
}

bool containsWithoutCase(std::string_view text, std::string_view lowerCase) {
  const auto equals = [](char a, char b) { return a == b || (a >= 'A' && a <= 'Z' && a - 'A' + 'a' == b); };
  return !std::ranges::search(text, lowerCase, equals).empty();
}

bool namesRank(std::string_view word) {
  return containsWithoutCase(word, "rank") || containsWithoutCase(word, "worker") ||
         containsWithoutCase(word, "default") || containsWithoutCase(word, "gpu") ||
         std::ranges::all_of(word, [](char c) { return isDigit(c) || c == ','; });
}

void setSource(PrefixedLine& line, std::string_view source, std::string_view naming) {
  line.source = source;
  line.rank = namesRank(naming) ? rankIn(naming) : -1;
}

/// "[rank0]:", "[rank 0]", "[default0]:", "[1,0]<stdout>:", "[2025-01-01 10:00:00,123]", "[INFO]", "[core.py:12]".
bool stripBracket(PrefixedLine& line) {
  const std::string_view text = line.text;
  const std::size_t close = text.substr(0, maxSourceLength).find(']');
  if (close == std::string_view::npos) {
    return false;
  }
  const std::string_view inner = text.substr(1, close - 1);
  std::size_t end = close + 1;
  const bool isMpi = text.substr(end).starts_with("<std");
  if (isMpi) {
    end = std::min(text.find('>', end), text.size() - 1) + 1;
  }
  const bool hasColon = end < text.size() && text[end] == ':';
  const bool mayBeRank = inner.size() <= 16 && (containsWithoutCase(inner, "rank") || inner.starts_with("default"));
  const std::int32_t rank = mayBeRank || (isMpi && namesRank(inner)) ? rankIn(inner) : -1;
  if (isMpi || (mayBeRank && rank >= 0)) {
    line.source = text.substr(0, close + 1);
    line.rank = rank;
    line.text = behind(text, end + (hasColon ? 1 : 0));
    return true;
  }
  const std::size_t time = timestampLength(inner);
  const bool isLevel = isLevelName(inner) || (inner.size() == 1 && std::string_view{"IWEVD"}.contains(inner.front()));
  const std::size_t colon = inner.rfind(':');
  // "core.py:12", "timer.py:260:stop".
  const bool isPlace = colon != std::string_view::npos && inner.substr(0, inner.find(':')).ends_with(".py");
  const bool isAboveTime = text.substr(end).starts_with(' ') && timestampLength(text.substr(end + 1)) > 0;
  if ((time > 0 && time + 8 >= inner.size()) || isLevel || isPlace || isAboveTime) {
    line.text = behind(text, end + (hasColon ? 1 : 0));
    return true;
  }
  return false;
}

/// "(Worker_TP0 pid=12)", "(RayWorker pid=12, ip=…)", "(EngineCore_DP0 pid=3)".
bool stripParenthesis(PrefixedLine& line) {
  const std::size_t close = line.text.substr(0, maxSourceLength).find(')');
  if (close == std::string_view::npos || line.text.substr(0, close).find("pid=") == std::string_view::npos) {
    return false;
  }
  const std::string_view source = line.text.substr(0, close + 1);
  setSource(line, source, source.substr(1, source.find("pid=") - 1));
  const bool hasColon = close + 1 < line.text.size() && line.text[close + 1] == ':';
  line.text = behind(line.text, close + (hasColon ? 2 : 1));
  return true;
}

/// Returns the length of " 0" in " 0: text": srun pads the numbers of its tasks. 0 if the line does not begin so.
std::size_t paddedNumberLength(std::string_view text) {
  constexpr std::size_t maxPadding = 5;
  std::size_t at = std::min(text.find_first_not_of(' '), text.size());
  if (at > maxPadding || at == text.size() || !isDigit(text[at])) {
    return 0;
  }
  while (at < text.size() && isDigit(text[at])) {
    ++at;
  }
  return text.substr(at).starts_with(": ") ? at : 0;
}

/// The length of "host12" or "0" in "host12: text"; 0 if the line does not begin so.
std::size_t hostLength(std::string_view text) {
  if (text.starts_with(' ')) {
    return paddedNumberLength(text);
  }
  static constexpr ByteSet inNames{"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_."};
  const std::size_t maxLength = std::min(text.size(), maxSourceLength);
  std::size_t at = 0;
  while (at < maxLength && inNames.has(text[at])) {
    ++at;
  }
  const bool endsInDigit = at > 0 && isDigit(text[at - 1]);
  return endsInDigit && at < text.size() && text[at] == ':' && (at + 1 == text.size() || text[at + 1] == ' ') ? at : 0;
}

/// Returns the length of the comment sign that `text` begins with; 0 if there is none.
std::size_t commentSignLength(std::string_view text) {
  if (text.starts_with("//")) {
    return 2;
  }
  static constexpr ByteSet signs{"#>*"};
  return signs.has(text.front()) ? 1 : 0;
}

enum class Stripped : std::uint8_t { Nothing, Prefix, Unsettled };

/// Takes one prefix off that is always one.
Stripped stripPlain(PrefixedLine& line) {
  const std::string_view text = line.text;
  const char first = text.front();
  const auto stripped = [](bool any) { return any ? Stripped::Prefix : Stripped::Nothing; };
  if (first == '[') {
    return stripped(stripBracket(line));
  }
  if (text.starts_with(" [")) {  // prefix of Megatron-LM's lines
    PrefixedLine rest = line;
    rest.text.remove_prefix(1);
    if (stripBracket(rest)) {
      line = rest;
      return Stripped::Prefix;
    }
    return Stripped::Nothing;
  }
  if (first == '(') {
    return stripped(stripParenthesis(line));
  }
  if (isDigit(first)) {
    const std::size_t time = timestampLength(text);
    // A comma here makes it the first cell.
    if (time > 0 && time < text.size() && !std::string_view{",;"}.contains(text[time])) {
      line.text = behind(text, time + (text[time] == ':' ? 1 : 0));
      return Stripped::Prefix;
    }
  } else if (const std::size_t level = levelLength(text); level > 0) {
    line.text = behind(text, level);
    return Stripped::Prefix;
  } else if (const std::size_t logger = first == '-' || first == '|' || looksLikeLevel(text) ? loggerLength(text) : 0;
             logger > 0) {
    line.text = behind(text, logger);
    return Stripped::Prefix;
  }
  const bool mayBeHost =
      (isDigit(first) || isLetter(first) || first == ' ') && line.source.empty() && hostLength(text) > 0;
  return mayBeHost || commentSignLength(text) > 0 ? Stripped::Unsettled : Stripped::Nothing;
}

}  // namespace

std::optional<PrefixedLine> withoutPlainPrefixes(std::string_view line) {
  PrefixedLine result{.text = line, .source = {}};
  for (int i = 0; i < maxPrefixes && !result.text.empty(); ++i) {
    const Stripped stripped = stripPlain(result);
    if (stripped == Stripped::Unsettled) {
      return std::nullopt;
    }
    if (stripped == Stripped::Nothing) {
      break;
    }
  }
  return result;
}

bool looksTabular(std::string_view line) {
  const std::string_view text = trimmed(line);
  constexpr std::string_view firstSigns = "-+|NT";
  if (text.empty() || firstSigns.find(text.front()) == std::string_view::npos) {
    return false;
  }
  const bool isDashed = text.starts_with("---") || text.starts_with("+--") || text.starts_with("|--");
  if (isDashed) {
    const RulerKind kind = rulerKind(text);
    return kind == RulerKind::Columns || kind == RulerKind::Box;
  }
  return (text.starts_with("Name") || text.starts_with("| Name") || text.starts_with("Time")) &&
         (text.find("Self CPU") != std::string_view::npos || text.find("Total Time") != std::string_view::npos);
}

PrefixedLine PrefixStripper::strip(std::string_view line) {
  PrefixedLine result{.text = line, .source = {}};
  m_isBehindSign = false;
  for (int i = 0; i < maxPrefixes && !result.text.empty(); ++i) {
    if (!stripOne(result)) {
      break;
    }
  }
  m_isCommented = m_isBehindSign;
  return result;
}

bool PrefixStripper::stripOne(PrefixedLine& line) {
  const Stripped stripped = stripPlain(line);
  if (stripped != Stripped::Unsettled) {
    return stripped == Stripped::Prefix;
  }
  return commentSignLength(line.text) > 0 ? stripComment(line) : stripHost(line);
}

/// A comment sign goes where a table begins behind it, and from there on as long as there is one.
bool PrefixStripper::stripComment(PrefixedLine& line) {
  const std::string_view rest = behind(line.text, commentSignLength(line.text));
  if (m_isBehindSign || (!m_isCommented && !looksTabular(rest))) {
    return false;
  }
  m_isBehindSign = true;
  line.text = rest;
  return true;
}

/// Whether a number is a task's in "0: [2025-03-04 10:12:33] text" and "1: loss: 2.3", as srun -l writes it. A list
/// begins with 1, so only a task 0 shows that numbers in front of labels are tasks.
bool PrefixStripper::isBehindTask(std::string_view host, std::string_view rest) const {
  if (!std::ranges::all_of(host, isDigit) || rest.empty()) {
    return false;
  }
  PrefixedLine inner{.text = rest, .source = {}};
  const bool isPrefixed = rest.front() == '[' ? stripBracket(inner) : timestampLength(rest) > 0;
  const bool mayBeLabel = host == "0" || m_hosts.contains(std::string_view{"0"});
  return isPrefixed || (mayBeLabel && labeledValue(PlainLine{rest}));
}

bool PrefixStripper::stripHost(PrefixedLine& line) {
  const std::size_t length = line.source.empty() ? hostLength(line.text) : 0;
  if (length == 0) {
    return false;
  }
  const std::string_view host = trimmed(line.text.substr(0, length));
  const std::string_view rest = behind(line.text, length + 1);
  if (!m_hosts.contains(host)) {
    if (!looksTabular(rest) && !isBehindTask(host, rest)) {
      return false;
    }
    m_hosts.insert(std::string{host});
  }
  setSource(line, host, host);
  line.text = rest;
  return true;
}

}  // namespace kernline::logs
