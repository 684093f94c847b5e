// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/format/markdown_table.h"

#include "core/model/format/printable_text.h"

namespace kernline {

std::string markdownCell(std::string_view text) {
  constexpr std::string_view markup = R"(\`*_{}[]<>|~#)";
  std::string escaped;
  for (const char c : withoutControls(text)) {
    if (c == '\n') {
      escaped += ' ';
      continue;
    }
    if (markup.find(c) != std::string_view::npos) {
      escaped += '\\';
    }
    escaped += c;
  }
  return escaped;
}

std::string markdownRow(const std::vector<std::string>& cells) {
  std::string line = "|";
  for (const std::string& cell : cells) {
    line += ' ' + cell + " |";
  }
  return line + '\n';
}

std::string markdownHead(const std::vector<MarkdownColumn>& columns) {
  std::vector<std::string> titles;
  std::string rule = "|";
  for (const MarkdownColumn& column : columns) {
    titles.push_back(markdownCell(column.title));
    rule += column.isNumber ? " ---: |" : " --- |";
  }
  return markdownRow(titles) + rule + '\n';
}

}  // namespace kernline
