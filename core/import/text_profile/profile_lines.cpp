// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/text_profile/profile_lines.h"

#include "core/model/base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <utility>

namespace kernline::text_profile {

namespace {

/// Lines of a text, and where each begins.
class LineWalk {
 public:
  explicit LineWalk(std::string_view text) : m_text(text) {}

  bool next() {
    if (m_next >= m_text.size()) {
      return false;
    }
    m_begin = m_next;
    const std::size_t end = std::min(m_text.find('\n', m_begin), m_text.size());
    m_line = m_text.substr(m_begin, end - m_begin);
    m_line.remove_suffix(m_line.ends_with('\r') ? 1 : 0);
    m_next = end + 1;
    return true;
  }
  [[nodiscard]] std::string_view line() const { return m_line; }
  [[nodiscard]] std::size_t begin() const { return m_begin; }

 private:
  std::string_view m_text;
  std::string_view m_line;
  std::size_t m_begin = 0;
  std::size_t m_next = 0;
};

template <typename Number>
std::optional<Number> leadingNumber(std::string_view text) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc{} ? std::optional(value) : std::nullopt;
}

bool isBlank(std::string_view line) {
  return trimmed(line).empty();
}

/// "Thread 12345 (active+gil): "MainThread"", "Thread 0x7F (idle)".
bool isThreadLine(std::string_view line) {
  const std::size_t open = line.find(" (");
  return line.starts_with("Thread ") && open != std::string_view::npos &&
         (line.substr(open).starts_with(" (active") || line.substr(open).starts_with(" (idle"));
}

/// The threads of a dump have frames below them, indented, the leaf first.
bool isFrameLine(std::string_view line) {
  return line.starts_with("    ") && !isBlank(line);
}

constexpr std::string_view timerUnit = "Timer unit: ";
constexpr std::string_view lineHead = "Line #";

/// Reads "1e-06 s"; nullopt unless it is a length of time.
std::optional<double> readUnit(std::string_view text) {
  const std::optional<double> seconds = leadingNumber<double>(text);
  return seconds && std::isfinite(*seconds) && *seconds > 0 ? seconds : std::nullopt;
}

/// The words of a row of a line profile: number, hits, time, time a hit, share; the rest is source.
struct LineRow {
  std::int64_t number = 0;
  double time = 0;
  std::string_view source;
};

std::optional<LineRow> readLineRow(std::string_view line, std::size_t sourceColumn) {
  LineRow row;
  std::vector<std::string_view> words;
  std::string_view rest = line.substr(0, std::min(sourceColumn, line.size()));
  while (!(rest = trimmed(rest)).empty()) {
    const std::size_t end = std::min(rest.find(' '), rest.size());
    words.push_back(rest.substr(0, end));
    rest.remove_prefix(end);
  }
  constexpr std::size_t withTime = 5;
  const auto number = words.empty() ? std::nullopt : leadingNumber<std::int64_t>(words[0]);
  if (!number) {
    return std::nullopt;
  }
  row.number = *number;
  row.time = words.size() >= withTime ? leadingNumber<double>(words[2]).value_or(0) : 0;
  row.source = trimmed(line.substr(std::min(sourceColumn, line.size())));
  return row;
}

}  // namespace

bool isStackDump(std::string_view head) {
  LineWalk walk(head);
  bool isBelowThread = false;
  while (walk.next()) {
    if (isBelowThread && isFrameLine(walk.line())) {
      return head.starts_with("Process ") || head.contains("\nProcess ");
    }
    isBelowThread = isThreadLine(walk.line());
  }
  return false;
}

std::size_t readStackDump(std::string_view text, const TakeStack& take) {
  std::string process;
  WeighedStack stack;
  std::size_t others = 0;
  const auto finish = [&] {
    if (!stack.frames.empty()) {
      std::ranges::reverse(stack.frames);
      take(std::exchange(stack, {}));
    }
  };
  LineWalk walk(text);
  while (walk.next()) {
    const std::string_view line = walk.line();
    if (line.starts_with("Process ")) {
      finish();
      process = line;
    } else if (isThreadLine(line)) {
      finish();
      stack = {.row = process + "\n" + std::string(line), .frames = {}, .weight = 1, .byte = walk.begin()};
    } else if (isFrameLine(line) && !stack.row.empty()) {
      stack.frames.emplace_back(trimmed(line));
    } else if (!isBlank(line) && !line.starts_with("Python v")) {
      ++others;
    }
  }
  finish();
  return others;
}

bool isLineProfile(std::string_view head) {
  return head.contains(timerUnit) && head.contains("\nLine #") && head.contains("Line Contents");
}

std::size_t readLineProfile(std::string_view text, const TakeStack& take) {
  constexpr double nsPerSecond = 1e9;
  constexpr double usualUnit = 1e-6;
  double unitNs = usualUnit * nsPerSecond;
  std::string file;
  std::string function;
  std::size_t sourceColumn = 0;
  std::size_t others = 0;
  LineWalk walk(text);
  while (walk.next()) {
    const std::string_view line = walk.line();
    if (const std::size_t unit = line.find(timerUnit); unit != std::string_view::npos) {
      const std::optional<double> seconds = readUnit(line.substr(unit + timerUnit.size()));
      others += seconds ? 0 : 1;
      unitNs = seconds.value_or(usualUnit) * nsPerSecond;
    } else if (line.starts_with("File: ")) {
      file = line.substr(6);
    } else if (line.starts_with("Function: ")) {
      function = line.substr(10);
      sourceColumn = 0;
    } else if (line.starts_with(lineHead)) {
      sourceColumn = line.find("Line Contents");
    } else if (line.starts_with("Total time: ") || line.starts_with("====") || isBlank(line)) {
      continue;
    } else if (const auto row = sourceColumn == 0 ? std::nullopt : readLineRow(line, sourceColumn)) {
      if (row->time > 0) {
        take({.row = file,
              .frames = {function, fmt::format("{}: {}", row->number, row->source)},
              .weight = std::llround(std::min(row->time * unitNs, 1e18)),
              .byte = walk.begin()});
      }
    } else {
      ++others;
    }
  }
  return others;
}

}  // namespace kernline::text_profile
