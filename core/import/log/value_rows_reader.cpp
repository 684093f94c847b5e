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

std::vector<Quantity> quantitiesOf(const ValueRow& row) {
  std::vector<Quantity> quantities;
  std::ranges::transform(row.values, std::back_inserter(quantities), &ValueRow::Value::quantity);
  return quantities;
}

/// Names of several words must end in the same one, unless blanks set them apart. A row that failed is like any other.
bool areAlike(const ValueRow& a, const ValueRow& b) {
  const bool areWords = !a.name.contains(' ') && !b.name.contains(' ');
  const bool isFailed = !a.failure.empty() || !b.failure.empty();
  return (isFailed || (quantitiesOf(a) == quantitiesOf(b) && a.isApart == b.isApart)) &&
         (areWords || (a.isApart && b.isApart) || lastWordOfName(a.name) == lastWordOfName(b.name));
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
  constexpr std::size_t maxRows = 50'000;  // of one table
  const auto row = valueRow(line.text, line.marks);
  if (isOpen()) {
    const bool isNext = row && m_rows.back().line + 1 == line.number && m_rows.size() < maxRows;
    if (isNext && areAlike(m_first.row(), *row)) {
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
  m_first = Pattern(*first);
  m_place = {.title = {}, .context = scope.context(), .line = line.number + 1 - minValueRows, .offset = line.offset};
  for (std::uint32_t i = minValueRows; i > 0; --i) {
    add(found[i - 1], line.number + 1 - i);
  }
  return true;
}

void ValueRowsReader::add(const ValueRow& row, std::uint32_t line) {
  Kept kept{
      .name = std::string{withoutVerb(row.name)}, .values = {}, .speedup = std::string{row.speedup}, .line = line};
  for (const ValueRow::Value& value : row.values) {
    kept.values.emplace_back(value.printed);
  }
  if (!row.failure.empty()) {
    kept.values.emplace_back(row.failure);
  }
  m_rows.push_back(std::move(kept));
}

void ValueRowsReader::finish() {
  MadeTable table;
  std::vector<std::string> columns;
  for (const ValueRow::Value& value : m_first.row().values) {
    std::string name{nameOf(value.quantity)};
    for (int copy = 2; std::ranges::find(columns, name) != columns.end(); ++copy) {
      name = std::string{nameOf(value.quantity)} + " " + std::to_string(copy);
    }
    columns.push_back(std::move(name));
  }
  for (Kept& row : std::exchange(m_rows, {})) {
    MadeTable::Cells cells{{"name", std::move(row.name)}};
    for (std::size_t i = 0; i < std::min(columns.size(), row.values.size()); ++i) {
      cells.emplace_back(columns[i], std::move(row.values[i]));
    }
    if (!row.speedup.empty()) {
      cells.emplace_back("speedup", std::move(row.speedup));
    }
    table.addRow(std::move(cells), row.line);
  }
  table.write(m_log, std::exchange(m_place, {}));
}

}  // namespace kernline::logs
