// SPDX-License-Identifier: GPL-3.0-or-later
// Databases that are damaged, hostile, packed, or something else altogether.
#include "core/import/nsys/read_nsys.h"
#include "core/import/sqlite/database_bytes.h"
#include "tests/support/nsys_database.h"
#include "tests/support/open_file.h"
#include "tests/support/packed_text.h"
#include "tests/support/says.h"
#include "tests/support/test_files.h"
#include "tests/support/trace_equality.h"
#include "tests/support/trace_query.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace kernline::test {
namespace {

using testing::HasSubstr;

std::string refusal(const std::string& bytes) {
  const auto trace = nsys::readNsysBytes(bytes, {});
  return trace ? "was read" : trace.error().message.english();
}

void addSome(NsysDatabase& database, std::int64_t count) {
  for (std::int64_t i = 0; i < count; ++i) {
    database.addCall(500, 500, i * 100, i * 100 + 50, "cudaLaunchKernel_v7000", i + 1);
    database.addKernel(500, i * 100 + 70, i * 100 + 160, "kernel()", i + 1);
  }
}

TEST(NsysDamage, countsWhatCannotBe) {
  NsysDatabase database;
  database.run(
      "DROP TABLE CUPTI_ACTIVITY_KIND_KERNEL; CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start, end, deviceId, "
      "streamId, correlationId, globalPid, demangledName)");
  const auto add = [&](const std::string& start, const std::string& end, const std::string& name = "1") {
    database.run("INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (" + start + ", " + end + ", 0, 7, 1, 0, " + name +
                 ")");
  };
  add("100", "200");
  add("'300'", "400.0");                               // numbers all the same
  add("NULL", "200");                                  // no time
  add("'soon'", "200");                                // no number
  add("x'00'", "200");                                 // neither
  add("500", "'later'");                               // no end
  add("600", "550");                                   // ends before it begins
  add("9223372036854775807", "-9223372036854775808");  // outside the range of times
  add("700", "NULL", "'unknown'");                     // never ended, never named
  const auto loaded = nsys::readNsysBytes(database.bytes(), {});
  ASSERT_TRUE(loaded) << loaded.error().message.english();
  const ImportReport& report = (*loaded)->report();
  EXPECT_EQ((*loaded)->spanCount(), 6U);
  EXPECT_EQ(report[IssueKind::MissingTimestamp].count, 1U);
  EXPECT_EQ(report[IssueKind::BadTimestamp].count, 2U);
  EXPECT_EQ(report[IssueKind::BadDuration].count, 1U);
  EXPECT_EQ(report[IssueKind::NegativeDuration].count, 2U);
  EXPECT_EQ(report[IssueKind::ClampedTime].count, 2U);
  EXPECT_EQ(report[IssueKind::BeginWithoutEnd].count, 1U);
  EXPECT_EQ((*loaded)->placeText(report[IssueKind::BadDuration].firstOffset).english(),
            "CUPTI_ACTIVITY_KIND_KERNEL, row 6");
  EXPECT_EQ(brokenPromise(**loaded), "");
}

TEST(NsysDamage, keepsWhatAShortenedFileHas) {
  NsysDatabase database;
  addSome(database, 2000);
  const std::string whole = database.bytes();
  std::size_t read = 0;
  for (std::size_t part = 1; part < 24; ++part) {
    const std::string cut = whole.substr(0, whole.size() * part / 24);
    const auto loaded = nsys::readNsysBytes(cut, {});
    if (!loaded) {
      EXPECT_THAT(loaded.error().message.english(), HasSubstr("(memory)"));
      continue;
    }
    ++read;
    EXPECT_EQ((*loaded)->report()[IssueKind::TruncatedInput].count, 1U) << part;
    EXPECT_LT((*loaded)->spanCount(), 4000U);
    EXPECT_EQ(brokenPromise(**loaded), "");
  }
  EXPECT_GT(read, 10U) << "most of what is left can be read";
}

TEST(NsysDamage, survivesEveryByteOfItsHeadAndManyBehindIt) {
  NsysDatabase database;
  addSome(database, 30);
  const std::string whole = database.bytes();
  for (std::size_t at = 0; at < whole.size(); at += at < 110 ? 1 : 997) {
    std::string damaged = whole;
    damaged[at] = static_cast<char>(~damaged[at]);
    const auto loaded = nsys::readNsysBytes(damaged, {});
    if (loaded) {
      ASSERT_EQ(brokenPromise(**loaded), "") << at;
    } else {
      ASSERT_FALSE(loaded.error().message.english().empty());
    }
  }
}

TEST(NsysDamage, runsNothingOfAHostileSchema) {
  NsysDatabase database;
  addSome(database, 3);
  database.run(R"(
    ALTER TABLE CUPTI_ACTIVITY_KIND_RUNTIME RENAME TO hidden;
    CREATE VIEW CUPTI_ACTIVITY_KIND_RUNTIME AS WITH RECURSIVE endless(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM
      endless) SELECT n AS start, n AS "end", 0 AS globalTid, 1 AS nameId FROM endless;
    CREATE VIRTUAL TABLE OSRT_API USING fts3(start, "end", nameId);
    INSERT INTO OSRT_API VALUES (1, 2, 3);
    CREATE TABLE CUBLAS_EVENTS (start INTEGER, "end" AS (start + length(zeroblob(1000000))), nameId INTEGER);
    INSERT INTO CUBLAS_EVENTS (start, nameId) VALUES (5, 1);
    CREATE TRIGGER gone AFTER DELETE ON StringIds BEGIN DELETE FROM hidden; END;
    CREATE TABLE "quotes "" and ; in it" (start INTEGER);
    INSERT INTO "quotes "" and ; in it" VALUES (1);)");
  const auto loaded = nsys::readNsysBytes(database.bytes(), {});
  ASSERT_TRUE(loaded) << loaded.error().message.english();
  const Trace& trace = **loaded;
  EXPECT_EQ(spansNamed(trace, "kernel()").size(), 3U);
  std::size_t others = 0;
  for (std::uint32_t i = 0; i < trace.spanCount(); ++i) {
    others += trace.kind(SpanId{i}) == SpanKind::Kernel ? 0 : 1;
  }
  EXPECT_EQ(others, 1U) << "no view and no virtual table is an event";
  EXPECT_EQ(trace.report()[IssueKind::BeginWithoutEnd].count, 1U) << "a computed end is none";
  EXPECT_THAT(trace.report()[IssueKind::UnsupportedRecord].example, HasSubstr("quotes"));
}

TEST(NsysDamage, saysWhatAnotherDatabaseIs) {
  EXPECT_THAT(refusal(databaseOf("CREATE TABLE t (a); CREATE TABLE u (a)")), HasSubstr("something else (tables t, u)"));
  EXPECT_THAT(refusal(databaseOf("CREATE TABLE t (a); DROP TABLE t")), HasSubstr("without a table"));
  EXPECT_THAT(refusal(databaseOf("CREATE TABLE StringTable (a); CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start)")),
              HasSubstr("nvprof"));
  EXPECT_THAT(refusal(databaseOf("CREATE TABLE spans (a); CREATE TABLE launches (a)")), HasSubstr("kernline export"));
  EXPECT_THAT(refusal(std::string(sqlite::fileMark) + std::string(200, '\x01')), HasSubstr("damaged"));
}

TEST(NsysFiles, areKnownByTheirContentHoweverTheyCome) {
  NsysDatabase database;
  addSome(database, 20);
  const std::string bytes = database.bytes();
  const auto whole = nsys::readNsysBytes(bytes, {});
  ASSERT_TRUE(whole);
  const auto expectSame = [&](const std::string& stored, std::string_view ending) {
    const TemporaryFile file(stored, ending);
    const auto loaded = load(file.path());
    ASSERT_TRUE(loaded) << loaded.error().message.english();
    EXPECT_EQ(firstDifference(**whole, **loaded), "") << ending;
    EXPECT_EQ((*loaded)->details(spansNamed(**loaded, "kernel()").front()).args.find("stream")->text, "7") << ending;
  };
  expectSame(bytes, ".trace");
  expectSame(compressed(bytes, "gzip"), ".sqlite.gz");
  expectSame(compressed(bytes, "zstd"), ".zst");
  std::string writeAhead = bytes;
  writeAhead[18] = writeAhead[19] = 2;
  expectSame(writeAhead, ".sqlite");
}

TEST(NsysFiles, areRefusedWhereACopyWouldBeTooLarge) {
  const TemporaryFile file(compressed(databaseOf("CREATE TABLE t (a)"), "gzip"), ".gz");
  auto input = openInput(file.path());
  ASSERT_TRUE(input);
  const auto bytes = sqlite::DatabaseBytes::of(std::make_shared<const Input>(std::move(*input)), 1000);
  ASSERT_FALSE(bytes);
  EXPECT_THAT(bytes.error().message, mentions("database-too-large", anyValue, anyValue));
}

}  // namespace
}  // namespace kernline::test
