// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/sql/database.h"

#include "core/model/base/memory_watch.h"
#include "core/output/sql/all_tables.h"
#include "core/output/sql/functions.h"
#include "core/output/sql/read_only.h"
#include "core/output/sql/virtual_table.h"

#include <sqlite3.h>

#include <algorithm>
#include <new>

namespace kernline::sql {

namespace {

struct CloseConnection {
  void operator()(sqlite3* db) const { sqlite3_close_v2(db); }
};
struct Finalize {
  void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
using Connection = std::unique_ptr<sqlite3, CloseConnection>;
using Statement = std::unique_ptr<sqlite3_stmt, Finalize>;

/// Steps of SQLite's virtual machine between two checks of the stop token; some microseconds.
constexpr int stepsBetweenStops = 1000;
constexpr int maxValueBytes = 64 << 20;
// Limit where the system does not say how much memory there is.
constexpr std::uint64_t maxHeapBytes = std::uint64_t{1} << 40;

/// Returns SQLite's part of the memory below `ceiling`: it counts small pieces at two thirds of their size, and the
/// result needs some, too.
sqlite3_int64 roomBelow(std::uint64_t ceiling) {
  constexpr std::uint64_t minHeapBytes = std::uint64_t{1} << 20;
  const std::uint64_t free = ceiling - std::min(ceiling, ownMemory());
  return static_cast<sqlite3_int64>(std::clamp(free / 2, minHeapBytes, maxHeapBytes));
}

QueryError failure(sqlite3* db, std::string_view query, int code, const ReadOnly& guard) {
  if (code == SQLITE_INTERRUPT) {
    return {QueryError::Kind::Canceled, Phrase::tr("The query was canceled."), std::nullopt};
  }
  if (code == SQLITE_NOMEM) {
    return {QueryError::Kind::OutOfMemory, Phrase::tr("Not enough memory for the result. Narrow the query."),
            std::nullopt};
  }
  if (!guard.refusal().isEmpty()) {
    return {QueryError::Kind::Refused, guard.refusal(), std::nullopt};
  }
  const std::string_view message = sqlite3_errmsg(db);
  if (message.ends_with(" may not be modified")) {  // reported before the guard is called
    return {QueryError::Kind::Refused, ReadOnly::refusalOfChanges(), std::nullopt};
  }
  const int offset = sqlite3_error_offset(db);
  return explainError(query, message, offset < 0 ? std::nullopt : std::optional{static_cast<std::size_t>(offset)});
}

/// SQLite declares a table when a query first speaks of it, which must be before only reading is allowed.
bool declare(sqlite3* db, const std::string& name) {
  const std::string query = "SELECT 1 FROM " + name;
  sqlite3_stmt* statement = nullptr;
  const bool isGood = sqlite3_prepare_v2(db, query.c_str(), -1, &statement, nullptr) == SQLITE_OK;
  sqlite3_finalize(statement);
  return isGood;
}

bool addTable(sqlite3* db, Table& table) {
  const std::string name{table.schema().name};
  return registerTable(db, name, table) == SQLITE_OK && declare(db, name);
}

std::vector<std::string> columnNames(sqlite3_stmt* statement) {
  std::vector<std::string> names;
  for (int i = 0; i < sqlite3_column_count(statement); ++i) {
    const char* name = sqlite3_column_name(statement, i);
    names.emplace_back(name == nullptr ? "" : name);
  }
  return names;
}

}  // namespace

struct Database::Parts {
  Parts(std::shared_ptr<const Trace> trace, std::shared_ptr<const FoundSteps> steps)
      : model(std::move(trace), std::move(steps)), tables(allTables(model)) {}

  Model model;
  std::vector<std::unique_ptr<Table>> tables;
  ReadOnly guard;
  Connection db;  // goes first, as it uses the rest
};

Database::Database(std::shared_ptr<const Trace> trace, std::shared_ptr<const FoundSteps> steps)
    : m_parts(std::make_unique<Parts>(std::move(trace), std::move(steps))) {
  sqlite3* db = nullptr;
  const int code = sqlite3_open_v2(":memory:", &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nullptr);
  m_parts->db.reset(db);
  bool isGood = code == SQLITE_OK && registerFunctions(db, m_parts->model) == SQLITE_OK;
  for (const auto& table : m_parts->tables) {
    isGood = isGood && addTable(db, *table);
  }
  for (const char* const ofSqlite : {"json_each", "json_tree"}) {
    static_cast<void>(declare(db, ofSqlite));  // a SQLite without JSON lacks them
  }
  if (!isGood) {
    throw std::bad_alloc();  // an in-memory database can fail for no other reason
  }
  sqlite3_limit(db, SQLITE_LIMIT_LENGTH, maxValueBytes);
  // Sorting stays in memory, which has a limit, and never fills a disk.
  sqlite3_exec(db, "PRAGMA cache_size = -65536; PRAGMA temp_store = MEMORY", nullptr, nullptr, nullptr);
  m_parts->guard.watch(db);
}

Database::~Database() = default;

const std::shared_ptr<const Trace>& Database::trace() const {
  return m_parts->model.sharedTrace();
}

namespace {

std::expected<Statement, QueryError> prepare(sqlite3* db, std::string_view query, ReadOnly& guard) {
  guard.forget();
  sqlite3_stmt* made = nullptr;
  const char* rest = nullptr;
  const int code = sqlite3_prepare_v2(db, query.data(), static_cast<int>(query.size()), &made, &rest);
  Statement statement{made};
  if (code != SQLITE_OK) {
    return std::unexpected(failure(db, query, code, guard));
  }
  if (!statement) {
    return std::unexpected(QueryError{QueryError::Kind::Wrong, Phrase::tr("The query is empty. Write a SELECT."), 0});
  }
  // The rest must be no statement: comments and blanks prepare to none.
  const auto offset = static_cast<std::size_t>(rest - query.data());
  sqlite3_stmt* second = nullptr;
  const std::string_view tail = query.substr(offset);
  const int tailCode = sqlite3_prepare_v2(db, tail.data(), static_cast<int>(tail.size()), &second, nullptr);
  const Statement behind{second};
  if (tailCode != SQLITE_OK || behind) {
    guard.forget();
    return std::unexpected(
        QueryError{QueryError::Kind::Wrong, Phrase::tr("More than one statement. Run them one at a time."), offset});
  }
  return statement;
}

/// Bytes are no text, which is what answers are written as.
QueryError blobIn(const char* column) {
  const std::string name = column == nullptr ? "" : column;
  return {QueryError::Kind::Wrong, Phrase::tr("Column \"%1\" is a BLOB. Write hex() around it.").with(name),
          std::nullopt};
}

std::expected<Answered, QueryError> answer(sqlite3* db, sqlite3_stmt* statement, std::string_view query, RowSink& sink,
                                           std::uint64_t limit, const ReadOnly& guard, const std::stop_token& stop) {
  Answered answered;
  std::vector<Cell> row(static_cast<std::size_t>(sqlite3_column_count(statement)));
  int code = sqlite3_step(statement);
  if (code == SQLITE_ROW || code == SQLITE_DONE) {
    sink.begin(columnNames(statement));  // no output for a query that fails at once
  }
  for (; code == SQLITE_ROW; code = sqlite3_step(statement)) {
    if (limit > 0 && answered.rows == limit) {
      answered.hasMore = true;
      return answered;
    }
    for (std::size_t i = 0; i < row.size(); ++i) {
      const int column = static_cast<int>(i);
      if (sqlite3_column_type(statement, column) == SQLITE_BLOB) {
        return std::unexpected(blobIn(sqlite3_column_name(statement, column)));
      }
      row[i] = cellOf(sqlite3_column_value(statement, column));
    }
    ++answered.rows;
    if (!sink.add(row)) {
      return answered;
    }
  }
  if (code == SQLITE_DONE && stop.stop_requested()) {
    code = SQLITE_INTERRUPT;  // a walk ended early
  }
  if (code != SQLITE_DONE) {
    return std::unexpected(failure(db, query, code, guard));
  }
  return answered;
}

}  // namespace

std::expected<Answered, QueryError> Database::run(std::string_view query, RowSink& sink, std::uint64_t limit,
                                                  std::stop_token stop) {
  sqlite3* db = m_parts->db.get();
  const std::uint64_t ceiling = m_memoryCeiling > 0 ? m_memoryCeiling : usualMemoryCeiling();
  sqlite3_hard_heap_limit64(sqlite3_memory_used() + roomBelow(ceiling));
  m_parts->model.setStop(stop);
  sqlite3_progress_handler(
      db, stepsBetweenStops, [](void* token) { return static_cast<std::stop_token*>(token)->stop_requested() ? 1 : 0; },
      &stop);
  std::expected<Statement, QueryError> statement = prepare(db, query, m_parts->guard);
  auto result = statement ? answer(db, statement->get(), query, sink, limit, m_parts->guard, stop)
                          : std::expected<Answered, QueryError>(std::unexpected(std::move(statement.error())));
  if (statement) {
    statement->reset();
  }
  sqlite3_progress_handler(db, 0, nullptr, nullptr);
  sqlite3_hard_heap_limit64(0);  // it is of the process, which reads databases, too
  return result;
}

}  // namespace kernline::sql
