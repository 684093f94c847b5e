// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/kit/text_table.h"

#include "app/cli/kit/terminal.h"
#include "core/model/format/printable_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace kernline::cli {

namespace {

constexpr std::size_t gap = 2;
constexpr std::size_t minLastWidth = 16;
constexpr std::size_t maxPaddedWidth = 200;  // a longer cell shifts its own row, and does not make all rows as long

void appendCell(std::string& line, std::string_view cell, std::size_t width, TextTable::Align align, bool isLast) {
  const std::size_t used = displayWidth(cell);
  const std::string padding(width - std::min(width, used), ' ');
  if (align == TextTable::Align::Right) {
    line += padding;
  }
  line += cell;
  if (align == TextTable::Align::Left && !isLast) {
    line += padding;
  }
}

}  // namespace

void TextTable::add(std::vector<std::string> cells) {
  cells.resize(m_columns.size());
  for (std::size_t c = 0; c < cells.size(); ++c) {
    cells[c] = inLocale(printable(cells[c]));
    if (m_columns[c].maxWidth > 0) {
      cells[c] = elided(cells[c], m_columns[c].maxWidth);
    }
  }
  m_rows.push_back(std::move(cells));
}

std::string TextTable::text(std::size_t indent, std::size_t width) const {
  std::vector<std::size_t> widths(m_columns.size(), 0);
  for (const std::vector<std::string>& row : m_rows) {
    for (std::size_t c = 0; c < row.size(); ++c) {
      widths[c] = std::max(widths[c], std::min(maxPaddedWidth, displayWidth(row[c])));
    }
  }
  std::vector<std::size_t> shown;
  std::size_t before = indent;
  for (std::size_t c = 0; c < widths.size(); ++c) {
    if (widths[c] > 0) {
      shown.push_back(c);
      widths[c] = std::max(widths[c], displayWidth(m_columns[c].title));
      before += widths[c] + gap;
    }
  }
  if (shown.empty()) {
    return {};
  }
  const std::size_t last = shown.back();
  before -= widths[last] + gap;
  const bool isCut = width > 0 && m_columns[last].align == Align::Left;
  const std::size_t room = std::max(minLastWidth, width - std::min(width, before));
  std::string out;
  const auto lineOf = [&](const auto& cellOf) {
    std::string line(indent, ' ');
    for (const std::size_t c : shown) {
      const std::string_view cell = cellOf(c);
      appendCell(line, isCut && c == last ? elided(cell, room) : std::string{cell}, widths[c], m_columns[c].align,
                 c == last);
      line += c == last ? "" : std::string(gap, ' ');
    }
    line.erase(line.find_last_not_of(' ') + 1);
    return line;
  };
  out += bold(lineOf([&](std::size_t c) { return std::string_view{m_columns[c].title}; })) + '\n';
  for (const std::vector<std::string>& row : m_rows) {
    out += lineOf([&](std::size_t c) { return std::string_view{row[c]}; }) + '\n';
  }
  return out;
}

std::string indentOf(std::uint32_t depth) {
  constexpr std::uint32_t maxIndent = 60;
  const std::string blanks(std::size_t{2} * (std::min(depth, maxIndent) - 1), ' ');
  return depth > maxIndent ? fmt::format("{}[{}] ", blanks, depth) : blanks;
}

}  // namespace kernline::cli
