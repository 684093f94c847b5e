// SPDX-License-Identifier: GPL-3.0-or-later
// Reads what rulers begin: headings, heads of tables, boxes.
#include "core/import/log/line_prefix.h"
#include "core/import/log/quantity_text.h"
#include "core/import/log/source_reader.h"
#include "core/import/log/table_head.h"
#include "core/import/log/text_line.h"
#include "core/model/log/known_words.h"

#include <algorithm>
#include <utility>

namespace kernline::logs {

namespace {

constexpr std::uint32_t firstLevel = 1;

/// "Throughput: 100.5 tok/s", "Loss: 2.5": no size that the values below it are of.
bool isMeasurement(const Labeled& labeled) {
  const auto quantity = quantityWithAnyUnit(labeled.value, ByteBase::Binary);
  if (!quantity || namesParameter(labeled.label)) {
    return false;
  }
  const bool isPlain = quantity->quantity == Quantity::Number || quantity->quantity == Quantity::Count;
  return !isPlain || namesMeasure(labeled.label) || (quantity->unit.empty() && unitInLabel(labeled.label)) ||
         quantity->unit.contains('/');
}

/// Returns the number of columns of an edge of a box: "+--+--+", "|---|---|", ":--|--:".
std::size_t columnsOfBox(std::string_view ruler) {
  ruler = trimmed(ruler);
  const auto isCorner = [](char c) { return c == '+' || c == '|'; };
  const auto corners = static_cast<std::size_t>(std::ranges::count_if(ruler, isCorner));
  const std::size_t ends = (isCorner(ruler.front()) ? 1U : 0U) + (isCorner(ruler.back()) ? 1U : 0U);
  return corners + 1 - ends;
}

}  // namespace

void SourceReader::takeColumnsRuler(const SourceLine& line) {
  m_spans = rulerSpans(line.text);
  if (m_held.isSet) {
    if (std::vector<std::string> head = headAtRuler(m_held.text, m_spans); !head.empty()) {
      const Held at = std::exchange(m_held, {});
      begin({.names = std::move(head), .layout = RowLayout{m_spans}}, at);
      return;
    }
  }
  readHeld(true);
  m_state = State::BelowRuler;
  m_ruler.assign(line.text);
  m_rulerLines = 1;
  m_rulerWidth = line.text.size();
  m_wrappedHead.clear();
  m_wrappedHeadLines = 0;
  m_head = {.text = {}, .offset = line.offset, .number = line.number, .isSet = true};
}

bool SourceReader::takeBelowRuler(const SourceLine& line) {
  const std::string_view text = trimmed(line.text);
  const bool isDashes = !text.empty() && text.find_first_not_of("- ") == std::string_view::npos;
  if (isDashes && m_wrappedHeadLines == 0) {
    m_ruler += line.text;
    ++m_rulerLines;
    return true;
  }
  if (m_rulerLines > 1) {
    return takeWrapped(line);
  }
  m_state = State::Text;
  std::vector<std::string> head = headAtRuler(line.text, m_spans);
  if (head.empty()) {
    return false;
  }
  begin({.names = std::move(head), .layout = RowLayout{m_spans}}, m_head);
  return true;
}

/// The head of a table whose lines a terminal broke at its width.
bool SourceReader::takeWrapped(const SourceLine& line) {
  m_wrappedHead += line.text;
  ++m_wrappedHeadLines;
  if (m_wrappedHeadLines < m_rulerLines) {
    m_wrappedHead.resize(std::max(m_wrappedHead.size(), m_wrappedHeadLines * m_rulerWidth), ' ');
    return true;
  }
  m_state = State::Text;
  m_spans = rulerSpans(m_ruler);
  std::vector<std::string> head = headAtRuler(m_wrappedHead, m_spans);
  if (head.empty()) {
    return false;
  }
  beginTable({.head = std::move(head),
              .layout = RowLayout{m_spans},
              .title = m_text.titleAbove(m_head.number),
              .line = m_head.number,
              .offset = m_head.offset,
              .linesPerRow = m_rulerLines,
              .lineWidth = m_rulerWidth});
  return true;
}

void SourceReader::takePlainRuler(const SourceLine& line) {
  const char sign = trimmed(line.text).front();
  const std::uint32_t level = sign == '=' ? firstLevel : underlinedLevel;
  m_isBelowText = false;
  if (!m_held.isSet) {
    m_rulerAbove = sign;
    return;
  }
  const auto labeled = labeledValue(PlainLine{m_held.text});
  const bool isValue = labeled && isMeasurement(*labeled);
  const bool isLastValue =
      m_held.isBelowText && labeled && fieldsOf(m_held.text).size() <= 2 && barCells(m_held.text).size() < 2;
  const bool isLastText = m_held.isBelowText && fieldsOf(m_held.text).size() < 2 && barCells(m_held.text).size() < 2;
  if (isLastValue || isLastText || isValue) {
    readHeld(false);
    m_text.endBlock();
    m_rulerAbove = sign;
    return;
  }
  const bool isFramed = m_rulerAbove == sign;
  const std::size_t columns = std::max(fieldsOf(m_held.text).size(), barCells(m_held.text).size());
  const bool mayBeHead = columns >= 2 || (!isFramed && !labeled && wordsOf(m_held.text).size() >= 2);
  const bool isTitle = isFramed && columns < 2;
  if (!isTitle && mayBeHead && !(labeled && columns < 3)) {
    m_head = std::exchange(m_held, {});
    m_rulerAbove = sign;
    m_state = State::BelowUnderline;
    return;
  }
  if (labeled && !isFramed) {
    m_text.openParameter(*labeled, m_held.number);
  } else {
    m_text.openHeading(level, trimmed(m_held.text), m_held.number);
  }
  m_held = {};
  m_rulerAbove = 0;
}

bool SourceReader::takeBelowUnderline(const SourceLine& line) {
  m_state = State::Text;
  const Held head = std::exchange(m_head, {});
  const std::uint32_t level = m_rulerAbove == '=' ? firstLevel : underlinedLevel;
  m_rulerAbove = 0;
  if (auto found = headAboveUnderline(head.text, line.text)) {
    begin(std::move(*found), head);
    return feedTable(line);
  }
  m_text.openHeading(level, trimmed(head.text), head.number);
  return false;
}

void SourceReader::takeBoxRuler(const SourceLine& line) {
  if (m_held.isSet && m_held.text.find('|') != std::string::npos) {
    // A caption with a bar in it may precede the upper edge of its box.
    if (std::vector<std::string> head = barTexts(m_held.text);
        head.size() >= 2 && head.size() == columnsOfBox(line.text) && (!anyNumber(head) || isHeadOfSizes(head))) {
      const Held at = std::exchange(m_held, {});
      begin({.names = std::move(head), .layout = RowLayout{RowLayout::Kind::Bars}}, at);
      return;
    }
  }
  readHeld(true);
  if (trimmed(line.text).starts_with('+')) {
    m_state = State::InBoxHead;
    m_boxHead.clear();
    m_head = {.text = {}, .offset = line.offset, .number = line.number, .isSet = true};
  }
}

bool SourceReader::takeBoxHead(const SourceLine& line) {
  const std::string_view text = trimmed(line.text);
  if (rulerKind(text) == RulerKind::Box) {
    const bool isTable = m_boxHead.size() >= 2 && isHead(m_boxHead);
    m_state = isTable ? State::Text : State::InOtherBox;
    if (isTable) {
      begin({.names = m_boxHead, .layout = RowLayout{RowLayout::Kind::Bars}}, m_head);
    }
    return true;
  }
  if (!text.starts_with('|')) {
    m_state = State::Text;
    return false;
  }
  const std::vector<std::string> cells = barTexts(text);
  if (m_boxHead.empty()) {
    m_boxHead = cells;
    return true;
  }
  for (std::size_t i = 0; i < std::min(cells.size(), m_boxHead.size()); ++i) {
    m_boxHead[i] += cells[i].empty() ? "" : " " + cells[i];
  }
  return true;
}

}  // namespace kernline::logs
