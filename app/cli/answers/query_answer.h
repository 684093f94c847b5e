// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/kit/json_document.h"
#include "app/cli/kit/output.h"
#include "app/cli/kit/text_table.h"
#include "core/output/sql/database.h"

#include <optional>
#include <string>
#include <vector>

namespace kernline::cli {

/// Writes the answer to a query.
class QueryWriter : public sql::RowSink {
 public:
  explicit QueryWriter(Output& output) : m_output(output) {}
  virtual void end(const sql::Answered& answered) = 0;

 protected:
  [[nodiscard]] Output& output() { return m_output; }

 private:
  Output& m_output;
};

/// {"columns": […], "rows": [{column: value}, …], "truncated": false}. If several columns have one name, the last one
/// is there.
class JsonQueryWriter final : public QueryWriter {
 public:
  using QueryWriter::QueryWriter;
  void begin(const std::vector<std::string>& columns) override;
  bool add(std::span<const sql::Cell> row) override;
  void end(const sql::Answered& answered) override;

 private:
  std::optional<JsonDocument> m_document;  // document, set by `begin`: a query that fails has no output
  std::vector<std::string> m_columns;
};

/// CSV by RFC 4180, but with line feeds; NULL is an empty cell.
class CsvQueryWriter final : public QueryWriter {
 public:
  using QueryWriter::QueryWriter;
  void begin(const std::vector<std::string>& columns) override;
  bool add(std::span<const sql::Cell> row) override;
  void end(const sql::Answered&) override {}
};

/// A table as Markdown has it; NULL is an empty cell.
class MarkdownQueryWriter final : public QueryWriter {
 public:
  using QueryWriter::QueryWriter;
  void begin(const std::vector<std::string>& columns) override;
  bool add(std::span<const sql::Cell> row) override;
  void end(const sql::Answered& answered) override;

 private:
  void writeHead(std::span<const sql::Cell> firstRow);

  std::vector<std::string> m_columns;
  bool m_hasHead = false;
};

/// Aligned columns; numbers to the right.
class TextQueryWriter final : public QueryWriter {
 public:
  using QueryWriter::QueryWriter;
  void begin(const std::vector<std::string>& columns) override;
  bool add(std::span<const sql::Cell> row) override;
  void end(const sql::Answered& answered) override;

 private:
  std::vector<std::string> m_columns;
  std::vector<bool> m_isText;
  std::vector<std::vector<std::string>> m_rows;
};

void writeSchemaText(Output& output);
void writeSchemaJson(Output& output);

}  // namespace kernline::cli
