// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/log/frame_reader.h"

#include "core/import/log/cell_text.h"
#include "core/import/log/fields.h"
#include "core/import/log/line_marks.h"
#include "core/import/log/quantity_text.h"
#include "core/model/base/text.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace kernline::logs {

namespace {

constexpr std::size_t maxLevels = 4;  // levels of column names

bool isFigureOfFrame(std::string_view text) {
  return quantityOf(text, ByteBase::Binary).has_value() || isNoValue(text);
}

/// Returns names of columns, which two blanks separate, or one; the name of their level is in the column of row names.
std::vector<Field> columnNames(std::string_view line, bool isSpaced) {
  std::vector<Field> names = isSpaced ? fieldsOf(line) : wordsOf(line);
  if (!names.empty() && names.front().begin == 0) {
    names.erase(names.begin());
  }
  if (!names.empty() && names.back().text == "\\") {  // the frame goes on below
    names.pop_back();
  }
  return names;
}

bool isStatistic(std::string_view name) {
  constexpr std::string_view words[] = {"mean", "std", "min", "max", "median", "count", "sum", "var", "sem", "size"};
  return name.ends_with('%') || std::ranges::find(words, name) != std::end(words) ||
         (name.size() > 1 && name.front() == 'p' && isDigit(name[1]));
}

/// "time" above "mean" is time_mean, "latency_ms" above "eager" is eager_latency_ms: as people name such columns.
std::string joinedName(std::string_view upper, std::string_view lower) {
  if (upper.empty() || lower.empty()) {
    return std::string{upper} + std::string{lower};
  }
  const bool isPlain = !upper.contains(' ') && !lower.contains(' ');
  const std::string_view sign = isPlain ? "_" : " ";
  return isStatistic(lower) ? std::string{upper} + std::string{sign} + std::string{lower}
                            : std::string{lower} + std::string{sign} + std::string{upper};
}

/// Numbers among the names of columns are sizes, which rise.
bool mayBeNames(const std::vector<Field>& names) {
  double last = 0;
  return std::ranges::all_of(names, [&last](const Field& name) {
    const auto number = numberOf(name.text);
    const double before = number ? std::exchange(last, *number) : 0;
    const bool isOfText = name.text.starts_with(':') || name.text.contains(": ") || name.text.ends_with(':');
    return number ? *number > before && !name.text.contains('.')
                  : !isOfText && !quantityOf(name.text, ByteBase::Binary);
  });
}

/// Whether the last word is a number, so that the line has no names of columns. Most lines are rows.
bool endsInNumber(std::string_view line) {
  const std::string_view text = trimmed(line);
  return numberOf(text.substr(text.rfind(' ') + 1)).has_value();
}

/// The names of the rows' levels, alone on their line.
bool areNamesOfRows(std::string_view line, std::size_t end) {
  const std::vector<Field> words = wordsOf(line);
  return !words.empty() && words.front().begin == 0 && words.back().end <= end && !line.contains(": ") &&
         !line.ends_with(':') &&
         std::ranges::none_of(words, [](const Field& word) { return numberOf(word.text).has_value(); });
}

}  // namespace

/// Finds the columns whose lowest names are in line `number`, with those of the levels above it.
bool FrameReader::findColumns(std::uint32_t number, const LinesAbove& above, bool isSpaced, Head& head) {
  const std::string* const line = above.at(number);
  const std::vector<Field> names = line != nullptr ? columnNames(*line, isSpaced) : std::vector<Field>{};
  if (names.empty() || !mayBeNames(names)) {
    return false;
  }
  for (const Field& name : names) {
    head.values.push_back({.name = std::string{name.text}, .end = name.end});
  }
  head.firstLine = number;
  for (std::size_t level = 1; level < maxLevels && number > level; ++level) {
    const std::string* const next = above.at(number - static_cast<std::uint32_t>(level));
    const std::vector<Field> upper = next != nullptr ? columnNames(*next, true) : std::vector<Field>{};
    const bool fits = !upper.empty() && std::ranges::all_of(upper, [&](const Field& name) {
      return std::ranges::find(head.values, name.end, &Column::end) != head.values.end();
    });
    if (!fits || upper.front().end != head.values.front().end) {
      break;
    }
    std::string_view current;
    for (Column& column : head.values) {
      const auto own = std::ranges::find(upper, column.end, &Field::end);
      current = own != upper.end() ? own->text : current;
      column.name = joinedName(current, column.name);
    }
    --head.firstLine;
  }
  return true;
}

std::optional<FrameReader::Head> FrameReader::headAbove(const SourceLine& row, const LinesAbove& above,
                                                        bool isSpaced) const {
  const std::string* const next = above.at(row.number - 1);
  if (next == nullptr || trimmed(*next).empty()) {
    return std::nullopt;
  }
  Head head;
  if (!next->starts_with(' ')) {
    if (row.number < 3 || !findColumns(row.number - 2, above, isSpaced, head)) {
      return std::nullopt;
    }
    const std::string_view names = std::string_view{*next}.substr(0, next->find_last_not_of(' ') + 1);
    if (!areNamesOfRows(names, head.values.front().end)) {
      return std::nullopt;
    }
    for (const Field& name : wordsOf(names)) {
      head.levels.emplace_back(name.text);
      head.begins.push_back(name.begin);
    }
  } else {
    if (!findColumns(row.number - 1, above, isSpaced, head)) {
      return std::nullopt;
    }
    for (const Field& field : fieldsOf(row.text)) {
      if (std::ranges::find(head.values, field.end, &Column::end) == head.values.end()) {
        head.levels.push_back(head.levels.empty() ? "index" : "index " + std::to_string(head.levels.size() + 1));
        head.begins.push_back(field.begin);
      }
    }
    const bool hasLevels = head.firstLine + 1 < row.number;
    if (head.levels.empty() || (head.levels.size() < 2 && !hasLevels)) {
      return std::nullopt;
    }
  }
  std::vector<std::string> cells = cellsOf(row.text, head);
  const auto isEmpty = [](const std::string& cell) { return cell.empty(); };
  const auto names = static_cast<std::ptrdiff_t>(head.levels.size());
  if (!cells.empty() && names > 1 && std::any_of(cells.begin(), cells.begin() + names, isEmpty)) {
    std::string name;  // one level, whose name has blanks
    for (const std::string& word : std::exchange(head.levels, {})) {
      name += (name.empty() ? "" : " ") + word;
    }
    head.levels = {name};
    head.begins = {0};
    cells = cellsOf(row.text, head);
  }
  const bool isRow = !cells.empty() && !cells.front().empty() &&
                     std::any_of(cells.begin() + static_cast<std::ptrdiff_t>(head.levels.size()), cells.end(),
                                 [](const std::string& cell) { return !cell.empty() && isFigureOfFrame(cell); });
  return isRow ? std::optional(std::move(head)) : std::nullopt;
}

std::vector<std::string> FrameReader::cellsOf(std::string_view row, const Head& head) const {
  const std::vector<Field> fields = fieldsOf(row);
  std::vector<std::string> values(head.values.size());
  std::size_t first = row.size();
  std::size_t others = 0;  // fields that are names of the row
  bool any = false;
  for (const Field& field : fields) {
    const auto column = std::ranges::find(head.values, field.end, &Column::end);
    if (column == head.values.end() || field.begin < head.begins.back()) {
      if (any) {
        return {};
      }
      ++others;
      continue;
    }
    values[static_cast<std::size_t>(column - head.values.begin())] = field.text;
    first = any ? first : field.begin;
    any = true;
  }
  if (!any || (others == 0 && m_rowAbove.empty())) {
    return {};
  }
  const std::string_view names = row.substr(0, first);
  std::vector<std::string> cells;
  for (std::size_t i = 0; i < head.begins.size(); ++i) {
    const std::size_t begin = std::min(head.begins[i], names.size());
    const std::size_t end = i + 1 < head.begins.size() ? std::min(head.begins[i + 1], names.size()) : names.size();
    if (begin > 0 && begin < names.size() && names[begin - 1] != ' ') {
      return {};
    }
    cells.emplace_back(trimmed(names.substr(begin, end - begin)));
  }
  cells.insert(cells.end(), values.begin(), values.end());
  return cells;
}

bool FrameReader::addRow(const SourceLine& line) {
  std::vector<std::string> cells = cellsOf(line.text, m_head);
  if (cells.empty()) {
    return false;
  }
  for (std::size_t i = 0; i < m_head.levels.size() && cells[i].empty() && !m_rowAbove.empty(); ++i) {
    cells[i] = m_rowAbove[i];
  }
  m_rowAbove.assign(cells.begin(), cells.begin() + static_cast<std::ptrdiff_t>(m_head.levels.size()));
  std::string joined;
  for (const std::string& cell : cells) {
    joined += (joined.empty() ? "" : "\t") + cell;
  }
  SourceLine row = line;
  row.text = joined;
  row.marks = marksOf(joined);
  return m_table->take(row) == OpenTable::Taken::Line;
}

bool FrameReader::take(const SourceLine& line, const LinesAbove& above, Scope& scope) {
  if (!m_table) {
    if ((line.marks & hasDigit) == 0 || (line.marks & (hasBar | hasTab)) != 0 ||
        findGap(line.text) == std::string_view::npos) {
      return false;
    }
    const std::string* const next = above.at(line.number - 1);
    if (next == nullptr || (!next->starts_with(' ') && endsInNumber(*next))) {
      return false;
    }
    auto head = headAbove(line, above, true);
    head = head ? std::move(head) : headAbove(line, above, false);
    if (!head) {
      return false;
    }
    m_head = std::move(*head);
    m_rowAbove.clear();
    std::vector<std::string> names = m_head.levels;
    std::ranges::transform(m_head.values, std::back_inserter(names), &Column::name);
    m_table.emplace(m_log, OpenTable::Beginning{.head = std::move(names),
                                                .layout = RowLayout{RowLayout::Kind::Tabs},
                                                .title = {},
                                                .context = scope.context(),
                                                .line = m_head.firstLine,
                                                .offset = line.offset});
  }
  const std::string_view text = trimmed(line.text);
  if (!text.empty() && text.find_first_not_of(". ") == std::string_view::npos) {
    return true;  // rows that pandas left out
  }
  if (!text.empty() && addRow(line)) {
    return true;
  }
  finish();
  return false;
}

void FrameReader::finish() {
  if (m_table) {
    static_cast<void>(m_table->finish(false));
    m_table.reset();
  }
}

}  // namespace kernline::logs
