// SPDX-License-Identifier: GPL-3.0-or-later
// Databases of ROCm that are damaged or hostile.
#include "core/import/rocpd/read_rocpd.h"
#include "core/import/sqlite/connection.h"
#include "core/import/sqlite/database_bytes.h"
#include "tests/support/nsys_database.h"
#include "tests/support/open_file.h"
#include "tests/support/test_files.h"
#include "tests/support/trace_query.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

namespace kernline::test {
namespace {

constexpr std::array<std::string_view, 5> fixtureNames{"rocprofv3-schema-3.sql", "rocprofv3-schema-4.sql",
                                                       "rocm-profile-data.sql", "rocprof-version-1.sql",
                                                       "rocprof-compute.sql"};

std::string statementsOf(std::string_view name) {
  return readFile(fixture("rocpd/" + std::string(name)));
}

TEST(RocpdDamage, readsWhatIsThereWhereAnyTableIsMissing) {
  for (const std::string_view name : fixtureNames) {
    const std::string whole = statementsOf(name);
    const sqlite::Connection database(sqlite::DatabaseBytes::of(databaseOf(whole)));
    for (const std::string& table : database.tables()) {
      const auto loaded = rocpd::readRocpdBytes(databaseOf(whole + "DROP TABLE " + sqlite::quoted(table) + ";"));
      if (loaded) {
        EXPECT_EQ(brokenPromise(**loaded), "") << table;
      } else {
        EXPECT_FALSE(loaded.error().message.english().empty());
      }
    }
  }
}

TEST(RocpdDamage, readsWhatIsThereWhereAnyColumnIsOfAnotherType) {
  for (const std::string_view name : fixtureNames) {
    const std::string whole = statementsOf(name);
    const sqlite::Connection database(sqlite::DatabaseBytes::of(databaseOf(whole)));
    for (const std::string& table : database.tables()) {
      for (const std::string& column : database.columns(table)) {
        if (column == "id" || column == "api_ptr_id") {  // numbers of rows
          continue;
        }
        for (const std::string_view value : {"NULL", "x'0080ff'", "'soon'", "-9223372036854775808", "1e300"}) {
          const std::string change = "UPDATE OR IGNORE " + sqlite::quoted(table) + " SET " + sqlite::quoted(column) +
                                     " = " + std::string(value) + ";";
          // NOT NULL of the schema forbids some of them.
          const auto loaded = rocpd::readRocpdBytes(databaseOf(whole + change));
          ASSERT_TRUE(loaded) << table << "." << column << ": " << loaded.error().message.english();
          ASSERT_EQ(brokenPromise(**loaded), "") << table << "." << column << " = " << value;
        }
      }
    }
  }
}

TEST(RocpdDamage, countsWhatCannotBe) {
  constexpr std::string_view suffix = "_0000aaaa_1111_7222_8333_444455556666";
  const auto add = [&](int id, const std::string& start, const std::string& end) {
    return "INSERT INTO rocpd_kernel_dispatch" + std::string(suffix) +
           " (id, pid, tid, agent_id, queue_id, stream_id, kernel_id, start, \"end\") VALUES (" + std::to_string(id) +
           ", 1, 10, 2, 5, 1, 1, " + start + ", " + end + ");";
  };
  const auto loaded = rocpd::readRocpdBytes(databaseOf(
      statementsOf("rocprofv3-schema-3.sql") + add(10, "NULL", "5") + add(11, "'soon'", "5") + add(12, "600", "500") +
      add(13, "700", "NULL") + add(14, "800", "x'00'") + add(15, "9223372036854775807", "-9223372036854775808")));
  ASSERT_TRUE(loaded);
  const ImportReport& report = (*loaded)->report();
  EXPECT_EQ(report[IssueKind::MissingTimestamp].count, 1U);
  EXPECT_EQ(report[IssueKind::BadTimestamp].count, 1U);
  EXPECT_EQ(report[IssueKind::NegativeDuration].count, 2U);
  EXPECT_EQ(report[IssueKind::MissingDuration].count, 1U);
  EXPECT_EQ(report[IssueKind::BadDuration].count, 1U);
  EXPECT_EQ(report[IssueKind::ClampedTime].count, 1U);
  EXPECT_EQ(spansNamed(**loaded, "void scale<float>(float*, int)").size(), 6U);
  EXPECT_EQ(brokenPromise(**loaded), "");
}

TEST(RocpdDamage, keepsWhatAShortenedFileHas) {
  std::string many = statementsOf("rocprofv3-schema-3.sql");
  many +=
      "WITH RECURSIVE n(i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n WHERE i < 3000) INSERT INTO "
      "rocpd_region_0000aaaa_1111_7222_8333_444455556666 SELECT i, 1, 1, 10, i * 10, i * 10 + 5, 9, NULL FROM n;";
  const std::string whole = databaseOf(many);
  std::size_t read = 0;
  for (std::size_t part = 1; part < 16; ++part) {
    const auto loaded = rocpd::readRocpdBytes(whole.substr(0, whole.size() * part / 16));
    if (loaded) {
      ++read;
      EXPECT_EQ((*loaded)->report()[IssueKind::TruncatedInput].count, 1U);
      EXPECT_EQ(brokenPromise(**loaded), "");
    }
  }
  EXPECT_GT(read, 5U);
}

TEST(RocpdDamage, survivesEveryByteOfItsHeadAndManyBehindIt) {
  for (const std::string_view name : fixtureNames) {
    const std::string whole = databaseOf(statementsOf(name));
    for (std::size_t at = 0; at < whole.size(); at += at < 110 ? 3 : 1997) {
      std::string damaged = whole;
      damaged[at] = static_cast<char>(~damaged[at]);
      if (const auto loaded = rocpd::readRocpdBytes(damaged)) {
        ASSERT_EQ(brokenPromise(**loaded), "") << name << " " << at;
      }
    }
  }
}

TEST(RocpdDamage, runsNothingOfAHostileSchema) {
  const auto loaded = rocpd::readRocpdBytes(databaseOf(R"(
    CREATE TABLE rocpd_string_x (id INTEGER PRIMARY KEY, string TEXT);
    INSERT INTO rocpd_string_x VALUES (1, 'HIP_RUNTIME_API'), (2, 'hipFree');
    CREATE TABLE rocpd_info_agent_x (id INTEGER PRIMARY KEY, type TEXT);
    CREATE TABLE rocpd_event_x (id INTEGER PRIMARY KEY, category_id INTEGER, stack_id INTEGER);
    INSERT INTO rocpd_event_x VALUES (1, 1, 1);
    CREATE TABLE rocpd_region_x (id INTEGER PRIMARY KEY, pid INTEGER, tid INTEGER, start INTEGER,
      "end" AS (start + length(zeroblob(1000000))), name_id INTEGER, event_id INTEGER);
    INSERT INTO rocpd_region_x (id, pid, tid, start, name_id, event_id) VALUES (1, 5, 5, 100, 2, 1);
    CREATE VIEW rocpd_kernel_dispatch_x AS WITH RECURSIVE endless(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM endless)
      SELECT n AS id, n AS start, n AS "end" FROM endless;
    CREATE VIRTUAL TABLE rocpd_memory_copy_x USING fts3(start, "end");
    INSERT INTO rocpd_memory_copy_x VALUES (1, 2);)"));
  ASSERT_TRUE(loaded) << loaded.error().message.english();
  EXPECT_EQ((*loaded)->spanCount(), 1U);
  EXPECT_EQ((*loaded)->report()[IssueKind::MissingDuration].count, 1U) << "a computed end is none";
}

TEST(RocpdFiles, areKnownByTheirContent) {
  for (const std::string_view name : fixtureNames) {
    const TemporaryFile file(databaseOf(statementsOf(name)), ".bin");
    const auto loaded = load(file.path());
    ASSERT_TRUE(loaded) << loaded.error().message.english();
    EXPECT_GT((*loaded)->spanCount(), 3U);
  }
  EXPECT_FALSE(rocpd::isRocmDatabase(
      sqlite::Connection(sqlite::DatabaseBytes::of(databaseOf("CREATE TABLE HIP (a); CREATE TABLE A (BeginNs)")))));
}

}  // namespace
}  // namespace kernline::test
