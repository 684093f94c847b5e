// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/log/value_rows_reader.h"

#include "core/import/log/line_marks.h"
#include "core/model/base/text.h"
#include "core/model/log/known_words.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace kernline::logs {

namespace {

constexpr std::uint32_t minValueRows = 3;

std::string_view lastWordOfName(std::string_view name) {
  return name.substr(name.find_last_of(' ') + 1);
}

/// Names of several words must end in the same one, unless blanks set them apart.
bool areNamesAlike(std::string_view a, bool isApart, const ValueRow& b) {
  // The longest name of a column has one blank behind it.
  const bool areWords = !a.contains(' ') && !b.name.contains(' ');
  return areWords || (isApart && b.isApart) || (isApart == b.isApart && lastWordOfName(a) == lastWordOfName(b.name));
}

/// A row that failed is like any other.
bool areAlike(const ValueRow& a, const ValueRow& b) {
  const bool isFailed = !a.failure.empty() || !b.failure.empty();
  const bool haveSameUnits =
      std::ranges::equal(a.values, b.values, {}, &ValueRow::Value::quantity, &ValueRow::Value::quantity);
  return (isFailed || haveSameUnits) && areNamesAlike(a.name, a.isApart, b);
}

/// "fused softmax" of "fused softmax took".
std::string_view withoutVerb(std::string_view name) {
  constexpr std::string_view verbs[] = {"took", "takes", "in", "is", "was", "at", "->", "→", "~"};
  const std::string_view word = lastWordOfName(name);
  const bool isVerb = word.size() < name.size() && std::ranges::find(verbs, word) != std::end(verbs);
  return isVerb ? trimmed(name.substr(0, name.size() - word.size())) : name;
}

}  // namespace

bool ValueRowsReader::take(const SourceLine& line, const LinesAbove& above, Scope& scope) {
  constexpr std::size_t maxRows = 50'000;  // rows per table
  const auto row = valueRow(line.text, line.marks);
  if (isOpen()) {
    const bool isNext = row && m_lastLine + 1 == line.number && m_table.rowCount() < maxRows;
    const bool isAlike = isNext && areNamesAlike(m_first.name, m_first.isApart, *row) &&
                         (!row->failure.empty() ||
                          std::ranges::equal(m_first.quantities, row->values, {}, {}, &ValueRow::Value::quantity));
    if (isAlike) {
      add(*row, line.number);
      return true;
    }
    finish();
  }
  if (!row) {
    return false;
  }
  std::vector<ValueRow> found{*row};
  for (std::uint32_t i = 1; i < minValueRows && i < line.number; ++i) {
    const std::string* const text = above.at(line.number - i);
    auto other = text != nullptr ? valueRow(*text, marksOf(*text)) : std::nullopt;
    if (!other || std::ranges::any_of(found, [&](const ValueRow& one) { return !areAlike(*other, one); })) {
      return false;
    }
    found.push_back(std::move(*other));
  }
  const auto first = std::ranges::find_if(found, [](const ValueRow& one) { return one.failure.empty(); });
  const auto measured = std::ranges::count_if(found, [](const ValueRow& one) { return one.failure.empty(); });
  if (found.size() < minValueRows || measured < 2) {
    return false;
  }
  begin(*first);
  m_place = {.title = {}, .context = scope.context(), .line = line.number + 1 - minValueRows, .offset = line.offset};
  for (std::uint32_t i = minValueRows; i > 0; --i) {
    add(found[i - 1], line.number + 1 - i);
  }
  return true;
}

void ValueRowsReader::begin(const ValueRow& first) {
  m_first = {.name = std::string{first.name}, .isApart = first.isApart, .quantities = {}, .columns = {}};
  std::ranges::transform(first.values, std::back_inserter(m_first.quantities), &ValueRow::Value::quantity);
  for (const Quantity quantity : m_first.quantities) {
    std::string name{nameOf(quantity)};
    for (int copy = 2; std::ranges::find(m_first.columns, name) != m_first.columns.end(); ++copy) {
      name = std::string{nameOf(quantity)} + " " + std::to_string(copy);
    }
    m_first.columns.push_back(std::move(name));
  }
}

void ValueRowsReader::add(const ValueRow& row, std::uint32_t line) {
  MadeTable::Cells cells;
  cells.reserve(row.values.size() + 2);
  cells.emplace_back("name", withoutVerb(row.name));
  for (std::size_t i = 0; i < row.values.size(); ++i) {
    cells.emplace_back(m_first.columns[i], row.values[i].printed);
  }
  if (!row.failure.empty()) {
    cells.emplace_back(m_first.columns.front(), row.failure);
  }
  if (!row.speedup.empty()) {
    cells.emplace_back("speedup", row.speedup);
  }
  m_table.addRow(std::move(cells), line);
  m_lastLine = line;
}

void ValueRowsReader::finish() {
  m_table.write(m_log, std::exchange(m_place, {}));
}

}  // namespace kernline::logs
