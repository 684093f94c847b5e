// SPDX-License-Identifier: GPL-3.0-or-later
// This folder holds the trace as SQLite tables, for queries that only read.
#pragma once

#include "core/analysis/steps/found_steps.h"
#include "core/model/trace/cell.h"
#include "core/model/trace/trace.h"
#include "core/output/sql/query_error.h"

#include <cstdint>
#include <expected>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace kernline::sql {

/// Takes an answer row by row.
class RowSink {
 public:
  RowSink() = default;
  RowSink(const RowSink&) = delete;
  RowSink& operator=(const RowSink&) = delete;
  virtual ~RowSink() = default;

  virtual void begin(const std::vector<std::string>& columns) = 0;
  /// Texts in it are good until this returns. False ends the reading.
  virtual bool add(std::span<const Cell> row) = 0;
};

struct Answered {
  std::uint64_t rows = 0;
  bool hasMore = false;  ///< the limit cut it
};

/// A trace under SQL: tables of the model (`tableSchemas()`), read only. Used by one thread at a time.
class Database {
 public:
  /// Opens a trace; without `steps` those that are found (`foundSteps`).
  explicit Database(std::shared_ptr<const Trace> trace, std::shared_ptr<const FoundSteps> steps = nullptr);
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;
  ~Database();

  [[nodiscard]] const std::shared_ptr<const Trace>& trace() const;

  /// Limits the bytes that the process may hold; a query that would reach them ends with an error. The default is
  /// `usualMemoryCeiling` when a query begins.
  void limitMemory(std::uint64_t ceiling) { m_memoryCeiling = ceiling; }

  /// Runs one SELECT. At most `limit` rows, 0 for all. A request on `stop` ends it within milliseconds.
  [[nodiscard]] std::expected<Answered, QueryError> run(std::string_view query, RowSink& sink, std::uint64_t limit,
                                                        std::stop_token stop = {});

 private:
  struct Parts;
  std::unique_ptr<Parts> m_parts;
  std::uint64_t m_memoryCeiling = 0;
};

}  // namespace kernline::sql
