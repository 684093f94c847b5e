// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/log/insert_reader.h"

#include "core/import/log/line_marks.h"
#include "core/model/base/text.h"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>

namespace kernline::logs {

namespace {

/// The items of "(a, 'b, c', 3)" at the beginning of `text`, which then begins behind it; none if it is no list.
std::vector<std::string> listOf(std::string_view& text) {
  std::vector<std::string> items(1);
  char quote = '\0';
  for (std::size_t i = text.starts_with('(') ? 1 : text.size(); i < text.size(); ++i) {
    const char c = text[i];
    if (quote != '\0') {
      if (c != quote) {
        items.back() += c == '\t' ? ' ' : c;
      } else if (i + 1 < text.size() && text[i + 1] == quote) {
        items.back() += text[++i];
      } else {
        quote = '\0';
      }
    } else if (c == '\'' || c == '"' || c == '`') {
      quote = c;
    } else if (c == ',') {
      items.emplace_back();
    } else if (c == ')') {
      text.remove_prefix(i + 1);
      return items;
    } else if (c != ' ') {
      items.back() += c;
    }
  }
  return {};
}

bool takeWord(std::string_view& text, std::string_view word) {
  if (!std::ranges::equal(text.substr(0, word.size()), word, {}, toLower)) {
    return false;
  }
  text = trimmed(text.substr(word.size()));
  return true;
}

}  // namespace

bool InsertReader::take(const SourceLine& line, Scope& scope) {
  std::string_view text = trimmed(line.text);
  if (!takeWord(text, "insert into ")) {
    return false;
  }
  const std::size_t open = std::min(text.find('('), text.size());
  const std::string name{trimmed(text.substr(0, open))};
  text.remove_prefix(open);
  std::vector<std::string> columns = listOf(text);
  text = trimmed(text);
  if (columns.size() < 2 || !takeWord(text, "values")) {
    return false;
  }
  if (!m_table || m_name != name || m_columns != columns) {
    finish();
    m_name = name;
    m_columns = columns;
    m_table.emplace(m_log, OpenTable::Beginning{.head = std::move(columns),
                                                .layout = RowLayout{RowLayout::Kind::Tabs},
                                                .title = name,
                                                .context = scope.context(),
                                                .line = line.number,
                                                .offset = line.offset});
  }
  while (text.starts_with('(')) {
    std::string cells;
    const std::vector<std::string> values = listOf(text);
    for (const std::string& value : values) {
      const bool isNull = lowered(value) == "null";
      cells += (&value == &values.front() ? "" : "\t") + (isNull ? std::string{} : value);
    }
    SourceLine row = line;
    row.text = cells;
    row.marks = marksOf(cells);
    if (values.size() != m_columns.size() || m_table->take(row) != OpenTable::Taken::Line) {
      m_log.addIssue(LogIssueKind::TornRow, line.number, trimmed(line.text));
    }
    text = trimmed(text);
    text.remove_prefix(text.starts_with(',') ? 1 : 0);
    text = trimmed(text);
  }
  return true;
}

void InsertReader::finish() {
  if (m_table) {
    static_cast<void>(m_table->finish(false));
    m_table.reset();
  }
}

}  // namespace kernline::logs
