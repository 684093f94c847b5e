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

TEST(EngineLog, ofTensorRtLlmHasAnInstantAnIteration) {
  std::string text = "[11/20/2025-12:00:00] [TRT-LLM] [I] TensorRT-LLM version: 0.17.0\n";
  for (int i = 0; i < 4; ++i) {
    text += fmt::format(
        "[11/20/2025-12:00:{0:02}] [TRT-LLM] [I] iter = {0}, global_rank = 0, rank = 0, currank_total_requests = 3/12, "
        "elapsed_time = 0.0{1}s, timestamp = 2025-11-20 12:00:{0:02}, num_scheduled_requests: 8, states = "
        "{{'num_ctx_requests': 1, 'num_ctx_tokens': {2}, 'num_generation_tokens': 7}}\n",
        i, 21 + i, 512 * i);
  }
  EXPECT_TRUE(engine::isEngineLog(text));
  const auto trace = engine::readEngineLogText(text, {});
  ASSERT_TRUE(trace);
  EXPECT_EQ((*trace)->instants().size(), 4U);
  EXPECT_EQ((*trace)->instants()[1].time.ns, 1'763'640'001'000'000'000);
  EXPECT_EQ((*trace)->counters().size(), 6U);
  EXPECT_EQ(samplesOf(**trace, "elapsed_time", "")[0].second, 0.021);
  EXPECT_EQ(samplesOf(**trace, "num_ctx_tokens", "")[3].second, 1536);
  EXPECT_EQ(samplesOf(**trace, "num_generation_tokens", "")[0].second, 7);
  EXPECT_EQ(samplesOf(**trace, "num_scheduled_requests", "")[0].second, 8);
  EXPECT_EQ((*trace)->report()[IssueKind::UnsupportedRecord].count, 1U);
}

TEST(EngineLog, ofTensorRtLlmInCppHasTheTimeOfItsStatistics) {
  std::string text;
  for (int i = 0; i < 3; ++i) {
    text += fmt::format(
        "[TensorRT-LLM][INFO] {{\"Active Request Count\":8,\"Iteration Counter\":{0},\"Max Request "
        "Count\":64,\"Runtime "
        "GPU Memory Usage\":1812000000,\"Timestamp\":\"11-20-2025 12:00:0{0}.250000\",\"Used KV cache blocks\":{1}}}\n",
        i, 700 + i);
  }
  const auto trace = engine::readEngineLogText(text, {});
  ASSERT_TRUE(trace);
  ASSERT_EQ((*trace)->instants().size(), 3U);
  EXPECT_EQ((*trace)->instants()[2].time.ns, 1'763'640'002'250'000'000);
  EXPECT_EQ((*trace)->counters().size(), 4U);
  EXPECT_EQ(samplesOf(**trace, "Used KV cache blocks", "")[2].second, 702);
  EXPECT_EQ(samplesOf(**trace, "Runtime GPU Memory Usage", "")[0].second, 1812000000);
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
