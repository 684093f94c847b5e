// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/log/ncu_reader.h"

#include "core/import/log/cell_text.h"
#include "core/import/log/line_marks.h"

#include <algorithm>
#include <utility>

namespace kernline::logs {

namespace {

constexpr std::size_t columnCount = 4;
constexpr std::size_t maxAdviceBytes = std::size_t{16} * 1024;

bool isKernelLine(std::string_view text) {
  const std::size_t context = text.find(", Context ");
  return context != std::string_view::npos && text.find(", Stream ", context) != std::string_view::npos;
}

bool isAdvice(std::string_view text) {
  return text.starts_with("OPT ") || text.starts_with("INF ") || text.starts_with("WRN ") || text.starts_with("ERR ");
}

}  // namespace

std::optional<UnitText> ncuUnit(std::string_view text) {
  if (const auto unit = unitOf(text, ByteBase::Decimal); unit && unit->quantity != Quantity::Rate) {
    return unit;
  }
  constexpr std::pair<std::string_view, std::int32_t> clocks[] = {
      {"cycle/second", 0}, {"cycle/usecond", 6}, {"cycle/nsecond", 9}, {"cycle/us", 6}, {"cycle/ns", 9}};
  for (const auto& [name, power] : clocks) {
    if (text == name) {
      return UnitText{text, Quantity::Frequency, power};
    }
  }
  const std::size_t slash = text.find('/');
  const auto bytes = slash == std::string_view::npos ? std::nullopt : unitOf(text.substr(0, slash), ByteBase::Decimal);
  return bytes && bytes->quantity == Quantity::Bytes && !text.ends_with("second") ? bytes : std::nullopt;
}

LogTable emptyNcuTable(LogBuilder& log, std::string_view kernel, ContextId context) {
  LogTable table;
  table.kind = TableKind::Ncu;
  table.title = log.intern(kernel);
  table.context = context;
  constexpr std::string_view names[columnCount] = {"Section", "Metric Name", "Metric Unit", "Metric Value"};
  for (const std::string_view name : names) {
    table.columns.push_back({.name = log.intern(name)});
  }
  table.columns[1].role = ColumnRole::Name;
  table.columns[3].quantity = Quantity::Number;
  return table;
}

void addNcuMetric(LogBuilder& log, LogTable& table, std::uint32_t line, std::string_view section,
                  std::string_view metric, std::string_view unit, std::string_view value) {
  const auto known = ncuUnit(unit);
  ColumnPlan plan{.name = {}, .bytes = ByteBase::Decimal};
  if (known) {
    plan.unit = known;
    plan.unitText = "printed";
  }
  const ReadCell read = readCell(plan, value);
  // A number of a known unit is in its base unit, and says so.
  const bool isBase = known && !read.isBad && !baseUnit(known->quantity).empty();
  table.cells.push_back({.text = log.intern(section)});
  table.cells.push_back({.text = log.intern(metric)});
  table.cells.push_back({.text = log.intern(isBase ? baseUnit(known->quantity) : unit)});
  table.cells.push_back({.number = read.number, .text = log.intern(value)});
  table.rows.push_back({.line = line});
}

bool NcuReader::take(const SourceLine& line, Scope& scope) {
  const bool isIndented = line.text.starts_with("  ");
  if (!m_table) {
    return isIndented && (line.marks & hasComma) != 0 && isKernelLine(line.text) && begin(line, scope);
  }
  const std::string_view text = trimmed(line.text);
  if (text.empty()) {
    m_inRows = false;
    return true;
  }
  if (!isIndented) {
    finish();
    return false;
  }
  if (isKernelLine(text)) {
    finish();
    return begin(line, scope);
  }
  m_table->lastLine = line.number;
  if (text.starts_with("Section: ")) {
    m_section = text.substr(text.find(' ') + 1);
    m_advice.clear();
    m_inRows = false;
  } else if (rulerKind(text) == RulerKind::Columns) {
    m_spans = rulerSpans(line.text);
    m_inRows = true;
  } else if (isAdvice(text) || !m_advice.empty()) {
    takeAdvice(text);
  } else if (m_inRows) {
    takeRow(line);
  }
  return true;
}

bool NcuReader::begin(const SourceLine& line, Scope& scope) {
  m_table = emptyNcuTable(m_log, trimmed(line.text), scope.context());
  m_table->firstLine = line.number;
  m_table->lastLine = line.number;
  m_table->offset = line.offset;
  m_section.clear();
  m_inRows = false;
  return true;
}

void NcuReader::takeRow(const SourceLine& line) {
  const std::vector<std::string_view> cells = cellsBelow(line.text, m_spans);
  if (cells.size() + 1 != columnCount) {
    m_log.addIssue(LogIssueKind::TornRow, line.number, trimmed(line.text));
  } else if (cells[0] != "Metric Name") {
    addNcuMetric(m_log, *m_table, line.number, m_section, cells[0], cells[1], cells[2]);
  }
}

/// Paragraphs of advice go on until the next section.
void NcuReader::takeAdvice(std::string_view text) {
  if (m_table->rows.empty() || m_advice.size() > maxAdviceBytes) {
    return;
  }
  m_advice += (m_advice.empty() ? "" : " ") + std::string{text};
  m_table->rows.back().note = m_log.intern(m_advice);
}

void NcuReader::finish() {
  if (m_table && !m_table->rows.empty()) {
    m_log.addTable(std::move(*m_table));
  }
  m_table.reset();
  m_advice.clear();
}

}  // namespace kernline::logs
