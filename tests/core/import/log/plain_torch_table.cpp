// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/import/log/plain_torch_table.h"

#include <cmath>
#include <cstdlib>
#include <limits>
#include <map>
#include <sstream>

namespace kernline::test {

namespace {

std::string stripped(std::string text) {
  while (!text.empty() && (text.back() == ' ' || text.back() == '\r')) {
    text.pop_back();
  }
  return text.substr(std::min(text.find_first_not_of(' '), text.size()));
}

bool isRuler(const std::string& line) {
  return line.starts_with("---") && line.find("  ---") != std::string::npos &&
         line.find_first_not_of("- \r") == std::string::npos;
}

struct Span {
  std::size_t begin;
  std::size_t length;
};

std::vector<Span> spansOf(const std::string& ruler) {
  std::vector<Span> spans;
  for (std::size_t at = 0; at < ruler.size();) {
    const std::size_t begin = ruler.find('-', at);
    if (begin == std::string::npos) {
      break;
    }
    const std::size_t end = std::min(ruler.find(' ', begin), ruler.size());
    spans.push_back({begin, end - begin});
    at = end;
  }
  return spans;
}

std::vector<std::string> cut(const std::string& line, const std::vector<Span>& spans) {
  std::vector<std::string> cells;
  for (const Span& span : spans) {
    cells.push_back(span.begin < line.size() ? stripped(line.substr(span.begin, span.length)) : "");
  }
  return cells;
}

}  // namespace

std::vector<PlainTable> plainTorchTables(std::string_view text, std::string_view prefix) {
  std::vector<std::string> lines;
  std::istringstream stream{std::string{text}};
  for (std::string line; std::getline(stream, line);) {
    lines.push_back(line.starts_with(prefix) ? line.substr(prefix.size()) : line);
  }
  std::vector<PlainTable> tables;
  for (std::size_t i = 2; i < lines.size(); ++i) {
    if (!isRuler(lines[i]) || !isRuler(lines[i - 2])) {
      continue;
    }
    const std::vector<Span> spans = spansOf(lines[i]);
    PlainTable table{.line = static_cast<std::uint32_t>(i + 2),
                     .head = cut(lines[i - 1], spans),
                     .rows = {},
                     .rowLines = {},
                     .totals = {}};
    std::size_t row = i + 1;
    for (; row < lines.size() && !isRuler(lines[row]); ++row) {
      table.rows.push_back(cut(lines[row], spans));
      table.rowLines.push_back(static_cast<std::uint32_t>(row + 1));
    }
    for (++row; row < lines.size() && lines[row].find(" time total: ") != std::string::npos; ++row) {
      table.totals.push_back(stripped(lines[row].substr(lines[row].find(": ") + 2)));
    }
    tables.push_back(std::move(table));
    i = row;
  }
  return tables;
}

long double plainValue(std::string_view cell) {
  const std::string text{cell};
  char* end = nullptr;
  const long double number = std::strtold(text.c_str(), &end);
  if (end == text.c_str()) {
    return std::numeric_limits<long double>::quiet_NaN();
  }
  static const std::map<std::string, long double> units{{"", 1},
                                                        {"us", 1e3},
                                                        {"ms", 1e6},
                                                        {"s", 1e9},
                                                        {"%", 0.01L},
                                                        {" b", 1},
                                                        {" B", 1},
                                                        {" Kb", 1024},
                                                        {" KB", 1024},
                                                        {" Mb", 1048576},
                                                        {" MB", 1048576},
                                                        {" Gb", 1073741824.0L},
                                                        {" GB", 1073741824.0L}};
  const auto unit = units.find(end);
  if (unit == units.end()) {
    return std::numeric_limits<long double>::quiet_NaN();
  }
  const bool isBytes = unit->first.starts_with(' ');
  return isBytes ? std::round(number * unit->second) : number * unit->second;
}

}  // namespace kernline::test
