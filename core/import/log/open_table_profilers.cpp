// SPDX-License-Identifier: GPL-3.0-or-later
// Prepares the lines of single profilers' tables to be read as rows like any other.
#include "core/import/log/open_table.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>

namespace kernline::logs {

/// "GPU activities:  99.32%  1.27759s …": the first column names a group, in its first row only.
std::vector<std::string> OpenTable::groupedCells(std::string_view line) {
  std::string_view text = trimmed(line);
  const std::size_t colon = text.find(": ");
  constexpr std::size_t maxGroupLength = 24;
  if (colon < maxGroupLength && text.find('%') > colon) {
    m_groupName = text.substr(0, colon);
    text = trimmed(text.substr(colon + 1));
  }
  const std::size_t wanted = m_plan.columns.size() - 1;
  const std::vector<Field> fields = fieldsOf(text);
  if (fields.size() < wanted) {
    return {};
  }
  std::vector<std::string> cells{m_groupName};
  for (std::size_t i = 0; i + 1 < wanted; ++i) {
    cells.emplace_back(fields[i].text);
  }
  cells.emplace_back(trimmed(text.substr(fields[wanted - 1].begin)));
  return cells;
}

/// Older versions print names with commas without quotes; one printed the properties of kernels with blanks only.
std::vector<std::string> OpenTable::unitraceCells(std::string_view line) const {
  const std::size_t columns = m_plan.columns.size();
  std::vector<std::string> cells = m_layout.cells(line, columns);
  if (!cells.empty()) {
    return cells;
  }
  cells = m_layout.cells(line, 0);
  const std::string last = cells.empty() ? std::string{} : cells.back();
  const std::vector<Field> words = wordsOf(last);
  const bool areNumbers = std::ranges::all_of(words, [](const Field& word) { return numberOf(word.text).has_value(); });
  if (cells.size() > 1 && words.size() > 1 && areNumbers) {
    cells.pop_back();
    std::ranges::transform(words, std::back_inserter(cells), [](const Field& word) { return std::string{word.text}; });
  }
  if (cells.size() < columns) {
    return {};
  }
  const auto rest = cells.begin() + static_cast<std::ptrdiff_t>(cells.size() - columns) + 1;
  std::for_each(cells.begin() + 1, rest, [&](const std::string& part) { cells.front() += "," + part; });
  cells.erase(cells.begin() + 1, rest);
  return cells;
}

/// A further frame of the stack, or the rest of a name that was too long.
bool OpenTable::isContinuation(const std::vector<std::string>& cells) const {
  const auto source = m_table.columnOf(ColumnRole::Source);
  if (m_table.kind != TableKind::Torch || !source || m_table.rows.empty() || cells[*source].empty()) {
    return false;
  }
  for (std::size_t i = 1; i < cells.size(); ++i) {
    if (i != *source && !cells[i].empty()) {
      return false;
    }
  }
  return true;
}

void OpenTable::joinContinuation(const std::vector<std::string>& cells) {
  const std::size_t source = *m_table.columnOf(ColumnRole::Source);
  LogCell* row = &m_table.cells[(m_table.rows.size() - 1) * m_table.columns.size()];
  const std::string frames = std::string{m_log.text(row[source].text)} + "\n" + cells[source];
  row[source].text = m_log.intern(frames);
  if (!cells.front().empty()) {
    row->text = m_log.intern(std::string{m_log.text(row->text)} + cells.front());
  }
}

/// Swaps two cells: in tables from 2020 to today, the head has Source Location, then FLOPs, but the rows have the
/// opposite order.
void OpenTable::putRight(std::vector<std::string>& cells) const {
  const auto source = m_table.columnOf(ColumnRole::Source);
  if (m_table.kind != TableKind::Torch || !source || *source + 1 >= cells.size()) {
    return;
  }
  const auto isFlops = [](const std::string& text) { return isAbsent(text) || numberOf(text).has_value(); };
  if (isFlops(cells[*source]) && !cells[*source].empty() && !isFlops(cells[*source + 1])) {
    std::swap(cells[*source], cells[*source + 1]);
  }
}

/// nvprof's CSV has the units in a row of their own below the head.
bool OpenTable::isUnitRow(const std::vector<std::string>& cells) {
  std::size_t units = 0;
  for (const std::string& cell : cells) {
    if (!cell.empty() && !unitOf(cell, ByteBase::Decimal)) {
      return false;
    }
    units += cell.empty() ? 0 : 1;
  }
  if (units < 2 && !m_plan.isOfLaunches) {
    return false;
  }
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (auto unit = unitOf(cells[i], ByteBase::Decimal)) {
      unit->text = {};
      m_plan.columns[i].unit = unit;
      m_plan.columns[i].unitText = cells[i];
    }
  }
  return true;
}

}  // namespace kernline::logs
