// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/recording/sqlite_file.h"

#include "core/output/sql/schema.h"
#include "tests/core/output/sql/answers.h"
#include "tests/support/open_file.h"
#include "tests/support/test_files.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sqlite3.h>

#include <filesystem>

namespace kernline::test {
namespace {

/// The rows of a query of the file, as plain SQLite sees it.
Rows askFile(const std::string& path, const std::string& query) {
  sqlite3* db = nullptr;
  EXPECT_EQ(sqlite3_open_v2(path.c_str(), &db, SQLITE_OPEN_READONLY, nullptr), SQLITE_OK);
  Rows rows;
  char* message = nullptr;
  sqlite3_exec(
      db, query.c_str(),
      [](void* to, int count, char** values, char**) {
        auto& row = static_cast<Rows*>(to)->emplace_back();
        for (int i = 0; i < count; ++i) {
          row.emplace_back(values[i] == nullptr ? "NULL" : values[i]);
        }
        return 0;
      },
      &rows, &message);
  EXPECT_EQ(message, nullptr) << query << ": " << message;
  sqlite3_free(message);
  sqlite3_close(db);
  return rows;
}

class SqliteFile : public testing::Test {
 public:
  ~SqliteFile() override { std::filesystem::remove(path); }

 protected:
  SqliteFile() {
    auto loaded = load(fixture("h200-profiler-steps.json.gz"));
    EXPECT_TRUE(loaded);
    trace = *loaded;
  }

  std::shared_ptr<const Trace> trace;
  std::string path =
      (std::filesystem::temp_directory_path() / fmt::format("kernline-export-{}.sqlite", ::getpid())).string();
};

TEST_F(SqliteFile, answersAsTheModelDoes) {
  const auto rows = writeSqlite(trace, path, {});
  ASSERT_TRUE(rows) << rows.error().message.english();
  sql::Database database{trace};
  for (const sql::TableSchema& table : sql::tableSchemas()) {
    if (table.name == "args") {
      continue;
    }
    const std::string query = fmt::format("SELECT * FROM {} ORDER BY 1, 2", table.name);
    const Rows stored = askFile(path, query);
    EXPECT_EQ(stored.size(), ask(database, fmt::format("SELECT * FROM {}", table.name)).rows.size()) << table.name;
    if (table.name != "counters") {  // reals are spelled differently
      EXPECT_EQ(stored, ask(database, query).rows) << table.name;
    }
  }
  const char* join =
      "SELECT k.short_name, c.name, l.latency_ns FROM kernels k JOIN launches l ON l.work_id = k.id JOIN "
      "spans c ON c.id = l.call_id ORDER BY k.id";
  EXPECT_EQ(askFile(path, join), ask(database, join).rows);
  EXPECT_EQ(askFile(path, "PRAGMA integrity_check"), (Rows{{"ok"}}));
  EXPECT_FALSE(isUnfinishedLeft(path));
}

TEST_F(SqliteFile, holdsArgsWhereAsked) {
  ASSERT_TRUE(writeSqlite(trace, path, {.withArgs = true}));
  sql::Database database{trace};
  const char* query = "SELECT span_id, key, value FROM args WHERE key IN ('correlation', 'grid') ORDER BY span_id, key";
  EXPECT_EQ(askFile(path, query), ask(database, query).rows);
}

TEST_F(SqliteFile, leavesNothingBehindWhenStopped) {
  std::stop_source stop;
  stop.request_stop();
  const auto stopped = writeSqlite(trace, path, {}, stop.get_token());
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().kind, Error::Kind::Canceled);
  EXPECT_FALSE(std::filesystem::exists(path));
  EXPECT_FALSE(isUnfinishedLeft(path));
  const auto failed = writeSqlite(trace, "/nowhere/at/all.sqlite", {});
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().kind, Error::Kind::Unreadable);
}

}  // namespace
}  // namespace kernline::test
