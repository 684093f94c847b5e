// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/output/sql/database.h"
#include "ui/views/query/query_result.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>

namespace kernline::ui {

struct QueryOutcome {
  std::shared_ptr<const QueryResult> result;  ///< nullptr if it failed, see `error`
  sql::QueryError error;
  std::chrono::nanoseconds elapsed{0};
};

/// A trace's database for workers: one query at a time, the next waits until the one before has ended.
class QueryEngine {
 public:
  static constexpr std::uint64_t rowLimit = 1'000'000;

  /// `steps` as `sql::Database` takes them.
  explicit QueryEngine(std::shared_ptr<const Trace> trace, std::shared_ptr<const FoundSteps> steps = nullptr)
      : m_trace(std::move(trace)), m_steps(std::move(steps)) {}

  /// Blocks; for workers. At most `rowLimit` rows.
  [[nodiscard]] QueryOutcome run(const std::string& query, const std::stop_token& stop);

 private:
  std::shared_ptr<const Trace> m_trace;
  std::shared_ptr<const FoundSteps> m_steps;
  std::mutex m_mutex;
  std::optional<sql::Database> m_database;  // made by the first query
};

}  // namespace kernline::ui
