// SPDX-License-Identifier: GPL-3.0-or-later
// What inference engines print of themselves, over time.
#include "core/import/engine_log/read_engine_log.h"
#include "core/import/engine_log/stat_line.h"
#include "tests/support/open_file.h"
#include "tests/support/packed_text.h"
#include "tests/support/test_files.h"
#include "tests/support/trace_query.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <variant>

namespace kernline::test {
namespace {

std::string vllmLine(int second, double throughput, int waiting) {
  return fmt::format(
      "INFO 11-20 12:00:{:02} [loggers.py:111] Engine 000: Avg prompt throughput: {} tokens/s, Avg generation "
      "throughput: 456.7 tokens/s, Running: 10 reqs, Waiting: {} reqs, GPU KV cache usage: 12.3%, Prefix cache hit "
      "rate: 45.6%\n",
      second, throughput, waiting);
}

TEST(EngineLog, ofVllmIsACounterForEachFigure) {
  std::string text = "INFO 11-20 12:00:00 [api_server.py:1289] vLLM API server version 0.8.5\n";
  for (int i = 0; i < 5; ++i) {
    text += vllmLine(10 * (i + 1), 100.5 + i, i);
  }
  EXPECT_TRUE(engine::isEngineLog(text));
  const TemporaryFile file(text, ".log");
  const auto trace = load(file.path());
  ASSERT_TRUE(trace) << trace.error().message.english();
  const auto throughput = samplesOf(**trace, "Avg prompt throughput", "");
  ASSERT_EQ(throughput.size(), 5U);
  EXPECT_EQ(throughput[4].second, 104.5);
  EXPECT_EQ(throughput[1].first - throughput[0].first, 10'000'000'000);
  EXPECT_EQ(samplesOf(**trace, "Waiting", "")[3].second, 3);
  EXPECT_EQ(samplesOf(**trace, "GPU KV cache usage", "")[0].second, 12.3);
  EXPECT_EQ((*trace)->counters().size(), 6U);
  EXPECT_EQ((*trace)->text((*trace)->counters()[0].unit), "tokens/s");
  EXPECT_EQ((*trace)->report()[IssueKind::UnsupportedRecord].count, 1U);
  EXPECT_EQ(brokenPromise(**trace), "");
}

TEST(EngineLog, ofSglangHasBatchesOfEachRank) {
  std::string text;
  for (int i = 0; i < 4; ++i) {
    for (const char* const rank : {"TP0", "TP1"}) {
      text += fmt::format(
          "[2025-11-20 12:00:{:02} {}] Decode batch. #running-req: {}, #token: 1234, token usage: 0.01, cuda graph: "
          "True, gen throughput (token/s): 123.4, #queue-req: 0, \n",
          i, rank, 8 + i);
    }
  }
  const auto trace = engine::readEngineLogText(text, {});
  ASSERT_TRUE(trace);
  EXPECT_EQ((*trace)->instants().size(), 8U);
  EXPECT_EQ((*trace)->processes().size(), 2U);
  EXPECT_EQ(samplesOf(**trace, "gen throughput", "")[0].second, 123.4);
  EXPECT_EQ((*trace)->instants()[0].time.ns, 1'763'640'000'000'000'000);
}

TEST(EngineLog, withResultsFarBehindIsALogOfResults) {
  std::string text;
  for (int i = 0; i < 1000; ++i) {
    text += vllmLine(i % 60, 100.5, 1);
  }
  text += "============ Serving Benchmark Result ============\nMean TTFT (ms): 45.5\n";
  for (const auto& [bytes, ending] : {std::pair{text, ".log"}, std::pair{compressed(text, "gzip"), ".log.gz"}}) {
    const TemporaryFile file(bytes, ending);
    const auto document = openDocument(file.path());
    ASSERT_TRUE(document) << document.error().message.english();
    const auto* log = std::get_if<std::shared_ptr<const Log>>(&*document);
    ASSERT_NE(log, nullptr) << ending;
    ASSERT_FALSE((*log)->metrics().empty());
    EXPECT_EQ((*log)->metrics().back().value.number, 45.5e6);
  }
}

TEST(EngineLog, isNoneWithoutTimesFiguresOrWithTables) {
  EXPECT_FALSE(engine::isEngineLog("epoch 1: loss 3\nepoch 2: loss 2\n"));
  EXPECT_FALSE(engine::isEngineLog(vllmLine(1, 1, 1) + vllmLine(2, 1, 1)));
  EXPECT_FALSE(engine::isEngineLog(vllmLine(1, 1, 1) + vllmLine(2, 1, 1) + vllmLine(3, 1, 1) + "======\n"));
  EXPECT_FALSE(engine::readStatLine("Decode batch. #running-req: 8, #token: 3"));
  EXPECT_FALSE(engine::readStatLine("2025-11-20 12:00:01 Decode batch of 8 requests"));
  EXPECT_FALSE(engine::readStatLine("Avg prompt throughput: "));
}

}  // namespace
}  // namespace kernline::test
