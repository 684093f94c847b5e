// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/log/ncu_reader.h"

#include "core/import/log/line_marks.h"
#include "core/import/log/quantity_text.h"

#include <span>
#include <utility>

namespace kernline::logs {

namespace {

constexpr std::size_t maxAdviceBytes = std::size_t{16} * 1024;

/// "kernel (64, 1, 1)x(256, 1, 1), Device 0, CC 9.0, Invocations 14": of a summary.
bool isSummaryLine(std::string_view text) {
  constexpr std::string_view mark = ", Invocations ";
  const std::size_t at = text.rfind(mark);
  return at != std::string_view::npos && numberOf(trimmed(text.substr(at + mark.size())));
}

bool isKernelLine(std::string_view text) {
  const std::size_t context = text.find(", Context ");
  return (context != std::string_view::npos && text.find(", Stream ", context) != std::string_view::npos) ||
         isSummaryLine(text);
}

bool isAdvice(std::string_view text) {
  return text.starts_with("OPT ") || text.starts_with("INF ") || text.starts_with("WRN ") || text.starts_with("ERR ");
}

}  // namespace

bool NcuReader::take(const SourceLine& line, Scope& scope) {
  const bool isIndented = line.text.starts_with("  ");
  if (!m_table) {
    const bool mayBegin = isIndented && (line.marks & hasComma) != 0;
    return mayBegin && (noteDevice(trimmed(line.text)) || (isKernelLine(line.text) && begin(line, scope)));
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
  if (noteDevice(text)) {
    finish();
    return true;
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

/// "Device 0, CC 9.0", above the kernels of one GPU.
bool NcuReader::noteDevice(std::string_view text) {
  const std::size_t mark = text.find(", CC ");
  if (!text.starts_with("Device ") || mark == std::string_view::npos || text.find(',', mark + 1) != text.npos) {
    return false;
  }
  m_device = text;
  return true;
}

bool NcuReader::begin(const SourceLine& line, Scope& scope) {
  std::string title{trimmed(line.text)};
  const bool isSummary = isSummaryLine(title);
  if (isSummary && !title.contains(", Device ") && !m_device.empty()) {
    title.insert(title.rfind(", Invocations "), ", " + m_device);
  }
  m_table = emptyNcuTable(m_log, title, scope.context(),
                          isSummary ? std::span<const std::string_view>{ncuSummary} : ncuValue);
  m_table->firstLine = line.number;
  m_table->lastLine = line.number;
  m_table->offset = line.offset;
  m_section.clear();
  m_inRows = false;
  return true;
}

void NcuReader::takeRow(const SourceLine& line) {
  const std::vector<std::string_view> cells = cellsBelow(line.text, m_spans);
  const bool isHead = !cells.empty() && cells[0] == "Metric Name";
  // One value may be missing; of a summary's three, all or none.
  const bool isCut = cells.size() > 3 && cells.back().empty() && !cells[2].empty();
  if (cells.size() + 1 != m_table->columns.size() || isCut) {
    m_log.addIssue(LogIssueKind::TornRow, line.number, trimmed(line.text));
  } else if (!isHead) {
    addNcuMetric(m_log, *m_table, line.number, m_section, cells[0], cells[1], std::span{cells}.subspan(2));
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
