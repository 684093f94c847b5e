// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/log/pstats_reader.h"

#include "core/import/log/fields.h"
#include "core/import/log/quantity_text.h"
#include "core/model/base/text.h"

#include <cstddef>
#include <utility>
#include <vector>

namespace kernline::logs {

namespace {

constexpr std::string_view pstatsHead = "ncalls  tottime  percall  cumtime  percall filename:lineno(function)";
constexpr std::string_view callersMark = "was called by...";
constexpr std::string_view calleesMark = "called...";

/// The first words of a line, and the text behind them.
struct CutWords {
  std::vector<std::string_view> words;
  std::string_view rest;
};

CutWords cutWords(std::string_view text, std::size_t count) {
  CutWords result;
  text = trimmed(text);
  while (result.words.size() < count && !text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    result.words.push_back(text.substr(0, end));
    text = trimmed(text.substr(end));
  }
  result.rest = text;
  return result;
}

/// "50/1": calls in all, and those that are no recursion.
struct CallCount {
  std::string_view all;
  std::string_view primitive;
};

std::optional<CallCount> callCount(std::string_view text) {
  const std::size_t slash = text.find('/');
  const CallCount count{.all = text.substr(0, slash),
                        .primitive = slash == std::string_view::npos ? text : text.substr(slash + 1)};
  return numberOf(count.all) && numberOf(count.primitive) ? std::optional(count) : std::nullopt;
}

}  // namespace

bool PstatsReader::take(const SourceLine& line, Scope& scope) {
  if (takeHead(line, scope)) {
    return true;
  }
  if (m_part == Part::None) {
    return false;
  }
  if (trimmed(line.text).empty()) {
    const bool isEnd = std::exchange(m_isBelowBlank, true) || m_part == Part::Functions;
    if (isEnd) {
      finish();
    }
    return !isEnd;
  }
  m_isBelowBlank = false;
  if (m_part == Part::BelowTitle) {  // "ncalls  tottime  cumtime"
    m_part = Part::Calls;
    if (trimmed(line.text).starts_with("ncalls")) {
      return true;
    }
  }
  if (m_part == Part::Functions ? takeFunction(line) : takeCall(line)) {
    return true;
  }
  finish();
  return false;
}

bool PstatsReader::takeHead(const SourceLine& line, Scope& scope) {
  const std::string_view text = trimmed(line.text);
  if (text == pstatsHead) {
    begin(Part::Functions, "functions", line, scope);
    return true;
  }
  if (!text.starts_with("Function ") || (!text.ends_with(callersMark) && !text.ends_with(calleesMark))) {
    return false;
  }
  m_other = text.ends_with(callersMark) ? "caller" : "callee";
  begin(Part::BelowTitle, m_other + "s", line, scope);
  return true;
}

void PstatsReader::begin(Part part, std::string_view title, const SourceLine& line, Scope& scope) {
  finish();
  m_part = part;
  m_isBelowBlank = false;
  m_function.clear();
  std::vector<std::string> head{"function"};
  if (part == Part::Functions) {
    head.insert(head.end(), {"ncalls", "primitive calls", "tottime (s)", "tottime per call (s)", "cumtime (s)",
                             "cumtime per call (s)"});
  } else {
    head.insert(head.end(), {m_other, "ncalls", "tottime (s)", "cumtime (s)"});
  }
  m_table.emplace(m_log, OpenTable::Beginning{.head = std::move(head),
                                              .layout = RowLayout{RowLayout::Kind::Tabs},
                                              .title = std::string{title},
                                              .context = scope.context(),
                                              .line = line.number,
                                              .offset = line.offset});
}

bool PstatsReader::addRow(std::string_view cells, const SourceLine& line) {
  SourceLine row = line;
  row.text = cells;
  return m_table->take(row) == OpenTable::Taken::Line;
}

bool PstatsReader::takeFunction(const SourceLine& line) {
  constexpr std::size_t figures = 5;
  const CutWords parts = cutWords(line.text, figures);
  const auto count = parts.words.size() == figures ? callCount(parts.words[0]) : std::nullopt;
  if (!count || parts.rest.empty()) {
    return false;
  }
  std::string cells = std::string{parts.rest} + "\t" + std::string{count->all} + "\t" + std::string{count->primitive};
  for (std::size_t i = 1; i < figures; ++i) {
    cells += "\t" + std::string{parts.words[i]};
  }
  return addRow(cells, line);
}

/// A function without callers has no figures behind its arrow.
bool PstatsReader::takeCall(const SourceLine& line) {
  constexpr std::size_t figures = 3;
  std::string_view text = line.text;
  const std::string_view arrow = m_other == "caller" ? "<-" : "->";
  if (const std::size_t at = text.find(arrow); at != std::string_view::npos) {
    m_function = trimmed(text.substr(0, at));
    text = text.substr(at + arrow.size());
    if (trimmed(text).empty()) {
      return true;
    }
  }
  const CutWords parts = cutWords(text, figures);
  const auto count = parts.words.size() == figures ? callCount(parts.words[0]) : std::nullopt;
  if (!count || parts.rest.empty() || m_function.empty()) {
    return false;
  }
  return addRow(m_function + "\t" + std::string{parts.rest} + "\t" + std::string{count->all} + "\t" +
                    std::string{parts.words[1]} + "\t" + std::string{parts.words[2]},
                line);
}

void PstatsReader::finish() {
  m_part = Part::None;
  if (m_table) {
    static_cast<void>(m_table->finish(false));
    m_table.reset();
  }
}

}  // namespace kernline::logs
