// SPDX-License-Identifier: GPL-3.0-or-later
// What benchmarks print, in the shapes that they print it in.
#include "core/import/log/read_log.h"
#include "tests/core/import/log/log_view.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

namespace kernline::test {
namespace {

using logs::readLogText;
using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> measured(const Log& log) {
  std::vector<std::string> texts;
  for (const LogMetric& metric : log.metrics()) {
    texts.push_back(metricText(log, metric));
  }
  return texts;
}

std::vector<std::string> measured(const std::string& text) {
  return measured(*readLogText(text));
}

TEST(PrintedResults, belowALineThatNamesTheModelAreOfIt) {
  const auto log =
      readLogText("Model: llama-7b\nThroughput: 120.5 tok/s\n\nModel: llama-13b\nThroughput: 70.5 tok/s\n");
  ASSERT_EQ(log->metrics().size(), 2U);
  EXPECT_EQ(log->text(log->context(log->metrics()[0].context).subject), "llama-7b");
  EXPECT_EQ(log->text(log->context(log->metrics()[1].context).subject), "llama-13b");
}

TEST(PrintedResults, aboveALineThatNamesTheModelAreNot) {
  const auto log = readLogText("Throughput: 120.5 tok/s\nModel: llama-7b\n\nThroughput: 70.5 tok/s\n");
  for (const LogMetric& metric : log->metrics()) {
    EXPECT_EQ(log->context(metric.context).subject, StringId::empty);
  }
}

TEST(PrintedResults, belowAParameterAreMeasuredWithIt) {
  EXPECT_THAT(
      measured("Batch size: 1\nLatency: 5 ms\n\nBatch size: 8\nLatency: 12 ms\n"),
      ElementsAre(" |  |  | Batch size | 1  | ±–", " | Batch size=1 |  | Latency | 5000000 ns | ±–",
                  " | Batch size=1 |  | Batch size | 8  | ±–", " | Batch size=8 |  | Latency | 12000000 ns | ±–"));
}

TEST(PrintedResults, belowTheNumberOfAnEpochAreOfIt) {
  EXPECT_THAT(measured("Epoch 1/2\nTrain loss: 2.5\nEpoch 2/2\nTrain loss: 1.5\n"),
              ElementsAre(" | Epoch=1 |  | Train loss | 2.5  | ±–", " | Epoch=2 |  | Train loss | 1.5  | ±–"));
}

TEST(PrintedResults, belowASentenceWithParametersAreMeasuredWithThem) {
  EXPECT_THAT(measured("Running with batch_size=1, seq_len=128\nLatency: 5 ms\nRunning with batch_size=8, seq_len=128\n"
                       "Latency: 9 ms\n"),
              ElementsAre(" | batch_size=1,seq_len=128 |  | Latency | 5000000 ns | ±–",
                          " | batch_size=8,seq_len=128 |  | Latency | 9000000 ns | ±–"));
}

TEST(PrintedResults, ofSeveralPassesAreOfTheFirstName) {
  const auto log = readLogText(
      "### causal=False, headdim=64 ###\nFlash2 fwd: 108.5 TFLOPs/s, bwd: 92.5 TFLOPs/s\n"
      "Pytorch fwd: 25.5 TFLOPs/s, bwd: 30.5 TFLOPs/s\n");
  ASSERT_EQ(log->metrics().size(), 4U);
  EXPECT_EQ(log->text(log->context(log->metrics()[1].context).subject), "Flash2");
  EXPECT_EQ(log->text(log->metrics()[2].name), "fwd");
  EXPECT_EQ(log->context(log->metrics()[3].context).parameters.size(), 2U);
}

TEST(PrintedResults, inSeveralUnitsHaveANameEach) {
  EXPECT_THAT(measured("fwd: 1.5 ms, 456.5 TFLOPS\n"),
              ElementsAre(" |  |  | fwd | 1500000 ns | ±–", " |  |  | fwd flop_rate | 456500000000000 flops/s | ±–"));
}

TEST(PrintedResults, ofPythonLoggersLoseTheirPrefixes) {
  const std::string line = "Throughput: 5.5 tok/s\n";
  for (const char* prefix : {"2024-10-01 10:00:00,123 - root - INFO - ",
                             "[titan] 2024-10-01 10:00:00,123 - root - INFO - ", "INFO:root:", "INFO:my.module:"}) {
    EXPECT_THAT(measured(prefix + line), ElementsAre(" |  |  | Throughput | 5.5 tok/s | ±–")) << prefix;
  }
}

TEST(PrintedResults, withoutANumberAreKept) {
  const auto log = readLogText("Train loss: nan\nThroughput: OOM\nLoss: inf, Acc: 0.5\n{'loss': nan, 'epoch': 2}\n");
  EXPECT_EQ(log->metrics().size(), 4U);
  EXPECT_EQ(log->failures().size(), 1U);
  EXPECT_EQ(log->text(log->metrics()[0].value.text), "nan");
  EXPECT_FALSE(log->metrics()[0].value.hasNumber());
}

TEST(PrintedResults, ofTrtexecAreFiguresOfALabel) {
  EXPECT_THAT(measured("[05/01/2024-10:00:10] [I] Throughput: 1234.5 qps\n"
                       "[05/01/2024-10:00:10] [I] Latency: min = 0.75 ms, percentile(99%) = 1.5 ms\n"),
              ElementsAre(" |  |  | Throughput | 1234.5 qps | ±–", " |  |  | Latency min | 750000 ns | ±–",
                          " |  |  | Latency percentile(99%) | 1500000 ns | ±–"));
}

TEST(PrintedResults, behindArrowsMayHaveFailed) {
  const auto log = readLogText("[bench] bs=1 seq=128 -> 12.5 tok/s\n[bench] bs=8 seq=128 -> OOM\n");
  EXPECT_EQ(log->metrics().size(), 1U);
  ASSERT_EQ(log->failures().size(), 1U);
  EXPECT_EQ(log->text(log->failures()[0].text), "OOM");
}

TEST(PrintedResults, inABoxBelowACaptionWithBarsAreATable) {
  const auto log = readLogText(
      "  Perf | LLM Metrics\n"
      "┏━━━━━━━━━━━┳━━━━━━━┳━━━━━━━┓\n"
      "┃ Statistic ┃   avg ┃   min ┃\n"
      "┡━━━━━━━━━━━╇━━━━━━━╇━━━━━━━┩\n"
      "│ TTFT (ms) │ 16.25 │ 12.50 │\n"
      "│ Latency   │ 1,362 │ 1,100 │\n"
      "└───────────┴───────┴───────┘\n");
  ASSERT_EQ(log->tables().size(), 1U);
  EXPECT_THAT(columnNames(*log, log->tables()[0]), ElementsAre("Statistic", "avg", "min"));
  EXPECT_EQ(log->tables()[0].rows.size(), 2U);
}

TEST(PrintedResults, belowHeadsInCommentsAreATable) {
  const auto log = readLogText(
      "# nThread 1 nGpus 8\n#\n"
      "#                         out-of-place        in-place\n"
      "#       size      type     time   busbw     time   busbw\n"
      "#        (B)               (us)  (GB/s)     (us)  (GB/s)\n"
      "        1024     float    25.10    0.07    24.90    0.07\n"
      "        2048     float    26.30    0.14    26.10    0.15\n"
      "# Avg bus bandwidth    : 0.105\n");
  ASSERT_EQ(log->tables().size(), 1U);
  EXPECT_THAT(columnNames(*log, log->tables()[0]),
              ElementsAre("size (B)", "type", "out-of-place time (us)", "out-of-place busbw (GB/s)",
                          "in-place time (us)", "in-place busbw (GB/s)"));
  EXPECT_EQ(log->tables()[0].rows.size(), 2U);
}

TEST(PrintedResults, ofTorchBenchmarkAreRowsInTheirUnit) {
  const auto log = readLogText(
      "[------------------ matmul -------------------]\n"
      "                      |  eager  |  compiled\n"
      "1 threads: ------------------------------------\n"
      "      128 x 128       |    5.5  |     4.5\n"
      "      1024 x 1024     |  105.0  |    98.5\n"
      "\nTimes are in microseconds (us).\n");
  ASSERT_EQ(log->tables().size(), 1U);
  const LogTable& table = log->tables()[0];
  ASSERT_EQ(table.rows.size(), 4U);
  EXPECT_EQ(log->text(table.title), "matmul");
  EXPECT_EQ(log->text(table.cell(3, 0).text), "1024 x 1024");
  EXPECT_EQ(log->text(table.cell(3, 2).text), "compiled");
  EXPECT_EQ(table.cell(3, 3).number, 98500);
}

TEST(PrintedResults, nameWhatSeveralRowsAreOfOnce) {
  const auto log = readLogText(
      "| Step | Batch | Average |\n|---|---|---|\n"
      "| Prefill | 1 | 11.5 ms |\n|  | 2 | 12.5 ms |\n| Decode | 1 | 9.5 ms |\n");
  ASSERT_EQ(log->tables().size(), 1U);
  EXPECT_EQ(log->text(log->tables()[0].cell(1, 0).text), "Prefill");
}

TEST(PrintedResults, inMarkdownAreWhatTheyAreWithoutTheirMarks) {
  const auto log = readLogText(
      "| Method | Speed (tok/s) | Memory |\n|:--|--:|--:|\n| `base` | 35.5 | 14 GB |\n"
      "| **ours** | **71.5** (2.05x) | **9 GB** |\n");
  ASSERT_EQ(log->tables().size(), 1U);
  const LogTable& table = log->tables()[0];
  ASSERT_EQ(table.rows.size(), 2U);
  EXPECT_EQ(log->text(table.cell(0, 0).text), "base");
  EXPECT_EQ(log->text(table.cell(1, 0).text), "ours");
  EXPECT_EQ(table.cell(1, 1).number, 71.5);
  EXPECT_TRUE(table.cell(1, 2).hasNumber());
}

TEST(PrintedResults, withPercentilesForNamesAreATable) {
  const auto log = readLogText(
      "Type,Name,Requests,Average,50%,99%\nPOST,/generate,1000,130.5,120,300\n"
      ",Aggregated,1000,130.5,120,300\n");
  ASSERT_EQ(log->tables().size(), 1U);
  EXPECT_EQ(log->tables()[0].rows.size(), 2U);
}

TEST(PrintedResults, ofPerfStatAreCountersOfTheCommand) {
  const auto log = readLogText(
      " Performance counter stats for './a.out 5':\n\n"
      "          1,234.50 msec task-clock       #    0.998 CPUs utilized\n"
      "     4,567,890,123      cycles           #    3.700 GHz\n"
      "   <not supported>      cache-misses\n\n"
      "       1.250000000 seconds time elapsed\n\nLoss: 2.5\n");
  ASSERT_EQ(log->metrics().size(), 5U);
  const auto& metrics = log->metrics();
  EXPECT_EQ(log->text(log->context(metrics[0].context).subject), "./a.out 5");
  EXPECT_EQ(metrics[0].value.number, 1'234'500'000) << "ns";
  EXPECT_EQ(metrics[1].value.number, 4'567'890'123);
  EXPECT_EQ(log->text(metrics[2].value.text), "<not supported>");
  EXPECT_EQ(log->text(metrics[3].name), "time elapsed");
  EXPECT_EQ(log->context(metrics[4].context).subject, StringId::empty);
}

TEST(PrintedResults, doNotTakeModelsForSizesInBytes) {
  const auto log =
      readLogText("| model | params | tok/s |\n|---|---|---|\n| 7B | 6.74 B | 100 |\n| 13B | 13.02 B | 60 |\n");
  ASSERT_EQ(log->tables().size(), 1U);
  const LogTable& table = log->tables()[0];
  EXPECT_EQ(table.columns[0].quantity, Quantity::Text);
  EXPECT_EQ(log->text(table.cell(0, 0).text), "7B");
  EXPECT_EQ(table.cell(1, 1).number, 13.02e9);
}

}  // namespace
}  // namespace kernline::test
