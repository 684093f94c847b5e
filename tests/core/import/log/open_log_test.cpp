// SPDX-License-Identifier: GPL-3.0-or-later
// Logs as files: compressed, in archives, damaged, or no logs at all.
#include "core/import/log/read_log.h"
#include "core/model/log/log_builder.h"
#include "tests/core/import/log/log_view.h"
#include "tests/support/open_file.h"
#include "tests/support/packed_text.h"
#include "tests/support/test_files.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <random>
#include <string>
#include <variant>

namespace kernline::test {
namespace {

using testing::HasSubstr;

std::shared_ptr<const Log> opened(const std::string& stored) {
  const TemporaryFile file(stored, ".bin");
  const auto document = openDocument(file.path());
  if (!document || !std::holds_alternative<std::shared_ptr<const Log>>(*document)) {
    ADD_FAILURE() << (document ? "a trace" : document.error().message.english());
    return logs::readLogText("");
  }
  return std::get<std::shared_ptr<const Log>>(*document);
}

/// Some megabytes with a table near the end.
std::string longLog() {
  std::string text;
  for (int i = 0; text.size() < 3'000'000; ++i) {
    text += fmt::format("2025-06-01 12:00:00,123 INFO train.py:7 step {} of many, loss went to {}\n", i, i * 7 % 1000);
  }
  return text + "\nname  calls  time\na     3      4.5\nb     4      5.5\n\nPeak Memory: 5 MB\n";
}

TEST(OpenLog, isTheSameFromAnyContainerAndSoIsItsText) {
  const std::string text = longLog();
  const auto plain = opened(text);
  const std::uint32_t last = plain->lineCount();
  ASSERT_EQ(plain->tables().size(), 1U);
  ASSERT_EQ(plain->lines(last - 2, last), "b     4      5.5\n\nPeak Memory: 5 MB\n");
  for (const std::string& stored :
       {compressed(text, "gzip"), compressed(text, "zstd"), compressed(text, "xz"),
        archived({{"run/train.log", text}}, "zip"), archived({{"a.bin", "\1\2"}, {"train.log", text}}, "ustar"),
        compressed(archived({{"train.log", text}, {"b.bin", "\1\2"}}, "ustar"), "gzip")}) {
    const auto log = opened(stored);
    EXPECT_EQ(dumpLog(*log), dumpLog(*plain)) << log->format();
    EXPECT_EQ(log->lines(last - 2, last), plain->lines(last - 2, last)) << log->format();
    EXPECT_EQ(log->lines(20'000, 20'100), plain->lines(20'000, 20'100)) << log->format();
  }
}

TEST(OpenLog, isReadUpToWhereItsStreamIsDamaged) {
  const std::string text = "Peak Memory: 5 MB\n" + longLog();
  const std::string stored = compressed(text, "gzip");
  const auto log = opened(stored.substr(0, stored.size() / 2));
  ASSERT_EQ(log->metrics().size(), 1U);
  EXPECT_THAT(issuesText(*log), HasSubstr("damaged_input"));
}

TEST(OpenLog, ofBytesThatAreNoTextIsRefused) {
  std::mt19937 random(7);
  std::string bytes;
  for (int i = 0; i < 100'000; ++i) {
    bytes += static_cast<char>(random());
  }
  const TemporaryFile file(
      "\x7F"
      "ELF" +
          bytes,
      ".log");
  const auto document = openDocument(file.path());
  ASSERT_FALSE(document);
  EXPECT_EQ(document.error().kind, Error::Kind::NotATrace);
}

TEST(OpenLog, goesOnBehindBytesThatAreNoText) {
  std::mt19937 random(7);
  std::string bytes;
  for (int i = 0; i < 300'000; ++i) {
    bytes += static_cast<char>(random());
  }
  const auto log = opened(longLog() + bytes + "\nspeedup 8.5\n");
  EXPECT_EQ(log->tables().size(), 1U);
  ASSERT_EQ(log->metrics().size(), 2U);
  EXPECT_EQ(log->metrics().back().value.number, 8.5);
  EXPECT_GT(log->report()[LogIssueKind::BinaryLine].count, 500U);
}

TEST(OpenLog, keepsOnlySoManyFailuresAndCountsTheOthers) {
  std::string text;
  for (std::size_t i = 0; i < LogBuilder::maxOtherEntries + 5; ++i) {
    text += fmt::format("RuntimeError: broken {}\n", i);
  }
  const auto log = opened(text + "Peak Memory: 5 MB\n");
  EXPECT_EQ(log->failures().size(), LogBuilder::maxOtherEntries);
  EXPECT_EQ(log->report()[LogIssueKind::TooManyMetrics].count, 5U);
  EXPECT_EQ(log->metrics().size(), 1U);
}

}  // namespace
}  // namespace kernline::test
