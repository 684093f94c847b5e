// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/event_csv/csv_row.h"

#include "core/model/base/text.h"

namespace kernline::csv {

namespace {

constexpr std::string_view blanks = " \t\r";

/// Appends the text between the quotes from `at` on; returns the position behind the closing quote.
std::size_t appendQuoted(std::string_view line, std::size_t at, std::string& cell) {
  while (at < line.size()) {
    if (line[at] != '"') {
      cell += line[at++];
    } else if (at + 1 < line.size() && line[at + 1] == '"') {
      cell += '"';
      at += 2;
    } else {
      return at + 1;
    }
  }
  return at;
}

}  // namespace

void splitRow(std::string_view line, char separator, std::vector<std::string>& cells) {
  std::size_t count = 0;
  for (std::size_t at = 0; at <= line.size(); ++count) {
    if (count == cells.size()) {
      cells.emplace_back();
    }
    std::string& cell = cells[count];
    cell.clear();
    const std::size_t first = std::min(line.find_first_not_of(' ', at), line.size());
    if (first < line.size() && line[first] == '"') {
      at = appendQuoted(line, first + 1, cell);
      at = std::min(line.find(separator, at), line.size()) + 1;
    } else {
      const std::size_t end = std::min(line.find(separator, at), line.size());
      cell = trimmed(line.substr(at, end - at));
      at = end + 1;
    }
  }
  cells.resize(count);
}

std::string_view takeLine(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  if (line.ends_with('\r')) {
    line.remove_suffix(1);
  }
  return line;
}

}  // namespace kernline::csv
