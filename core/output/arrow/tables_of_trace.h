// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/error.h"
#include "core/output/arrow/arrow_table.h"
#include "core/output/parquet/timed_table.h"
#include "core/output/sql/database.h"

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace kernline::arrow {

/// The tables of a trace in memory, with the columns of the Parquet export (resources/docs/file-schemas.md), and
/// answers to queries over it. Shared data for them are made once. Used by one thread at a time.
class TablesOfTrace {
 public:
  explicit TablesOfTrace(std::shared_ptr<const Trace> trace) : m_model(std::move(trace)) {}

  /// `name`: one of `parquet::tableNames`. `columns`: those that are wanted, in this order; empty for all.
  /// Errors: no such table or column; stopped; the file has changed.
  [[nodiscard]] Expected<ArrowTable> table(std::string_view name, const std::vector<std::string>& columns,
                                           const std::stop_token& stop);

  /// The answer to one SELECT. A column of whole numbers alone is of integers, one with other numbers of doubles, any
  /// other of texts. Errors: the query is wrong or was stopped; the file has changed.
  [[nodiscard]] Expected<ArrowTable> query(std::string_view query, const std::stop_token& stop);

 private:
  [[nodiscard]] std::unique_ptr<parquet::TimedTable> timedTable(std::string_view name, const std::stop_token& stop);

  sql::Model m_model;
  std::optional<std::vector<CollectiveCall>> m_collectives;
  std::optional<sql::Database> m_database;
};

}  // namespace kernline::arrow
