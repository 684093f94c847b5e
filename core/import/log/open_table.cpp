// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/log/open_table.h"

#include "core/import/log/finish_table.h"
#include "core/import/log/line_marks.h"
#include "core/import/log/ncu_csv.h"
#include "core/import/log/nvprof_reader.h"
#include "core/import/log/table_head.h"
#include "core/model/json/members.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>

namespace kernline::logs {

namespace {

constexpr std::size_t maxForeignLines = 50;
constexpr std::size_t maxForeignLinesOutside = 1;  // limit where no closing ruler is to come

bool isNumeric(const ColumnPlan& plan) {
  return !plan.isText && plan.unit.has_value();
}

}  // namespace

OpenTable::OpenTable(LogBuilder& log, Beginning beginning)
    : m_log(log),
      m_layout(std::move(beginning.layout)),
      m_plan(planOf(beginning.head, beginning.title)),
      m_minRows(beginning.minRows),
      m_linesPerRow(beginning.linesPerRow),
      m_lineWidth(beginning.lineWidth) {
  m_table.kind = m_plan.kind;
  m_table.title = log.intern(beginning.title);
  m_table.device = log.intern(m_plan.device);
  m_table.context = beginning.context;
  m_table.firstLine = beginning.line;
  m_table.lastLine = beginning.line;
  m_table.offset = beginning.offset;
  m_table.isInferred = beginning.isInferred;
  for (const ColumnPlan& column : m_plan.columns) {
    m_table.columns.push_back({.name = log.intern(column.name), .role = column.role});
  }
  if (m_table.isInferred) {
    log.addIssue(LogIssueKind::MissingHead, beginning.line);
  }
  if (m_linesPerRow > 1) {
    log.addIssue(LogIssueKind::WrappedTable, beginning.line);
  }
}

OpenTable::Taken OpenTable::take(const SourceLine& line) {
  if (!m_quoted.empty() || (isOfResults() && m_layout.opensQuote(line.text))) {
    return takeQuoted(line);
  }
  if (m_linesPerRow == 1 || m_isClosed) {
    return takeWhole(line);
  }
  if (m_joinedLines == 0 && (trimmed(line.text).empty() || line.text.starts_with("Self C"))) {
    return takeWhole(line);
  }
  m_joined += line.text;
  ++m_joinedLines;
  if (m_joinedLines < m_linesPerRow) {
    m_joined.resize(std::max(m_joined.size(), m_joinedLines * m_lineWidth), ' ');
    return Taken::Line;
  }
  SourceLine whole = line;
  const std::string joined = std::exchange(m_joined, {});
  m_joinedLines = 0;
  whole.text = joined;
  whole.number = line.number + 1 - static_cast<std::uint32_t>(m_linesPerRow);
  return takeWhole(whole);
}

OpenTable::Taken OpenTable::takeWhole(const SourceLine& line) {
  if (trimmed(line.text).empty()) {
    return takeBlank();
  }
  if (m_table.kind == TableKind::Torch && takeFooter(line)) {
    return Taken::Line;
  }
  if (takeRuler(line)) {
    return Taken::Line;
  }
  if (m_isClosed) {
    return Taken::Ended;
  }
  if (takeRow(line)) {
    m_blanks = 0;
    countInterruption();
    m_table.lastLine = line.number;
    return Taken::Line;
  }
  return foreign(line);
}

/// Counts the lines in between as interruptions, as the table continues.
void OpenTable::countInterruption() {
  for (std::size_t i = 0; i < m_foreignLines.size(); ++i) {
    m_log.addIssue(LogIssueKind::Interruption, m_foreignLines[i], m_foreignTexts[i]);
    m_table.isInterrupted = true;
  }
  m_foreigners = 0;
  m_foreignLines.clear();
  m_foreignTexts.clear();
}

/// A line that is none of the table's: it may be another program's, between two rows.
OpenTable::Taken OpenTable::foreign(const SourceLine& line) {
  const bool willBeClosed = m_table.kind == TableKind::Torch && m_layout.kind() == RowLayout::Kind::Ruler;
  ++m_foreigners;
  m_foreignLines.push_back(line.number);
  m_foreignTexts.emplace_back(line.text.substr(0, 120));
  if (m_layout.isSeparated() && m_layout.kind() != RowLayout::Kind::Bars &&
      line.text.find(", ") == std::string_view::npos) {
    const std::vector<std::string> cells = m_layout.cells(line.text, 0);
    const bool isOwn = std::ranges::equal(cells, m_plan.columns, {}, {}, &ColumnPlan::name);
    if (isHead(cells) && !isOwn && !m_table.rows.empty()) {
      return Taken::Ended;  // the head of another table
    }
  }
  const bool goesOn = m_foreigners <= (willBeClosed ? maxForeignLines : maxForeignLinesOutside) && m_blanks == 0;
  return goesOn ? Taken::Foreign : Taken::Ended;
}

OpenTable::Taken OpenTable::takeBlank() {
  ++m_blanks;
  // Tables with stacks have a blank line behind each operator.
  const bool mayGoOn = m_table.kind == TableKind::Torch && !m_isClosed &&
                       (m_table.columnOf(ColumnRole::Source).has_value() || m_table.rows.empty()) && m_blanks <= 2;
  return mayGoOn ? Taken::Line : Taken::Ended;
}

bool OpenTable::takeFooter(const SourceLine& line) {
  if (!readTotals(m_log, line, m_table.totals)) {
    return false;
  }
  countInterruption();
  m_isClosed = true;
  m_table.lastLine = line.number;
  return true;
}

bool OpenTable::takeRuler(const SourceLine& line) {
  const RulerKind kind = rulerKind(line.text);
  if (kind == RulerKind::None || m_isClosed) {
    return false;
  }
  const bool isBars = m_layout.kind() == RowLayout::Kind::Bars;
  if (kind == RulerKind::Box && !isBars) {
    return false;
  }
  // The ruler between head and rows, then the one below the rows; boxes have one anywhere.
  m_table.lastLine = line.number;
  if (m_table.rows.empty()) {
    if (kind == RulerKind::Columns && m_layout.kind() != RowLayout::Kind::Ruler &&
        rulerSpans(line.text).size() == m_table.columns.size()) {
      m_layout = RowLayout{rulerSpans(line.text)};
    }
    return true;
  }
  countInterruption();
  m_isClosed = !isBars || kind != RulerKind::Box;
  return true;
}

/// Counts a line that is a part of a row only; it never becomes a row with holes.
bool OpenTable::noteTorn(const SourceLine& line, std::size_t filled) {
  const std::size_t columns = m_plan.columns.size();
  constexpr std::size_t minColumns = 3;
  // Outside tables of profilers, only lines with too many cells are surely torn.
  const bool isTooLong = isOfResults() && m_layout.kind() != RowLayout::Kind::Bars && filled > columns &&
                         line.text.find(", ") == std::string_view::npos && (line.marks & hasDigit) != 0 &&
                         !isHead(m_layout.cells(line.text, 0));
  if ((m_table.kind == TableKind::Generic && !isTooLong) || columns < minColumns || filled * 2 <= columns) {
    return false;
  }
  m_log.addIssue(LogIssueKind::TornRow, line.number, trimmed(line.text));
  return true;
}

bool OpenTable::takeRow(const SourceLine& line) {
  const bool isGrouped = m_table.kind == TableKind::Nvprof && m_plan.columns.front().name == "Type" &&
                         m_layout.kind() == RowLayout::Kind::Fields;
  const bool isNcu = m_table.kind == TableKind::Ncu;
  const bool isUnitrace = m_table.kind == TableKind::Unitrace && m_layout.kind() == RowLayout::Kind::Commas;
  std::vector<std::string> cells = isGrouped    ? groupedCells(line.text)
                                   : isUnitrace ? unitraceCells(line.text)
                                                : m_layout.cells(line.text, isNcu ? 0 : m_plan.columns.size());
  if (isNcu && cells.size() > 1 && cells.size() <= m_plan.columns.size()) {
    cells.resize(m_plan.columns.size());  // its lines end where the cells of advice would begin
  } else if (isNcu) {
    cells.clear();
  }
  if (cells.empty() && isOfResults()) {
    cells = shortCells(line);
  }
  if (cells.empty()) {
    const bool hasSigns = m_layout.isSeparated() && m_layout.kind() != RowLayout::Kind::Bars;
    return noteTorn(line, hasSigns ? m_layout.cells(line.text, 0).size() : fieldsOf(line.text).size());
  }
  if (isContinuation(cells)) {
    joinContinuation(cells);
    return true;
  }
  if (isOfResults()) {
    takeMarksOff(cells);
    fillFromAbove(cells);
    readCommas(cells);
  }
  putRight(cells);
  const bool isOfTypes = m_layout.kind() == RowLayout::Kind::Bars && isRowOfTypes(cells);
  if (!isNcu && m_table.rows.empty() && (isOfTypes || isUnitRow(cells))) {
    return true;
  }
  if (!readRow(cells)) {
    const auto filled = std::ranges::count_if(cells, [](const std::string& cell) { return !cell.empty(); });
    return noteTorn(line, static_cast<std::size_t>(filled));
  }
  addRow(cells, line.number);
  if ((line.marks & hasHighByte) != 0 && !chrome::isUtf8(line.text)) {
    m_log.addIssue(LogIssueKind::InvalidUtf8, line.number);
  }
  return true;
}

/// Whether `cells` are a row: all columns of numbers have something, and most of them a number or what replaces one.
bool OpenTable::readRow(const std::vector<std::string>& cells) {
  m_read.clear();
  std::size_t numeric = 0;
  std::size_t good = 0;
  std::size_t replaced = 0;
  std::size_t empty = 0;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    empty += cells[i].empty() ? 1 : 0;
    m_read.push_back(readCell(m_plan.columns[i], cells[i]));
    if (!isNumeric(m_plan.columns[i])) {
      continue;
    }
    ++numeric;
    if (cells[i].empty() && m_table.kind != TableKind::Generic && m_table.kind != TableKind::Rocprof &&
        !m_layout.isSeparated()) {
      return false;
    }
    good += m_read[i].isBad ? 0 : 1;
    replaced += m_read[i].isBad && isNoValue(cells[i]) ? 1 : 0;
  }
  if (empty == cells.size()) {
    return false;
  }
  // Separated cells are unambiguous: a line with a number in any of them is a row.
  return (good + replaced) * 2 >= numeric || (m_layout.isSeparated() && (good > 0 || replaced > 0 || anyNumber(cells)));
}

/// `cells` are those of `readRow`.
void OpenTable::addRow(const std::vector<std::string>& cells, std::uint32_t line) {
  LogRow row{.line = line};
  std::string note;
  for (const std::size_t column : m_unclearColumns) {
    m_unclearCells.push_back(m_table.cells.size() + column);
  }
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const ReadCell& read = m_read[i];
    if (read.isBad) {
      m_log.addIssue(LogIssueKind::BadCell, line, cells[i]);
    }
    note += note.empty() || read.note.empty() ? "" : " · ";
    note += read.note;
    m_table.cells.push_back({.number = read.number, .text = m_log.intern(trimmed(cells[i]))});
  }
  row.note = m_log.intern(note);
  m_table.rows.push_back(row);
}

bool OpenTable::finish(bool isWholeText) {
  if (!m_quoted.empty()) {
    giveUpQuoted();
  }
  const bool isAlone = isWholeText && m_layout.isSeparated() && m_foreigners == 0;
  if (!isBorneOut(isAlone ? 1 : m_minRows)) {
    return false;
  }
  settleCommas();
  const bool needsEnd = m_table.kind == TableKind::Torch && m_layout.kind() == RowLayout::Kind::Ruler;
  if (needsEnd && !m_isClosed) {
    m_log.addIssue(LogIssueKind::MissingEnd, m_table.lastLine);
    m_table.isInterrupted = true;
  }
  if (m_plan.isOfMetrics) {
    m_table.kind == TableKind::Ncu ? addNcuTables(m_log, m_table) : addNvprofTables(m_log, m_table);
    return true;
  }
  finishTable(m_log, m_plan, m_table);
  m_log.addTable(std::move(m_table));
  return true;
}

bool readTotals(LogBuilder& log, const SourceLine& line, std::vector<LogTotal>& totals) {
  constexpr std::string_view mark = " time total:";
  std::string_view text = line.text;
  bool any = false;
  for (std::size_t at = text.find(mark); at != std::string_view::npos; at = text.find(mark)) {
    std::string_view label = trimmed(text.substr(0, at));
    const std::size_t blank = label.rfind(' ');
    const std::string_view device = blank == std::string_view::npos ? label : label.substr(blank + 1);
    const bool hasSelf = blank != std::string_view::npos && label.substr(0, blank).ends_with("Self");
    const std::string name = std::string{hasSelf ? "Self " : ""} + std::string{device} + " time total";
    text.remove_prefix(at + mark.size());
    const auto value = leadingQuantity(text, ByteBase::Binary);
    if (device.empty() || !value || value->quantity != Quantity::Time) {
      continue;
    }
    const std::string_view behind = value->trailing.substr(0, value->trailing.find_first_of(" \t"));
    if (!behind.empty()) {
      log.addIssue(LogIssueKind::TrailingText, line.number, trimmed(text));
    }
    const std::string_view printed = trimmed(text).substr(0, trimmed(text).find_first_of(" \t"));
    totals.push_back({.name = log.intern(name),
                      .device = log.intern(device),
                      .quantity = Quantity::Time,
                      .value = {.number = value->value, .text = log.intern(printed)},
                      .line = line.number});
    any = true;
  }
  return any;
}

}  // namespace kernline::logs
