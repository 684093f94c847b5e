// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/query/result_text.h"

#include "core/model/format/csv_cell.h"
#include "core/model/format/markdown_table.h"
#include "core/model/format/part_note.h"
#include "core/output/sql/cell_json.h"
#include "core/output/sql/cell_text.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace kernline::ui {
namespace {

using sql::Cell;
using Json = nlohmann::ordered_json;

std::string jsonRow(const QueryResult& result, std::uint32_t row) {
  Json object = Json::object();
  for (std::size_t c = 0; c < result.columnCount(); ++c) {
    object[result.title(c)] = sql::jsonOf(result.cell(row, c));
  }
  return object.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string tsvCell(std::string text) {
  std::ranges::replace_if(text, [](char c) { return c == '\t' || c == '\n' || c == '\r'; }, ' ');
  return text;
}

/// One line of cells; `text` makes a cell's text, titles included.
template <typename Text>
std::string line(std::size_t columns, char separator, const Text& text) {
  std::string out;
  for (std::size_t c = 0; c < columns; ++c) {
    if (c > 0) {
      out += separator;
    }
    out += text(c);
  }
  return out + '\n';
}

void writeSeparated(const QueryResult& result, std::span<const std::uint32_t> rows, char separator,
                    std::string (*spell)(std::string), const std::function<void(std::string_view)>& write) {
  const std::size_t columns = result.columnCount();
  write(line(columns, separator, [&](std::size_t c) { return spell(result.title(c)); }));
  for (const std::uint32_t row : rows) {
    write(line(columns, separator, [&](std::size_t c) { return spell(sql::toText(result.cell(row, c))); }));
  }
}

void writeMarkdown(const QueryResult& result, std::span<const std::uint32_t> rows,
                   const std::function<void(std::string_view)>& write) {
  std::vector<MarkdownColumn> columns;
  for (std::size_t c = 0; c < result.columnCount(); ++c) {
    columns.push_back({result.title(c), !result.isText(c)});
  }
  write(markdownHead(columns));
  std::vector<std::string> cells(columns.size());
  for (const std::uint32_t row : rows) {
    for (std::size_t c = 0; c < cells.size(); ++c) {
      const Cell cell = result.cell(row, c);
      cells[c] = cell.isText() ? markdownCell(cell.asText()) : sql::toText(cell);
    }
    write(markdownRow(cells));
  }
}

void writeJson(const QueryResult& result, std::span<const std::uint32_t> rows,
               const std::function<void(std::string_view)>& write, std::string_view note) {
  write("[");
  bool isFirst = true;
  for (const std::uint32_t row : rows) {
    write(isFirst ? "\n" : ",\n");
    isFirst = false;
    write(jsonRow(result, row));
  }
  if (!note.empty()) {
    write((isFirst ? "\n" : ",\n") + Json{{"note", note}}.dump(-1, ' ', false, Json::error_handler_t::replace));
  }
  write("\n]\n");
}

}  // namespace

ResultFormat formatOf(std::string_view path) {
  if (path.ends_with(".md")) {
    return ResultFormat::Markdown;
  }
  if (path.ends_with(".json")) {
    return ResultFormat::Json;
  }
  return path.ends_with(".tsv") ? ResultFormat::Tsv : ResultFormat::Csv;
}

void writeRows(const QueryResult& result, std::span<const std::uint32_t> rows, ResultFormat format,
               const std::function<void(std::string_view)>& write, std::string_view note) {
  switch (format) {
    case ResultFormat::Csv:
      writeSeparated(result, rows, ',', [](std::string text) { return csvCell(text); }, write);
      return write(partNoteLine(note, TableForm::Csv));
    case ResultFormat::Tsv:
      writeSeparated(result, rows, '\t', tsvCell, write);
      return write(partNoteLine(note, TableForm::Tsv));
    case ResultFormat::Markdown:
      writeMarkdown(result, rows, write);
      return write(partNoteLine(note, TableForm::Markdown));
    case ResultFormat::Json:
      return writeJson(result, rows, write, note);
  }
}

}  // namespace kernline::ui
