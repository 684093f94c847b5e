// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of results, as people and their programs write them: their rows stay rows, whatever is in the cells.
#include "core/import/log/decimal_comma.h"
#include "core/import/log/line_marks.h"
#include "core/import/log/open_table.h"
#include "core/import/log/table_head.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace kernline::logs {

/// Tables that people and their programs write, in which signs keep cells apart.
bool OpenTable::isOfResults() const {
  return m_layout.isSeparated() && (m_table.kind == TableKind::Generic || m_table.kind == TableKind::Rocprof);
}

/// A line of a row that has line ends in a cell in quotes.
OpenTable::Taken OpenTable::takeQuoted(const SourceLine& line) {
  constexpr std::size_t maxLines = 200;
  constexpr std::size_t maxBytes = std::size_t{64} * 1024;
  m_quoted += m_quoted.empty() ? "" : " ";
  m_quoted += line.text;
  m_quotedLines.emplace_back(line.number, line.text);
  const bool mayClose = m_quotedLines.size() > 1 && std::ranges::count(line.text, '"') % 2 == 1;
  if (!mayClose || m_layout.opensQuote(m_quoted)) {
    return m_quotedLines.size() < maxLines && m_quoted.size() < maxBytes ? Taken::Line : giveUpQuoted();
  }
  if (m_layout.cells(m_quoted, m_plan.columns.size()).empty()) {
    return giveUpQuoted();
  }
  const std::string whole = std::exchange(m_quoted, {});
  const std::uint32_t number = m_quotedLines.front().first;
  m_quotedLines.clear();
  return takeWhole({.text = whole, .offset = line.offset, .number = number, .marks = line.marks});
}

/// The quotes were none of a cell: each line is a row by itself.
OpenTable::Taken OpenTable::giveUpQuoted() {
  m_quoted.clear();
  for (const auto& [number, text] : std::exchange(m_quotedLines, {})) {
    const Taken taken = takeWhole({.text = text, .offset = 0, .number = number, .marks = marksOf(text)});
    if (taken != Taken::Line && !trimmed(text).empty()) {
      m_log.addIssue(LogIssueKind::TornRow, number, trimmed(text));
    }
  }
  return Taken::Line;
}

/// Returns the cells of a line with fewer cells than columns, filled up with empty ones; empty if the line is no row.
std::vector<std::string> OpenTable::shortCells(const SourceLine& line) {
  const std::size_t columns = m_plan.columns.size();
  std::vector<std::string> cells = m_layout.cells(line.text, 0);
  const bool isShort = cells.size() >= 2 && cells.size() < columns && cells.size() * 2 > columns;
  const auto isValue = [](const std::string& cell) {
    return isNoValue(cell) || commaMeaning(cell) != CommaMeaning::None;
  };
  if (!isShort || (!anyNumber(cells) && std::ranges::none_of(cells, isValue))) {
    return {};
  }
  if (m_table.rows.empty()) {
    // Once for a head with names too many.
    m_filled = cells.size();
    std::string names;
    for (std::size_t i = m_filled; i < columns; ++i) {
      names += (names.empty() ? "" : ", ") + m_plan.columns[i].name;
    }
    m_log.addIssue(LogIssueKind::ShortRow, line.number, names);
  } else if (cells.size() != m_filled) {
    m_log.addIssue(LogIssueKind::ShortRow, line.number, trimmed(line.text));
  }
  cells.resize(columns);
  return cells;
}

/// "**1.25** (2x)", "`a.out`" of Markdown are their texts.
void OpenTable::takeMarksOff(std::vector<std::string>& cells) const {
  if (m_layout.kind() != RowLayout::Kind::Bars) {
    return;
  }
  for (std::string& cell : cells) {
    const bool hasBold = trimmed(cell).starts_with("**");
    if (const std::size_t end = hasBold ? cell.find("**", cell.find("**") + 2) : std::string::npos;
        end != std::string::npos) {
      cell.erase(end, 2);
      cell.erase(cell.find("**"), 2);
    }
    for (const std::string_view mark : {"__", "`", "*"}) {
      const std::string_view text = trimmed(cell);
      const bool isMarked = text.size() > 2 * mark.size() && text.starts_with(mark) && text.ends_with(mark) &&
                            !text.substr(mark.size(), text.size() - 2 * mark.size()).contains(mark);
      if (isMarked) {
        cell = trimmed(text.substr(mark.size(), text.size() - 2 * mark.size()));
      }
    }
  }
}

/// Fills cells from the row above: printed tables name what several rows share in the first of them only.
/// lm-evaluation-harness leaves out more than the name.
void OpenTable::fillFromAbove(std::vector<std::string>& cells) const {
  if (m_layout.kind() != RowLayout::Kind::Bars || !cells.front().empty() || cells.size() < 3 || m_table.rows.empty()) {
    return;
  }
  if (m_plan.columns.front().name == "Tasks" || m_plan.columns.front().name == "Groups") {
    for (std::size_t i = 0; i < cells.size() && cells[i].empty(); ++i) {
      cells[i] = m_log.text(m_table.cell(m_table.rows.size() - 1, i).text);
    }
    return;
  }
  if (cells[1].empty()) {
    return;
  }
  const StringId name = m_table.cell(m_table.rows.size() - 1, 0).text;
  bool isNew = !m_log.text(name).empty() && !m_table.cell(m_table.rows.size() - 1, 0).hasNumber();
  for (std::size_t rows = m_table.rows.size(); rows > 0 && m_table.cell(rows - 1, 0).text == name; --rows) {
    isNew = isNew && m_log.text(m_table.cell(rows - 1, 1).text) != trimmed(cells[1]);
  }
  if (isNew) {
    cells.front() = m_log.text(name);
  }
}

/// Numbers with a decimal comma get a point; where a comma may be of groups, the whole table says what it is.
void OpenTable::readCommas(std::vector<std::string>& cells) {
  m_unclearColumns.clear();
  for (std::size_t i = 0; i < cells.size(); ++i) {
    switch (commaMeaning(cells[i])) {
      case CommaMeaning::Decimal:
        m_hasDecimalCommas = true;
        cells[i] = withDecimalPoint(cells[i]);
        break;
      case CommaMeaning::Either:
        m_unclearColumns.push_back(i);
        break;
      case CommaMeaning::None:
        if (mayBePointedGroups(cells[i])) {
          m_unclearColumns.push_back(i);
          break;
        }
        m_hasDecimalPoints = m_hasDecimalPoints || (cells[i].contains('.') && numberOf(trimmed(cells[i])));
        break;
    }
  }
}

/// Reads "1,250" as 1.25 next to "2,5", or where semicolons separate.
void OpenTable::settleCommas() {
  const bool mayBeDecimal = m_layout.kind() == RowLayout::Kind::Semicolons && !m_hasDecimalPoints;
  if (!m_hasDecimalCommas && !mayBeDecimal) {
    return;
  }
  for (const std::size_t i : m_unclearCells) {
    const std::string_view printed = m_log.text(m_table.cells[i].text);
    const std::string text = printed.contains(',') ? withDecimalPoint(printed) : withoutPoints(printed);
    m_table.cells[i] = {.number = readCell(m_plan.columns[i % m_plan.columns.size()], text).number,
                        .text = m_log.intern(text)};
  }
}

/// Whether the rows confirm what the head alone leaves open.
bool OpenTable::isBorneOut(std::size_t minRows) const {
  const std::size_t rows = m_table.rows.size();
  if (rows < minRows) {
    return !m_table.totals.empty();
  }
  if (m_minRows == 1 || !m_layout.isSeparated()) {
    return true;
  }
  std::size_t measured = 0;
  std::size_t failed = 0;
  for (std::size_t row = 0; row < rows; ++row) {
    const auto first = m_table.cells.begin() + static_cast<std::ptrdiff_t>(row * m_table.columns.size());
    const auto end = first + static_cast<std::ptrdiff_t>(m_table.columns.size());
    const auto isReplaced = [this](const LogCell& cell) { return isNoValue(m_log.text(cell.text)); };
    if (std::any_of(first, end, [](const LogCell& cell) { return cell.hasNumber(); })) {
      ++measured;
    } else {
      failed += std::any_of(first, end, isReplaced) ? 1 : 0;
    }
  }
  return measured > 0 && (measured + failed) * 2 >= rows;
}

}  // namespace kernline::logs
