// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/log/source_reader.h"

#include "core/import/log/json_row.h"
#include "core/import/log/line_marks.h"
#include "core/import/log/line_prefix.h"
#include "core/import/log/table_head.h"

#include <algorithm>
#include <utility>

namespace kernline::logs {

namespace {

/// Columns that every report has one of: most JSON in logs is something else, and parsing it takes long.
bool looksLikeReport(std::string_view json) {
  return json.find("\"Name\"") != std::string_view::npos || json.find("Kernel") != std::string_view::npos ||
         json.find("Total") != std::string_view::npos || json.find("Metric") != std::string_view::npos;
}

}  // namespace

SourceReader::SourceReader(LogBuilder& log, std::string_view prefix, std::int32_t rank)
    : m_log(log), m_text(log, prefix, rank), m_tools(log) {}

/// A plain line affects the state only until the next one, which it may be the title of. So in a run of them, only the
/// first one and the last few are read.
bool SourceReader::canPass() const {
  return m_isHeldSkippable && m_held.isSet && m_state == State::Text && !m_table && !m_tools.isOpen();
}

bool SourceReader::isSkippable(SkippableLine skippable) const {
  return skippable == SkippableLine::Always ||
         (skippable == SkippableLine::OutsideConfiguration && !m_text.isInConfiguration());
}

void SourceReader::take(const SourceLine& line, SkippableLine skippable) {
  if (isSkippable(skippable) && canPass()) {
    m_passed[m_passedCount++ % quietReach] = line;
    return;
  }
  settle();
  takeNow(line);
  m_isHeldSkippable = isSkippable(skippable) && m_held.isSet && m_held.number == line.number;
}

/// The last line is held, and the last one above it that may be a title is the title: no other is looked at.
void SourceReader::settle() {
  const std::size_t count = std::exchange(m_passedCount, 0);
  if (count == 0) {
    return;
  }
  const std::size_t first = count - std::min(count, quietReach);
  bool hasTitle = false;
  for (std::size_t i = count - 1; i > first && !hasTitle; --i) {
    const SourceLine& above = m_passed[(i - 1) % quietReach];
    hasTitle = m_text.rememberText(above.text, above.number);
  }
  for (std::size_t i = first; i < count; ++i) {
    m_tools.pass(m_passed[i % quietReach]);
  }
  if (!hasTitle) {
    m_text.rememberText(m_held.text, m_held.number);
  }
  hold(m_passed[(count - 1) % quietReach]);
}

void SourceReader::takeNow(const SourceLine& line) {
  if (m_table && m_isJsonTable) {
    if (takeJson(line)) {
      return;
    }
    closeTable();
  }
  if (m_table && feedTable(line)) {
    return;
  }
  if (m_state == State::InBoxHead && m_boxHead.empty() && m_tools.take(line, m_text.scope())) {
    m_state = State::Text;  // nvidia-smi
    return;
  }
  if (m_state != State::Text && takeInState(line)) {
    return;
  }
  if (m_tools.take(line, m_text.scope())) {
    readHeld(false);
    return;
  }
  if (trimmed(line.text).empty()) {
    readHeld(false);
    m_text.readBlank();
    m_rulerAbove = 0;
    m_isBelowText = false;
    return;
  }
  switch (rulerKind(line.text)) {
    case RulerKind::None:
      takePlain(line);
      break;
    case RulerKind::Plain:
      takePlainRuler(line);
      break;
    case RulerKind::Columns:
      takeColumnsRuler(line);
      break;
    case RulerKind::Box:
      takeBoxRuler(line);
      break;
  }
}

void SourceReader::finish() {
  settle();
  closeTable(m_isOnlyTable);
  if (m_state == State::BelowUnderline) {
    m_text.openHeading(underlinedLevel, trimmed(m_head.text), m_head.number);
  }
  readHeld(false);
  m_tools.finish();
}

bool SourceReader::feedTable(const SourceLine& line) {
  const bool isUncertain = m_table->isUncertain();
  switch (m_table->take(line)) {
    case OpenTable::Taken::Line:
      if (isUncertain) {
        m_uncertain.push_back(heldOf(line));
      }
      return true;
    case OpenTable::Taken::Foreign:
      m_text.read(line, false);
      return true;
    case OpenTable::Taken::Ended:
      break;
  }
  closeTable(m_isOnlyTable && trimmed(line.text).empty());
  return false;
}

void SourceReader::closeTable(bool isWholeText) {
  if (!m_table) {
    return;
  }
  const bool isTable = m_table->finish(isWholeText);
  m_table.reset();
  m_isJsonTable = false;
  const std::vector<Held> lines = std::exchange(m_uncertain, {});
  for (std::size_t i = 0; i < lines.size() && !isTable; ++i) {
    const SourceLine line{
        .text = lines[i].text, .offset = lines[i].offset, .number = lines[i].number, .marks = lines[i].marks};
    if (i == 0) {
      m_text.read(line, false);  // the line that looked like a head
    } else {
      takeNow(line);
    }
  }
}

SourceReader::Held SourceReader::heldOf(const SourceLine& line) {
  return {
      .text = std::string{line.text}, .offset = line.offset, .number = line.number, .marks = line.marks, .isSet = true};
}

void SourceReader::hold(const SourceLine& line) {
  m_held.text.assign(line.text);
  m_held.offset = line.offset;
  m_held.number = line.number;
  m_held.marks = line.marks;
  m_held.isSet = true;
  m_held.isBelowText = std::exchange(m_isBelowText, true);
}

void SourceReader::readHeld(bool isAboveTable) {
  if (m_held.isSet) {
    m_held.isSet = false;
    m_text.read({.text = m_held.text, .offset = m_held.offset, .number = m_held.number, .marks = m_held.marks},
                isAboveTable);
  }
}

/// Rows of `nsys stats --format json`. Other JSON in a log (events, settings) is no table.
bool SourceReader::takeJson(const SourceLine& line) {
  const std::string_view text = trimmed(line.text);
  const std::size_t brace = text.starts_with("[{") ? 1 : 0;
  const std::size_t first = text.find_first_not_of(" \t", brace + 1);
  const bool isJson =
      text.size() > brace && text[brace] == '{' && first != std::string_view::npos && text[first] == '"';
  if (!isJson || (!m_table && !looksLikeReport(text))) {
    return false;
  }
  bool any = false;
  for (const JsonRow& row : jsonRows(text)) {
    std::vector<std::string> names;
    std::string cells;
    for (auto [name, value] : row) {
      std::ranges::replace(value, '\t', ' ');
      names.push_back(name);
      cells += names.size() == 1 ? "" : "\t";
      cells += value;
    }
    if (!m_table && planOf(names, {}).kind == TableKind::Generic) {
      return any;
    }
    if (!m_table) {
      readHeld(false);
      begin({.names = std::move(names), .layout = RowLayout{RowLayout::Kind::Tabs}},
            {.text = {}, .offset = line.offset, .number = line.number, .marks = 0, .isSet = true});
      m_isJsonTable = true;
    }
    any = feedTable({.text = cells, .offset = line.offset, .number = line.number, .marks = line.marks}) || any;
  }
  return any;
}

void SourceReader::takePlain(const SourceLine& line) {
  if (m_held.isSet && beginWithoutRuler(line)) {
    return;
  }
  if (takeJson(line) || beginHeadless(line)) {
    return;
  }
  readHeld(looksTabular(line.text));
  hold(line);
}

bool SourceReader::takeInState(const SourceLine& line) {
  switch (m_state) {
    case State::BelowRuler:
      return takeBelowRuler(line);
    case State::BelowUnderline:
      return takeBelowUnderline(line);
    case State::InBoxHead:
      return takeBoxHead(line);
    case State::InOtherBox: {
      const std::string_view text = trimmed(line.text);
      m_state = text.starts_with('|') || text.starts_with('+') ? m_state : State::Text;
      return m_state == State::InOtherBox;
    }
    case State::Text:
      break;
  }
  return false;
}

/// The held line and the next one as the head and first row of a table without a ruler between.
bool SourceReader::beginWithoutRuler(const SourceLine& next) {
  auto found = headWithoutRuler({.text = m_held.text, .marks = m_held.marks}, next);
  if (!found) {
    return false;
  }
  const Held at = std::exchange(m_held, {});
  const bool isNextPart = found->isNextPart;
  begin(std::move(*found), at);
  if (isNextPart) {
    m_uncertain.push_back(heldOf(next));
    return true;
  }
  return feedTable(next);
}

/// A torch row where no table is open: its head was cut off.
bool SourceReader::beginHeadless(const SourceLine& line) {
  constexpr std::size_t minLineLength = 60;
  if (line.text.size() < minLineLength || (line.marks & hasDigit) == 0 || (line.marks & hasPercent) == 0 ||
      line.text.find("s  ") == std::string_view::npos) {
    return false;
  }
  std::vector<std::string_view> cells;
  for (const Field& field : fieldsOf(line.text)) {
    cells.push_back(field.text);
  }
  std::vector<std::string> head = torchHeadOf(cells);
  if (head.empty()) {
    return false;
  }
  readHeld(true);
  beginTable({.head = std::move(head),
              .layout = RowLayout{RowLayout::Kind::Fields},
              .title = m_text.titleAbove(line.number),
              .line = line.number,
              .offset = line.offset,
              .isInferred = true});
  return feedTable(line);
}

void SourceReader::begin(FoundHead found, const Held& at) {
  if (found.minRows > 1) {
    m_uncertain.assign(1, at);
  }
  beginTable({.head = std::move(found.names),
              .layout = std::move(found.layout),
              .title = m_text.titleAbove(at.number),
              .line = at.number,
              .offset = at.offset,
              .minRows = found.minRows});
}

void SourceReader::beginTable(OpenTable::Beginning beginning) {
  m_state = State::Text;
  m_rulerAbove = 0;
  beginning.context = m_text.scope().context();
  m_isBelowText = false;
  m_isOnlyTable = beginning.line == 1;
  m_table.emplace(m_log, std::move(beginning));
}

}  // namespace kernline::logs
