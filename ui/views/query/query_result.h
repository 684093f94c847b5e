// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/string_pool.h"
#include "core/output/sql/database.h"

#include <QString>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace kernline::ui {

/// The answer to a query, each text stored once.
class QueryResult {
 public:
  [[nodiscard]] std::size_t columnCount() const { return m_columns.size(); }
  [[nodiscard]] std::size_t rowCount() const { return m_columns.empty() ? 0 : m_cells.size() / m_columns.size(); }
  [[nodiscard]] const std::string& title(std::size_t column) const { return m_columns[column]; }
  /// Whether a row holds a text there; such columns are aligned and sorted as texts.
  [[nodiscard]] bool isText(std::size_t column) const { return m_isText[column]; }
  [[nodiscard]] sql::Cell cell(std::size_t row, std::size_t column) const;
  [[nodiscard]] bool hasMore() const { return m_hasMore; }

  /// Returns the span of a row, from a column that is named like one of the model's for spans; none if there is no such
  /// column or no such span in `trace`.
  [[nodiscard]] SpanId spanOf(std::size_t row, const Trace& trace) const;

 private:
  friend class ResultSink;

  struct Stored {
    sql::Cell::Type type = sql::Cell::Type::Null;
    std::int64_t bits = 0;  // an integer, the bits of a real, or the id of a text
  };

  std::vector<std::string> m_columns;
  std::vector<bool> m_isText;
  std::vector<Stored> m_cells;
  StringPool m_texts;
  std::optional<std::size_t> m_spanColumn;
  bool m_hasMore = false;
};

/// Fills a result. `query` decides the meaning of a column `id`.
class ResultSink final : public sql::RowSink {
 public:
  ResultSink(QueryResult& result, std::string query) : m_result(result), m_query(std::move(query)) {}

  void begin(const std::vector<std::string>& columns) override;
  bool add(std::span<const sql::Cell> row) override;
  void end(const sql::Answered& answered) { m_result.m_hasMore = answered.hasMore; }

 private:
  QueryResult& m_result;
  std::string m_query;
};

}  // namespace kernline::ui
