// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/log/torch_benchmark.h"

#include "core/import/log/fields.h"
#include "core/model/base/text.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace kernline::logs {

namespace {

constexpr std::string_view threadsMark = " threads: -";
constexpr std::string_view unitMark = "Times are in ";

/// "matmul" of "[---- matmul ----]"; empty if the line is none.
std::string_view titleIn(std::string_view text) {
  if (!text.starts_with("[-") || !text.ends_with("-]")) {
    return {};
  }
  const std::size_t first = text.find_first_not_of('-', 1);
  const std::size_t last = text.find_last_not_of('-', text.size() - 2);
  return first < last ? trimmed(text.substr(first, last + 1 - first)) : std::string_view{};
}

}  // namespace

bool TorchBenchmarkReader::take(const SourceLine& line, Scope& scope) {
  const std::string_view text = trimmed(line.text);
  if (const std::string_view title = titleIn(text); !title.empty()) {
    finish();
    m_part = Part::Head;
    m_title = title;
    m_context = scope.context();
    m_line = line.number;
    m_offset = line.offset;
    return true;
  }
  if (m_part == Part::None) {
    return false;
  }
  if (m_part == Part::Head) {
    m_columns.clear();
    const std::string head = "|" + std::string{line.text} + "|";
    for (const std::string_view cell : barCells(head)) {
      m_columns.emplace_back(trimmed(cell));
    }
    m_part = m_columns.size() > 1 && m_columns.front().empty() ? Part::Rows : Part::None;
    return m_part == Part::Rows;
  }
  if (text.starts_with(unitMark)) {
    const std::size_t open = text.find('(');
    const std::size_t close = text.find(')', std::min(open, text.size()));
    addTable(close == std::string_view::npos ? "" : text.substr(open + 1, close - open - 1));
    return true;
  }
  if (const std::size_t mark = text.find(threadsMark); mark != std::string_view::npos) {
    m_threads = text.substr(0, mark);
    return true;
  }
  if (text.contains('|')) {
    takeRow(line);
    return true;
  }
  if (text.empty()) {
    return true;
  }
  finish();
  return false;
}

void TorchBenchmarkReader::takeRow(const SourceLine& line) {
  const std::string whole = "|" + std::string{line.text} + "|";
  const auto cells = barCells(whole);
  if (cells.size() != m_columns.size()) {
    m_log.addIssue(LogIssueKind::TornRow, line.number, trimmed(line.text));
    return;
  }
  for (std::size_t i = 1; i < cells.size(); ++i) {
    if (const std::string_view time = trimmed(cells[i]); !time.empty()) {
      m_rows.push_back({.name = std::string{trimmed(cells.front())},
                        .threads = m_threads,
                        .implementation = m_columns[i],
                        .time = std::string{time},
                        .line = line.number});
    }
  }
}

void TorchBenchmarkReader::addTable(std::string_view unit) {
  m_part = Part::None;
  const std::vector<Measured> rows = std::exchange(m_rows, {});
  if (rows.empty()) {
    return;
  }
  OpenTable table(
      m_log, {.head = {"name", "threads", "implementation", unit.empty() ? "time" : "time (" + std::string{unit} + ")"},
              .layout = RowLayout{RowLayout::Kind::Tabs},
              .title = m_title,
              .context = m_context,
              .line = m_line,
              .offset = m_offset});
  for (const Measured& row : rows) {
    const std::string text = row.name + "\t" + row.threads + "\t" + row.implementation + "\t" + row.time;
    static_cast<void>(table.take({.text = text, .offset = m_offset, .number = row.line, .marks = 0}));
  }
  static_cast<void>(table.finish(false));
}

/// Adds the table; without the line that gives the unit, its numbers are plain.
void TorchBenchmarkReader::finish() {
  if (m_part != Part::None) {
    addTable({});
  }
}

}  // namespace kernline::logs
