// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/log/row_layout.h"

#include "core/import/log/quantity_text.h"

#include <algorithm>
#include <limits>

namespace kernline::logs {

namespace {

template <typename Cells>
std::vector<std::string> asStrings(const Cells& cells) {
  return {cells.begin(), cells.end()};
}

/// Returns the cells of a line whose quote is never closed: such a quote is a character like any other.
std::vector<std::string> plainCells(std::string_view line, char sign) {
  std::vector<std::string> cells(1);
  for (const char c : line) {
    if (c == sign) {
      cells.emplace_back();
    } else {
      cells.back() += c;
    }
  }
  return cells;
}

std::size_t distance(std::size_t a, std::size_t b) {
  return a > b ? a - b : b - a;
}

}  // namespace

std::vector<std::string> RowLayout::cells(std::string_view line, std::size_t columns) const {
  std::vector<std::string> result;
  switch (m_kind) {
    case Kind::Ruler:
      result = rulerCells(line);
      break;
    case Kind::Fields:
      for (const Field& field : fieldsOf(line)) {
        result.emplace_back(field.text);
      }
      break;
    case Kind::Bars:
      result = asStrings(barCells(line));
      break;
    case Kind::Tabs:
      result = asStrings(tabCells(line));
      break;
    case Kind::Semicolons:
    case Kind::Commas: {
      bool isOpen = false;
      const char sign = m_kind == Kind::Commas ? ',' : ';';
      result = csvCells(line, sign, isOpen);
      if (isOpen) {
        result = plainCells(line, sign);
      }
      if (result.size() == columns + 1 && result.back().empty()) {
        result.pop_back();  // a comma behind each cell
      }
      break;
    }
  }
  if (columns != 0 && result.size() != columns) {
    result.clear();
  }
  return result;
}

bool RowLayout::opensQuote(std::string_view line) const {
  if ((m_kind != Kind::Commas && m_kind != Kind::Semicolons) || !line.contains('"')) {
    return false;
  }
  bool isOpen = false;
  static_cast<void>(csvCells(line, m_kind == Kind::Commas ? ',' : ';', isOpen));
  return isOpen;
}

/// Each field overlaps the dashes of its column.
bool RowLayout::standsBelowSpans(std::string_view line, const std::vector<Field>& fields) const {
  const bool isAscii = std::ranges::all_of(line, [](unsigned char c) { return c < 0x80; });
  for (std::size_t i = 0; isAscii && i < fields.size(); ++i) {
    if (fields[i].begin >= m_spans[i].end + 2 || fields[i].end <= m_spans[i].begin) {
      return false;
    }
  }
  return true;
}

std::vector<std::string> RowLayout::rulerCells(std::string_view line) const {
  const std::vector<Field> fields = fieldsOf(line);
  const auto texts = [&fields] {
    std::vector<std::string> cells;
    for (const Field& field : fields) {
      cells.emplace_back(field.text);
    }
    return cells;
  };
  const bool isFull = fields.size() == m_spans.size();
  if (isFull && standsBelowSpans(line, fields)) {
    return texts();
  }
  auto cut = asStrings(cellsBelow(line, m_spans));
  if (!cut.empty()) {
    return cut;
  }
  // Lines whose runs of blanks were collapsed no longer match their ruler.
  return isFull ? texts() : overlappingCells(fields);
}

/// A line with few cells, some of them moved: each in the one column that it overlaps. None if it overlaps several, as
/// other output does, or if two are in the same.
std::vector<std::string> RowLayout::overlappingCells(const std::vector<Field>& fields) const {
  std::vector<std::string> cells(m_spans.size());
  for (const Field& field : fields) {
    const auto overlaps = [&field](const ColumnSpan& span) { return field.begin < span.end && span.begin < field.end; };
    const auto found = std::ranges::find_if(m_spans, overlaps);
    if (found == m_spans.end() || std::any_of(found + 1, m_spans.end(), overlaps)) {
      return {};
    }
    std::string& cell = cells[static_cast<std::size_t>(found - m_spans.begin())];
    if (!cell.empty()) {
      return {};
    }
    cell = field.text;
  }
  return cells;
}

std::vector<std::string> headAbove(std::string_view head, const std::vector<Field>& row) {
  const std::vector<Field> words = wordsOf(head);
  if (words.size() < row.size()) {
    return {};
  }
  std::vector<std::string> names(row.size());
  for (const Field& word : words) {
    std::size_t best = 0;
    std::size_t bestDistance = std::numeric_limits<std::size_t>::max();
    for (std::size_t i = 0; i < row.size(); ++i) {
      const bool overlaps = word.begin < row[i].end && row[i].begin < word.end;
      const std::size_t far =
          overlaps ? 0 : std::min(distance(word.end, row[i].end), distance(word.begin, row[i].begin));
      if (far < bestDistance) {
        best = i;
        bestDistance = far;
      }
    }
    names[best] += (names[best].empty() ? "" : " ") + std::string{word.text};
  }
  return std::ranges::any_of(names, &std::string::empty) ? std::vector<std::string>{} : names;
}

std::vector<ColumnSpan> leftAlignedSpans(std::string_view head, std::string_view next) {
  const std::vector<Field> names = fieldsOf(head);
  const std::vector<Field> words = wordsOf(next);
  if (words.size() != names.size() || !std::ranges::equal(words, names, {}, &Field::begin, &Field::begin) ||
      std::ranges::count_if(words,
                            [](const Field& word) { return quantityOf(word.text, ByteBase::Binary).has_value(); }) +
              1 <
          static_cast<std::ptrdiff_t>(words.size())) {
    return {};
  }
  std::vector<ColumnSpan> spans;
  for (std::size_t i = 0; i < names.size(); ++i) {
    constexpr std::size_t lastWidth = 12;
    const bool isLast = i + 1 == names.size();
    spans.push_back({.begin = names[i].begin, .end = isLast ? names[i].begin + lastWidth : names[i + 1].begin - 1});
  }
  return spans;
}

}  // namespace kernline::logs
