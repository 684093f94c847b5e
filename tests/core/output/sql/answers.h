// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/output/sql/cell_text.h"
#include "core/output/sql/database.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace kernline::test {

/// An answer as text, or why there is none.
struct Answer {
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;
  bool hasMore = false;
  sql::QueryError error;

  /// The only value of an answer of one row and column.
  [[nodiscard]] std::string value() const {
    EXPECT_EQ(error.message.english(), "");
    EXPECT_EQ(rows.size(), 1U);
    return rows.size() == 1 && rows[0].size() == 1 ? rows[0][0] : "";
  }
};

class AnswerSink final : public sql::RowSink {
 public:
  explicit AnswerSink(Answer& answer) : m_answer(answer) {}
  void begin(const std::vector<std::string>& columns) override { m_answer.columns = columns; }
  bool add(std::span<const sql::Cell> row) override {
    std::vector<std::string>& cells = m_answer.rows.emplace_back();
    for (const sql::Cell& cell : row) {
      cells.push_back(cell.isNull() ? "NULL" : sql::toText(cell));
    }
    return true;
  }

 private:
  Answer& m_answer;
};

inline Answer ask(sql::Database& database, const std::string& query, std::uint64_t limit = 0,
                  std::stop_token stop = {}) {
  Answer answer;
  AnswerSink sink(answer);
  const auto result = database.run(query, sink, limit, std::move(stop));
  if (result) {
    answer.hasMore = result->hasMore;
    EXPECT_EQ(result->rows, answer.rows.size());
  } else {
    answer.error = result.error();
  }
  return answer;
}

using Rows = std::vector<std::vector<std::string>>;

}  // namespace kernline::test
