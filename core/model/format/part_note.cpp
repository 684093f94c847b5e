// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/format/part_note.h"

#include "core/model/format/csv_cell.h"
#include "core/model/format/html_text.h"
#include "core/model/format/markdown_table.h"

#include <fmt/format.h>

#include <cstddef>

namespace kernline {

std::string partNoteLine(std::string_view note, TableForm form) {
  if (note.empty()) {
    return {};
  }
  switch (form) {
    case TableForm::Csv:
      return csvCell(fmt::format("# {}", note)) + "\n";
    case TableForm::Tsv:
      return fmt::format("# {}\n", note);
    case TableForm::Markdown:
      return fmt::format("\n{}\n", markdownCell(note));
    case TableForm::Html:
      return fmt::format("<p class=\"failed\">{}</p>\n", htmlText(note));
  }
  return {};
}

std::string withPartNote(std::string table, std::string_view note, TableForm form) {
  if (table.empty()) {
    return table;
  }
  constexpr std::string_view begin = "<main>\n";
  const std::size_t page = form == TableForm::Html ? table.find(begin) : std::string::npos;
  return table.insert(page == std::string::npos ? table.size() : page + begin.size(), partNoteLine(note, form));
}

}  // namespace kernline
