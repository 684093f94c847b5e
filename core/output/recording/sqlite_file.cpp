// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/recording/sqlite_file.h"

#include "core/model/base/unfinished_file.h"
#include "core/model/trace/changed_source.h"
#include "core/output/file/output_file.h"
#include "core/output/recording/recording_tables.h"
#include "core/output/recording/span_rows.h"
#include "core/output/recording/tree_page.h"
#include "core/output/sql/all_tables.h"
#include "core/output/sql/span_columns.h"
#include "core/output/sql/virtual_table.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <system_error>
#include <vector>

namespace kernline {

namespace {

constexpr int stepsBetweenStops = 1000;

struct CloseConnection {
  void operator()(sqlite3* db) const { sqlite3_close_v2(db); }
};

/// The model's tables go by another name there, as the file's own have theirs.
std::string modelName(const sql::TableSchema& table) {
  return fmt::format("model_{}", table.name);
}

/// The columns that are stored, with their types where `withTypes`.
std::string storedColumns(const sql::TableSchema& table, bool withTypes) {
  sql::TableSchema stored{table.name, table.description, {}};
  std::ranges::copy_if(table.columns, std::back_inserter(stored.columns),
                       [](const sql::Column& column) { return !column.isSlow; });
  if (withTypes) {
    std::string list = sql::columnList(stored);
    const std::string id = "id INTEGER";
    return list.starts_with(id) ? id + " PRIMARY KEY" + list.substr(id.size()) : list;
  }
  std::string names;
  for (const sql::Column& column : stored.columns) {
    names += (names.empty() ? "" : ", ") + std::string{column.name};
  }
  return names;
}

/// Returns the columns of kernels beyond those of spans, without those that are read from the file.
std::string kernelFacts() {
  std::string names;
  for (const sql::SpanColumn& column : sql::kernelColumns().subspan(sql::spanColumns().size())) {
    names += column.column.isSlow ? "" : ", " + std::string{column.column.name};
  }
  return names;
}

class SqliteWriter {
 public:
  SqliteWriter(std::shared_ptr<const Trace> trace, std::string path, std::stop_token stop)
      : m_model(std::move(trace)),
        m_tables(sql::allTables(m_model)),
        m_path(std::move(path)),
        m_stop(std::move(stop)) {}

  Expected<std::uint64_t> write(const SqliteOptions& options) {
    UnfinishedFile file(m_path);
    std::error_code ignored;
    std::filesystem::remove(file.path(), ignored);
    errno = 0;
    bool isGood = open(file.path());
    const bool writesSpans = recording::canWriteSpans(m_model);
    m_model.make(sql::Derived::All);
    for (std::size_t i = 0; isGood && i < m_tables.size(); ++i) {
      const sql::TableSchema& table = m_tables[i]->schema();
      const bool isLeftOut = table.name == "kernels" || (table.name == "args" && !options.withArgs);
      isGood = isLeftOut || (create(table) && ((table.name == "spans" && writesSpans) || fill(table)));
    }
    isGood = isGood && addKernels() && writeRecordingTables(m_db.get(), m_model.trace(), m_stop) &&
             addIndices(options) && run("COMMIT");
    const int systemError = errno;  // SQLite's own record of it is empty after a short write
    auto problem = isGood ? std::nullopt : std::optional(failure(systemError));
    const recording::SpanRoots roots{rootOf("spans"), rootOf("spans_start"), rootOf("spans_source")};
    m_db.reset();
    if (!problem && writesSpans) {
      problem = addSpans(file.path(), roots);
    }
    if (problem) {
      return std::unexpected(std::move(*problem));
    }
    if (auto changed = changedSource(m_model.trace())) {
      return std::unexpected(std::move(*changed));
    }
    if (const auto unfinished = file.finish()) {
      return std::unexpected(cannotWrite(m_path, *unfinished));
    }
    return m_rows;
  }

 private:
  bool open(const std::string& path) {
    sqlite3* db = nullptr;
    const int code = sqlite3_open_v2(path.c_str(), &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nullptr);
    m_db.reset(db);
    if (code != SQLITE_OK) {
      return false;
    }
    m_model.setStop(m_stop);
    sqlite3_progress_handler(
        db, stepsBetweenStops,
        [](void* token) { return static_cast<std::stop_token*>(token)->stop_requested() ? 1 : 0; }, &m_stop);
    for (const auto& table : m_tables) {
      if (sql::registerTable(db, modelName(table->schema()), *table) != SQLITE_OK) {
        return false;
      }
    }
    // The file is only read when it is complete, and removed if it is incomplete.
    return run(fmt::format("PRAGMA page_size = {}", recording::pageBytes)) && run("PRAGMA auto_vacuum = NONE") &&
           run("PRAGMA journal_mode = OFF") && run("PRAGMA synchronous = OFF") &&
           run("PRAGMA application_id = 1262700110") && run("BEGIN");
  }

  bool run(const std::string& statement) {
    return sqlite3_exec(m_db.get(), statement.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK;
  }

  bool create(const sql::TableSchema& table) {
    return run(fmt::format("CREATE TABLE {} ({})", table.name, storedColumns(table, true)));
  }

  bool fill(const sql::TableSchema& table) {
    const bool isGood = run(fmt::format("INSERT INTO {0} ({1}) SELECT {1} FROM {2}", table.name,
                                        storedColumns(table, false), modelName(table)));
    m_rows += static_cast<std::uint64_t>(sqlite3_changes64(m_db.get()));
    return isGood;
  }

  /// Most rows by far.
  std::optional<Error> addSpans(const std::string& path, const recording::SpanRoots& roots) {
    errno = 0;
    const bool isWritten = recording::writeSpans(m_model, path, roots, m_stop);
    const int systemError = errno;
    m_rows += m_model.trace().spanCount();
    if (m_stop.stop_requested()) {
      return canceled();
    }
    return isWritten ? std::nullopt : std::optional(cannotWrite(m_path, Message::systemError(systemError)));
  }

  std::uint32_t rootOf(const char* name) {
    const std::string query = fmt::format("SELECT rootpage FROM sqlite_schema WHERE name = '{}'", name);
    std::uint32_t root = 0;
    sqlite3_exec(
        m_db.get(), query.c_str(),
        [](void* to, int, char** cells, char**) {
          *static_cast<std::uint32_t*>(to) = static_cast<std::uint32_t>(std::strtoul(cells[0], nullptr, 10));
          return 0;
        },
        &root, nullptr);
    return root;
  }

  bool addKernels() {
    const std::string facts = kernelFacts();
    return run(fmt::format("CREATE TABLE kernel_facts AS SELECT id{} FROM model_kernels", facts)) &&
           run("CREATE UNIQUE INDEX kernel_facts_id ON kernel_facts(id)") &&
           run(fmt::format("CREATE VIEW kernels AS SELECT spans.*{} FROM spans JOIN kernel_facts USING (id)", facts));
  }

  bool addIndices(const SqliteOptions& options) {
    return run("CREATE INDEX spans_start ON spans(start_ns)") &&
           run("CREATE INDEX spans_source ON spans(source_offset)") &&
           run("CREATE INDEX launches_call ON launches(call_id)") &&
           run("CREATE INDEX launches_work ON launches(work_id)") &&
           (!options.withArgs || run("CREATE INDEX args_span ON args(span_id)"));
  }

  [[nodiscard]] Error canceled() const {
    return {Error::Kind::Canceled, Phrase::tr("%1: export was canceled").with(m_path)};
  }

  Error failure(int systemError) {
    if (m_stop.stop_requested()) {
      return canceled();
    }
    constexpr int primary = 0xff;
    const int code = sqlite3_errcode(m_db.get()) & primary;
    const bool isOfSystem = code == SQLITE_IOERR || code == SQLITE_CANTOPEN || code == SQLITE_FULL;
    return cannotWrite(m_path, isOfSystem && systemError > 0 ? Message::systemError(systemError)
                                                             : Message::name(sqlite3_errmsg(m_db.get())));
  }

  sql::Model m_model;
  std::vector<std::unique_ptr<sql::Table>> m_tables;
  std::string m_path;
  std::stop_token m_stop;
  std::unique_ptr<sqlite3, CloseConnection> m_db;
  std::uint64_t m_rows = 0;
};

}  // namespace

Expected<std::uint64_t> writeSqlite(std::shared_ptr<const Trace> trace, const std::string& path,
                                    const SqliteOptions& options, std::stop_token stop) {
  const std::string source = trace->sources().empty() ? std::string{} : trace->sources().front().path;
  if (auto refused = refuseOverSource(path, source)) {
    return std::unexpected(std::move(*refused));
  }
  return SqliteWriter(std::move(trace), path, std::move(stop)).write(options);
}

}  // namespace kernline
