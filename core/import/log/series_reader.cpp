// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/log/series_reader.h"

#include "core/import/log/cell_text.h"
#include "core/import/log/fields.h"
#include "core/import/log/line_marks.h"
#include "core/import/log/quantity_text.h"
#include "core/model/base/text.h"

#include <algorithm>
#include <utility>

namespace kernline::logs {

namespace {

constexpr std::string_view dtypeMark = "dtype: ";

/// "Name: time_ms, Length: 100, dtype: float64", with or without the first two.
bool isSeriesEnd(std::string_view text) {
  const bool begins = text.starts_with(dtypeMark) || text.starts_with("Name: ") || text.starts_with("Length: ") ||
                      text.starts_with("Freq: ");
  const std::size_t at = begins ? text.rfind(dtypeMark) : std::string_view::npos;
  return at != std::string_view::npos && !text.substr(at + dtypeMark.size()).contains(' ');
}

/// "time_ms" of "Name: time_ms, Length: 100, dtype: float64".
std::string_view nameOfSeries(std::string_view text) {
  constexpr std::string_view mark = "Name: ";
  const std::size_t at = text.starts_with(mark) ? 0 : text.find(", Name: ");
  if (at == std::string_view::npos) {
    return "value";
  }
  const std::string_view rest = text.substr(at + mark.size() + (at == 0 ? 0 : 2));
  return rest.substr(0, std::min(rest.find(", Length: "), rest.find(", dtype: ")));
}

bool areLeftOutRows(std::string_view line) {
  const std::string_view text = trimmed(line);
  return text.size() >= 2 && text.find_first_not_of(". ") == std::string_view::npos;
}

}  // namespace

bool mayBeSeriesRow(std::string_view line, std::uint16_t marks) {
  constexpr std::size_t maxLength = 200;
  constexpr std::uint16_t foreign = hasBar | hasTab;
  if (line.size() > maxLength || (marks & foreign) != 0) {
    return false;
  }
  const std::size_t gap = line.find_last_not_of(' ') == std::string_view::npos
                              ? std::string_view::npos
                              : line.substr(0, line.find_last_not_of(' ')).rfind("  ");
  if (gap == std::string_view::npos) {
    return false;
  }
  const std::string_view value = trimmed(line.substr(gap));
  return numberOf(value).has_value() || isNoValue(value);
}

bool SeriesReader::take(const SourceLine& line, Scope& scope) {
  constexpr std::size_t maxRows = 50'000;
  const std::string_view text = trimmed(line.text);
  if (!m_lines.empty() && (line.marks & hasColon) != 0 && isSeriesEnd(text)) {
    write(nameOfSeries(text), scope);
    m_head = {};
    m_lines.clear();
    return true;
  }
  const bool isRow = mayBeSeriesRow(line.text, line.marks) || (!m_lines.empty() && areLeftOutRows(line.text));
  if (isRow && m_lines.size() < maxRows && (m_lines.empty() || m_lines.back().number + 1 == line.number)) {
    m_lines.push_back({.text = std::string{line.text}, .number = line.number, .offset = line.offset});
  } else {
    m_lines.clear();
    m_head.text.assign(line.text.substr(0, 256));
    m_head.number = line.number;
    m_head.offset = line.offset;
  }
  return false;
}

void SeriesReader::write(std::string_view name, Scope& scope) {
  const std::vector<Field> first = fieldsOf(m_lines.front().text);
  const std::size_t levels = std::max<std::size_t>(first.size(), 2) - 1;
  std::vector<std::string> names;
  if (m_head.number != 0 && m_head.number + 1 == m_lines.front().number) {
    for (const Field& field : fieldsOf(m_head.text)) {
      names.emplace_back(field.text);
    }
  }
  const bool areNamed = names.size() == levels && std::ranges::none_of(names, [](const std::string& one) {
                          return one.contains(": ") || one.ends_with(':') || one.contains(' ');
                        });
  if (!areNamed) {
    names.assign(1, "index");
    for (std::size_t i = 2; i <= levels; ++i) {
      names.push_back("index " + std::to_string(i));
    }
  }
  MadeTable table;
  std::vector<std::string> above(levels);
  for (const Kept& line : m_lines) {
    const std::vector<Field> fields = fieldsOf(line.text);
    if (fields.empty() || areLeftOutRows(line.text)) {
      continue;
    }
    for (std::size_t i = 0; i + 1 < fields.size(); ++i) {
      // Names of the rows are set to the left: each begins where those above it do.
      std::size_t level = levels - 1;
      while (level > 0 && fields[i].begin < first[level].begin) {
        --level;
      }
      above[level] = fields[i].text;
    }
    MadeTable::Cells cells;
    for (std::size_t i = 0; i < levels; ++i) {
      cells.emplace_back(names[i], above[i]);
    }
    cells.emplace_back(name, fields.back().text);
    table.addRow(std::move(cells), line.number);
  }
  table.write(
      m_log,
      {.title = {}, .context = scope.context(), .line = m_lines.front().number, .offset = m_lines.front().offset});
}

}  // namespace kernline::logs
