// SPDX-License-Identifier: GPL-3.0-or-later
// However many threads read a file, and wherever it is cut into pieces: the same trace.
#include "core/import/chrome_json/read_chrome.h"
#include "core/open/load.h"
#include "tests/support/test_files.h"
#include "tests/support/trace_equality.h"
#include "tests/support/trace_query.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <atomic>

namespace kernline::test {
namespace {

std::shared_ptr<const Trace> read(const std::string& text, std::size_t pieceBytes, unsigned threads) {
  chrome::ReadOptions options;
  options.pieceBytes = pieceBytes;
  options.load.threads = threads;
  auto trace = chrome::readChromeText(text, options);
  EXPECT_TRUE(trace) << (trace ? "" : trace.error().message.english());
  return trace ? *trace : nullptr;
}

// Ops with calls, kernels with flows, counters, instants, nesting B and E, and names that look like events.
std::string variedEvents(int count) {
  std::string text = "{\"displayTimeUnit\":\"ms\",\"traceEvents\":[\n";
  for (int i = 0; i < count; ++i) {
    const int ts = i * 10;
    text += fmt::format(
        R"({{"ph":"X","cat":"cpu_op","name":"aten::op{}","pid":1,"tid":{},"ts":{}.125,"dur":8,"args":{{"External id":{}}}}},)",
        i % 7, i % 3, ts, i + 1);
    text += fmt::format(
        R"({{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":{},"ts":{},"dur":2.5,"args":{{"External id":{},"correlation":{}}}}},)",
        i % 3, ts + 2, i + 1, i + 1);
    text += fmt::format(
        R"({{"ph":"X","cat":"kernel","name":"k{{\"ph\":\"X\"}},{}","pid":0,"tid":7,"ts":{},"dur":12,"args":{{"stream":7,"correlation":{}}}}},)",
        i % 5, ts + 30, i + 1);
    text += fmt::format(R"({{"ph":"C","name":"load","pid":1,"ts":{},"args":{{"a":{},"b":0.5}}}},)", ts, i);
    text += fmt::format(R"({{"ph":"{}","name":"frame","pid":2,"tid":1,"ts":{}}},)", i % 4 < 2 ? 'B' : 'E', ts);
    text += fmt::format("{{\"ph\":\"i\",\"s\":\"t\",\"name\":\"mark\",\"pid\":2,\"tid\":1,\"ts\":{}}}{}\n", ts,
                        i + 1 < count ? "," : "");
  }
  return text + "],\"traceName\":\"x\"}\n";
}

TEST(ParallelLoad, oneTwoAndFiveThreadsGiveEqualTraces) {
  const std::string text = variedEvents(3000);
  const auto one = read(text, 1 << 16, 1);
  ASSERT_TRUE(one);
  EXPECT_EQ(brokenPromise(*one), "");
  EXPECT_EQ(one->launches().size(), 3000U);
  for (const unsigned threads : {2U, 5U}) {
    const auto many = read(text, 1 << 14, threads);
    ASSERT_TRUE(many);
    EXPECT_EQ(firstDifference(*one, *many), "") << threads << " threads";
  }
}

TEST(ParallelLoad, cutsFallAnywhereWithoutEffect) {
  const std::string text = variedEvents(12);
  const auto whole = read(text, 1 << 20, 1);
  ASSERT_TRUE(whole);
  for (std::size_t pieceBytes = 1; pieceBytes < 400; pieceBytes += 1 + pieceBytes / 8) {
    const auto cut = read(text, pieceBytes, 2);
    ASSERT_TRUE(cut);
    ASSERT_EQ(firstDifference(*whole, *cut), "") << "pieces of " << pieceBytes << " bytes";
  }
}

TEST(ParallelLoad, damageAtACutIsCountedOnce) {
  std::string text = variedEvents(12);
  for (std::size_t at = text.find("mark"); at != std::string::npos; at = text.find("mark", at + 1)) {
    text.replace(at, 4, R"(m"rk)");
  }
  const auto whole = read(text, 1 << 20, 1);
  ASSERT_TRUE(whole);
  EXPECT_EQ(whole->report()[IssueKind::UnescapedQuote].count, 12U);
  for (std::size_t pieceBytes = 1; pieceBytes < 400; pieceBytes += 1 + pieceBytes / 8) {
    const auto cut = read(text, pieceBytes, 3);
    ASSERT_TRUE(cut);
    ASSERT_EQ(firstDifference(*whole, *cut), "") << "pieces of " << pieceBytes << " bytes";
  }
}

// Whether the long events among them can be read depends on how much is tried.
std::string damagedEvents(int count) {
  std::string text = "[";
  for (int i = 0; i < count; ++i) {
    for (int broken = 0; broken < 12 + i % 9; ++broken) {
      text += R"({"ph":"X","name":"lost,"ts":},)"
              "\n";
    }
    text += fmt::format(R"({{"ph":"X","name":"a"b","ts":{},"dur":1,"pid":1,"tid":1,"args":{{)", 10 * i);
    for (int inner = 0; inner < 4; ++inner) {
      text += fmt::format(R"("x{}":[{{"ph":"X","ts":1}}],)", inner);
    }
    text += R"("end":0}},)"
            "\n";
    for (int clean = 0; clean < 3 * (i % 16); ++clean) {
      text += fmt::format(R"({{"ph":"X","name":"clean","ts":{},"dur":1,"pid":1,"tid":2}},)"
                          "\n",
                          10 * i);
    }
  }
  return text + "]";
}

TEST(ParallelLoad, howMuchIsTriedOfDamageDoesNotDependOnCuts) {
  const std::string text = damagedEvents(40);
  const auto whole = read(text, 1 << 20, 1);
  ASSERT_TRUE(whole);
  EXPECT_GT(whole->report()[IssueKind::UnescapedQuote].count, 0U);
  EXPECT_LT(whole->report()[IssueKind::UnescapedQuote].count, 40U) << "not all is tried everywhere";
  for (const std::size_t pieceBytes : {60U, 300U, 1000U, 4000U}) {
    for (const unsigned threads : {1U, 2U, 3U}) {
      ASSERT_EQ(firstDifference(*whole, *read(text, pieceBytes, threads)), "")
          << threads << " threads, pieces of " << pieceBytes << " bytes";
    }
  }
}

TEST(ParallelLoad, howMuchIsTriedOfDamageDoesNotDependOnLargeCuts) {
  const std::string text = damagedEvents(2500);
  ASSERT_GT(text.size(), 2U << 20);
  const auto whole = read(text, 1 << 30, 1);
  ASSERT_TRUE(whole);
  for (const std::size_t pieceBytes : {std::size_t{1} << 19, std::size_t{1} << 20, std::size_t{3} << 19}) {
    ASSERT_EQ(firstDifference(*whole, *read(text, pieceBytes, 2)), "") << "pieces of " << pieceBytes << " bytes";
  }
}

TEST(ParallelLoad, everyFixtureIsTheSameFromTinyPieces) {
  for (const std::string& file : filesBelow(fixture(""), {".json", ".json.gz"})) {
    const std::string text = readDecoded(fixture(file));
    chrome::ReadOptions options;
    options.load.threads = 1;
    const auto whole = chrome::readChromeText(text, options);
    options.load.threads = 3;
    options.pieceBytes = 2000;
    const auto cut = chrome::readChromeText(text, options);
    ASSERT_EQ(whole.has_value(), cut.has_value()) << file;
    if (whole) {
      EXPECT_EQ(firstDifference(**whole, **cut), "") << file;
    }
  }
}

TEST(ParallelLoad, aPreviewIsAPartOfTheTraceAndComesFromAWorker) {
  const TemporaryFile file(variedEvents(20000));
  std::atomic<std::size_t> previews{0};
  std::atomic<std::size_t> spansSeen{0};
  LoadOptions options;
  options.threads = 2;
  options.onPreview = [&](std::shared_ptr<const Trace> preview) {
    ++previews;
    spansSeen = preview->spanCount();
    EXPECT_TRUE(preview->isPreview());
    EXPECT_EQ(brokenPromise(*preview), "");
  };
  Progress progress;
  const auto trace = load(file.path(), options, {}, progress);
  ASSERT_TRUE(trace);
  EXPECT_FALSE((*trace)->isPreview());
  EXPECT_LE(spansSeen, (*trace)->spanCount());
  EXPECT_EQ(progress.stage, Progress::Stage::Done);
  EXPECT_EQ(progress.bytesDone, progress.bytesTotal);
}

TEST(ParallelLoad, readsNothingAfterAStopBeforeTheStart) {
  const TemporaryFile file(variedEvents(2000));
  std::stop_source stop;
  stop.request_stop();
  Progress progress;
  const auto trace = load(file.path(), {}, stop.get_token(), progress);
  ASSERT_FALSE(trace);
  EXPECT_EQ(trace.error().kind, Error::Kind::Canceled);
}

}  // namespace
}  // namespace kernline::test
