// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/query/args_search.h"
#include "core/import/source/input.h"
#include "core/import/source/stored_file.h"
#include "core/model/trace/changed_source.h"
#include "core/output/export/cut_trace.h"
#include "core/output/recording/sqlite_file.h"
#include "tests/support/open_file.h"
#include "tests/support/packed_text.h"
#include "tests/support/says.h"
#include "tests/support/test_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <limits>

namespace kernline::test {
namespace {

constexpr TimeRange everything{{std::numeric_limits<std::int64_t>::min()}, {std::numeric_limits<std::int64_t>::max()}};

void rewrite(const std::string& path, std::string_view content) {
  const auto before = std::filesystem::last_write_time(path);
  std::ofstream(path, std::ios::binary | std::ios::trunc) << content;
  std::filesystem::last_write_time(path, before + std::chrono::milliseconds(5));  // clocks of files may be coarse
}

void append(const std::string& path, std::string_view content) {
  std::ofstream(path, std::ios::binary | std::ios::app) << content;
}

TEST(StoredFile, hasChangedWhenItWasCutOrRewritten) {
  const std::string text = traceLikeText(20'000);
  const TemporaryFile file(text);
  const auto opened = StoredFile::open(file.path());
  ASSERT_TRUE(opened);
  EXPECT_FALSE((*opened)->hasChanged());
  rewrite(file.path(), std::string(text.size(), 'x'));
  EXPECT_TRUE((*opened)->hasChanged()) << "of the same size";
  rewrite(file.path(), text.substr(0, 9000));
  EXPECT_TRUE((*opened)->hasChanged()) << "cut";
  rewrite(file.path(), traceLikeText(30'000));
  EXPECT_TRUE((*opened)->hasChanged()) << "written again, longer: it begins alike and goes on where it ended";
}

TEST(StoredFile, hasNotChangedWhenItGrewOrAnotherTookItsName) {
  const TemporaryFile file(traceLikeText(20'000));
  const auto opened = StoredFile::open(file.path());
  ASSERT_TRUE(opened);
  append(file.path(), "more");
  EXPECT_FALSE((*opened)->hasChanged());
  const TemporaryFile other("[]");
  std::filesystem::rename(other.path(), file.path());
  EXPECT_FALSE((*opened)->hasChanged()) << "what was opened is still there";
}

class ChangedFile : public testing::TestWithParam<const char*> {};

TEST_P(ChangedFile, isRefusedWhereItWasReadMeanwhile) {
  const TemporaryFile file(readFile(fixture(GetParam())));
  auto input = openInput(file.path());
  ASSERT_TRUE(input);
  rewrite(file.path(), readFile(file.path()).substr(0, 6000));
  Progress progress;
  const auto trace = loadInput(std::move(*input), {}, {}, progress);
  ASSERT_FALSE(trace);
  EXPECT_EQ(trace.error().kind, Error::Kind::Unreadable);
  EXPECT_THAT(trace.error().message, mentions("changed-while-being-read", file.path()));
}

TEST_P(ChangedFile, isNeitherExportedNorSearched) {
  const TemporaryFile file(readFile(fixture(GetParam())));
  const auto trace = load(file.path());
  ASSERT_TRUE(trace);
  EXPECT_FALSE(changedSource(**trace));
  rewrite(file.path(), readFile(file.path()).substr(0, 6000));
  ASSERT_TRUE(changedSource(**trace));
  EXPECT_THAT(changedSource(**trace)->message, mentions("file-changed-since-opened", file.path()));
  const std::string out = file.path() + ".part.json";
  EXPECT_FALSE(cutTrace(**trace, everything, out));
  EXPECT_FALSE(std::filesystem::exists(out));
  const std::string database = file.path() + ".part.sqlite";
  EXPECT_FALSE(writeSqlite(*trace, database, {.withArgs = true}));
  EXPECT_FALSE(std::filesystem::exists(database));
  Progress progress;
  EXPECT_FALSE(searchArgs(**trace, {.text = "grid"}, [](const auto&) {}, progress, {}, 2));
}

INSTANTIATE_TEST_SUITE_P(Formats, ChangedFile, testing::Values("h200-profiler-steps.json.gz", "viztracer-logging.json"),
                         [](const auto& each) { return testName(each.param); });

TEST(ChangedFile, thatWasKeptInMemoryIsStillExported) {
  const TemporaryFile file(compressed(readDecoded(fixture("viztracer-logging.json")), "zstd"), ".zst");
  const auto trace = load(file.path());
  ASSERT_TRUE(trace);
  rewrite(file.path(), "gone");
  const TemporaryFile out("");
  EXPECT_TRUE(cutTrace(**trace, everything, out.path()));
}

}  // namespace
}  // namespace kernline::test
