// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/answers/query_answer.h"
#include "app/cli/kit/terminal.h"

#include "core/model/format/csv_cell.h"
#include "core/model/format/markdown_table.h"
#include "core/model/format/quantity.h"
#include "core/output/sql/cell_json.h"
#include "core/output/sql/cell_text.h"
#include "core/output/sql/schema.h"

#include <fmt/format.h>

#include <array>

namespace kernline::cli {

namespace {

using sql::Cell;

constexpr std::size_t maxWidthOfSeveral = 80;

std::string_view typeText(sql::ColumnType type) {
  constexpr std::array<std::string_view, 4> texts{"integer", "real", "text", "any"};
  return texts[static_cast<std::size_t>(type)];
}

}  // namespace

void JsonQueryWriter::begin(const std::vector<std::string>& columns) {
  m_columns = columns;
  m_document.emplace(output(), "query-1");
  m_document->member("columns", Json(columns));
  m_document->beginArray("rows");
}

bool JsonQueryWriter::add(std::span<const Cell> row) {
  Json object = Json::object();
  for (std::size_t i = 0; i < row.size(); ++i) {
    object[m_columns[i]] = sql::jsonOf(row[i]);
  }
  m_document->element(object);
  return !output().isClosed();
}

void JsonQueryWriter::end(const sql::Answered& answered) {
  m_document->endArray();
  m_document->member("truncated", answered.hasMore);
  m_document->end();
}

void CsvQueryWriter::begin(const std::vector<std::string>& columns) {
  for (std::size_t i = 0; i < columns.size(); ++i) {
    output().write((i == 0 ? "" : ",") + csvCell(columns[i]));
  }
  output().write("\n");
}

bool CsvQueryWriter::add(std::span<const Cell> row) {
  for (std::size_t i = 0; i < row.size(); ++i) {
    output().write((i == 0 ? "" : ",") + csvCell(sql::toText(row[i])));
  }
  output().write("\n");
  return !output().isClosed();
}

void MarkdownQueryWriter::begin(const std::vector<std::string>& columns) {
  m_columns = columns;
}

/// The first row says which columns hold numbers.
void MarkdownQueryWriter::writeHead(std::span<const Cell> firstRow) {
  std::vector<MarkdownColumn> columns;
  for (std::size_t i = 0; i < m_columns.size(); ++i) {
    columns.push_back({m_columns[i], i < firstRow.size() && !firstRow[i].isText() && !firstRow[i].isNull()});
  }
  output().write(markdownHead(columns));
  m_hasHead = true;
}

bool MarkdownQueryWriter::add(std::span<const Cell> row) {
  if (!m_hasHead) {
    writeHead(row);
  }
  std::vector<std::string> cells;
  for (const Cell& cell : row) {
    cells.push_back(cell.isText() ? markdownCell(cell.asText()) : sql::toText(cell));
  }
  output().write(markdownRow(cells));
  return !output().isClosed();
}

void MarkdownQueryWriter::end(const sql::Answered& /*answered*/) {
  if (!m_hasHead) {
    writeHead({});
  }
}

void TextQueryWriter::begin(const std::vector<std::string>& columns) {
  m_columns = columns;
  m_isText.assign(columns.size(), false);
}

bool TextQueryWriter::add(std::span<const Cell> row) {
  std::vector<std::string>& cells = m_rows.emplace_back();
  for (std::size_t i = 0; i < row.size(); ++i) {
    m_isText[i] = m_isText[i] || row[i].isText();
    cells.push_back(row[i].isNull() ? "-" : sql::toText(row[i]));
  }
  return true;
}

void TextQueryWriter::end(const sql::Answered& answered) {
  using enum TextTable::Align;
  std::vector<TextTable::Column> columns;
  for (std::size_t i = 0; i < m_columns.size(); ++i) {
    columns.push_back({m_columns[i], m_isText[i] ? Left : Right, m_columns.size() > 1 ? maxWidthOfSeveral : 0});
  }
  TextTable table{std::move(columns)};
  for (std::vector<std::string>& row : m_rows) {
    table.add(std::move(row));
  }
  output().write(table.isEmpty() ? "no rows\n" : table.text(0, terminalWidth()));
  if (answered.hasMore) {
    output().write(fmt::format("… more than {}; --limit 0 shows all\n", counted(answered.rows, "row")));
  }
}

void writeSchemaText(Output& output) {
  for (const sql::TableSchema& table : sql::tableSchemas()) {
    output.write(fmt::format("{}: {}\n", table.name, table.description));
    TextTable columns{{{"column"}, {"type"}, {"meaning"}}};
    for (const sql::Column& column : table.columns) {
      columns.add({std::string{column.name}, std::string{typeText(column.type)}, std::string{column.description}});
    }
    output.write(columns.text(2, terminalWidth()) + "\n");
  }
  output.write("functions in addition to those of SQLite\n");
  TextTable functions{{{"function"}, {"meaning"}}};
  for (const sql::FunctionSchema& function : sql::functionSchemas()) {
    functions.add({std::string{function.signature}, std::string{function.description}});
  }
  output.write(functions.text(2, terminalWidth()));
}

void writeSchemaJson(Output& output) {
  JsonDocument document(output, "query-tables-1");
  document.beginArray("tables");
  for (const sql::TableSchema& table : sql::tableSchemas()) {
    Json columns = Json::array();
    for (const sql::Column& column : table.columns) {
      columns.push_back({{"name", column.name}, {"type", typeText(column.type)}, {"description", column.description}});
    }
    document.element({{"name", table.name}, {"description", table.description}, {"columns", columns}});
  }
  document.endArray();
  document.beginArray("functions");
  for (const sql::FunctionSchema& function : sql::functionSchemas()) {
    document.element({{"signature", function.signature}, {"description", function.description}});
  }
  document.endArray();
  document.end();
}

}  // namespace kernline::cli
