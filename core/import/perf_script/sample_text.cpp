// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/perf_script/sample_text.h"

#include "core/model/base/text.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace kernline::perf {

namespace {

constexpr std::string_view blanks = " \t\r";

bool isNumber(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) { return isDigit(c); });
}

/// Threads of guests are -1.
bool isId(std::string_view text) {
  return isNumber(text) || text == "-1";
}

bool isHexadecimal(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

std::string_view withoutBlanks(std::string_view text) {
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) {
    return {};
  }
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

/// The last word of a text, which is cut off from it.
std::string_view takeLastWord(std::string_view& text) {
  text = withoutBlanks(text);
  const std::size_t blank = text.find_last_of(blanks);
  const std::string_view word = blank == std::string_view::npos ? text : text.substr(blank + 1);
  text.remove_suffix(word.size());
  return word;
}

/// "12345.678901" in nanoseconds: perf prints six digits behind the point, or nine.
std::optional<std::int64_t> timeOf(std::string_view text) {
  constexpr std::size_t digits = 9;
  constexpr std::int64_t perSecond = 1'000'000'000;
  constexpr std::int64_t maxSeconds = 2'000'000'000;  // seconds, so that sums of two never overflow
  const std::size_t point = text.find('.');
  if (point == std::string_view::npos || !isNumber(text.substr(0, point)) || !isNumber(text.substr(point + 1)) ||
      text.size() - point - 1 > digits) {
    return std::nullopt;
  }
  std::int64_t seconds = 0;
  std::int64_t fraction = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + point, seconds);
  std::from_chars(text.data() + point + 1, text.data() + text.size(), fraction);
  if (error != std::errc{} || seconds > maxSeconds) {
    return std::nullopt;
  }
  for (std::size_t i = text.size() - point - 1; i < digits; ++i) {
    fraction *= 10;
  }
  return seconds * perSecond + fraction;
}

/// The colon behind the time: the first that follows a number with a point.
std::size_t colonOfTime(std::string_view line) {
  constexpr std::size_t maxHeadBytes = 512;
  line = line.substr(0, maxHeadBytes);
  for (std::size_t colon = line.find(':'); colon != std::string_view::npos; colon = line.find(':', colon + 1)) {
    std::string_view before = line.substr(0, colon);
    if (timeOf(takeLastWord(before))) {
      return colon;
    }
  }
  return std::string_view::npos;
}

/// "250000 cpu-clock:pppH: …": the event, and what is behind its last colon.
void readEvent(std::string_view text, SampleHead& head) {
  text = withoutBlanks(text);
  const std::size_t blank = text.find_first_of(blanks);
  if (const std::string_view period = text.substr(0, blank); isNumber(period)) {
    std::from_chars(period.data(), period.data() + period.size(), head.period);
    text = withoutBlanks(text.substr(std::min(blank, text.size())));
  }
  const std::size_t end = std::min(text.find_first_of(blanks), text.size());
  head.event = text.substr(0, end);
  while (head.event.ends_with(':')) {
    head.event.remove_suffix(1);
  }
  head.rest = withoutBlanks(text.substr(end));
}

}  // namespace

std::optional<SampleHead> readHead(std::string_view line) {
  if (line.empty() || line.front() == '#' || line.front() == '\t') {
    return std::nullopt;
  }
  const std::size_t colon = colonOfTime(line);
  if (colon == std::string_view::npos) {
    return std::nullopt;
  }
  SampleHead head;
  std::string_view before = line.substr(0, colon);
  head.timeNs = timeOf(takeLastWord(before)).value_or(0);
  std::string_view ids = takeLastWord(before);
  if (ids.starts_with('[') && ids.ends_with(']')) {  // the processor
    head.processor = ids.substr(1, ids.size() - 2);
    ids = takeLastWord(before);
  }
  const std::size_t slash = ids.find('/');
  head.pid = slash == std::string_view::npos ? std::string_view{} : ids.substr(0, slash);
  head.tid = slash == std::string_view::npos ? ids : ids.substr(slash + 1);
  head.command = withoutBlanks(before);
  readEvent(line.substr(colon + 1), head);
  const bool hasIds = isId(head.tid) && (head.pid.empty() || isId(head.pid));
  return hasIds && !head.command.empty() && !head.event.empty() ? std::optional{head} : std::nullopt;
}

bool isOfTime(std::string_view event) {
  // "cpu_core/cycles/P" is of a kind of processor; modifiers are behind a colon or a slash.
  const std::size_t slash = event.find('/');
  const std::string_view own = slash == std::string_view::npos ? event : event.substr(slash + 1);
  const std::string_view name = own.substr(0, own.find_first_of(":/,"));
  constexpr std::array<std::string_view, 5> known{"cpu-clock", "task-clock", "cycles", "cpu-cycles", "ref-cycles"};
  return std::ranges::find(known, name) != known.end();
}

std::string withoutSide(std::string_view event) {
  const std::size_t colon = event.rfind(':');
  std::string result(event);
  if (colon != std::string_view::npos && event.find_first_not_of("ukhHGpPIDSWe", colon + 1) == std::string_view::npos) {
    const auto modifiers = result.begin() + static_cast<std::ptrdiff_t>(colon);
    result.erase(std::remove_if(modifiers, result.end(), [](char c) { return c == 'H' || c == 'G'; }), result.end());
  }
  return result.ends_with(':') ? result.substr(0, result.size() - 1) : result;
}

std::optional<FrameLine> readFrame(std::string_view line) {
  std::string_view text = withoutBlanks(line);
  FrameLine frame;
  const std::size_t open = text.rfind(" (");
  if (!text.ends_with(')') || open == std::string_view::npos) {
    return std::nullopt;
  }
  frame.object = text.substr(open + 2, text.size() - open - 3);
  text = withoutBlanks(text.substr(0, open));
  const std::string_view first = text.substr(0, text.find_first_of(blanks));
  if (isHexadecimal(first)) {
    frame.address = first;
    text = withoutBlanks(text.substr(first.size()));
  } else if (frame.object != "inlined") {
    return std::nullopt;
  }
  const std::size_t plus = text.rfind("+0x");
  frame.symbol = plus != std::string_view::npos && isHexadecimal(text.substr(plus + 3)) ? text.substr(0, plus) : text;
  frame.symbol = frame.symbol.empty() ? "[unknown]" : frame.symbol;
  return frame;
}

std::string_view SampleWalk::takeLine() {
  const std::size_t end = std::min(m_text.find('\n', m_at), m_text.size());
  const std::string_view line = m_text.substr(m_at, end - m_at);
  m_at = std::min(end + 1, m_text.size());
  return line;
}

bool SampleWalk::next() {
  while (m_at < m_text.size()) {
    const std::size_t begin = m_at;
    const std::string_view line = takeLine();
    const auto head = readHead(line);
    if (!head) {
      if (!withoutBlanks(line).empty() && line.front() != '#') {
        m_firstSkipped = m_skipped++ == 0 ? begin : m_firstSkipped;
      }
      continue;
    }
    m_sample = {};
    m_sample.head = *head;
    m_sample.begin = begin;
    if (const auto alone = readFrame(head->rest)) {
      m_sample.frames.push_back(*alone);
    }
    // Lines of its stack are indented, and a blank line ends them.
    while (m_at < m_text.size() && (m_text[m_at] == '\t' || m_text[m_at] == ' ')) {
      const std::size_t before = m_at;
      const std::string_view indented = takeLine();
      if (const auto frame = readFrame(indented)) {
        m_sample.frames.push_back(*frame);
      } else if (readHead(withoutBlanks(indented))) {
        m_at = before;  // commands are right-aligned
        break;
      } else if (withoutBlanks(indented).empty()) {
        break;
      } else {
        ++m_sample.strangeLines;
      }
    }
    return true;
  }
  return false;
}

}  // namespace kernline::perf
