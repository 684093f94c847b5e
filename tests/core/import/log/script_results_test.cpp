// SPDX-License-Identifier: GPL-3.0-or-later
// What scripts print of their results: a dict a line, durations, values behind signs, ranks in front of lines.
#include "core/import/log/duration_text.h"
#include "core/import/log/quantity_text.h"
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

std::vector<std::string> metricsIn(const std::string& text) {
  const auto log = readLogText(text);
  std::vector<std::string> texts;
  for (const LogMetric& metric : log->metrics()) {
    texts.push_back(metricText(*log, metric));
  }
  return texts;
}

std::vector<std::string> rowsIn(const Log& log) {
  std::vector<std::string> rows;
  for (const LogTable& table : log.tables()) {
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
      std::string joined;
      for (const std::string& cell : rowTexts(log, table, row)) {
        joined += (joined.empty() ? "" : " | ") + cell;
      }
      rows.push_back(joined);
    }
  }
  return rows;
}

TEST(ScriptResults, ofADictALineAreATableThoughOtherLinesStandBetween) {
  const auto log = readLogText(
      "Running 3 configs\n"
      "{'impl': 'sdpa', 'seq_len': 1024, 'fwd_ms': 0.412}\n"
      "warming up\n"
      "{'impl': 'naive', 'seq_len': 1024, 'fwd_ms': None, 'error': 'OOM'}\n"
      "{'impl': 'flex', 'seq_len': 1024, 'fwd_ms': 0.331}\n"
      "done\n");
  ASSERT_EQ(log->tables().size(), 1U);
  EXPECT_THAT(columnNames(*log, log->tables()[0]), ElementsAre("impl", "seq_len", "fwd_ms", "error"));
  EXPECT_THAT(rowsIn(*log),
              ElementsAre("sdpa | 1024 | 0.412 | ", "naive | 1024 | None | OOM", "flex | 1024 | 0.331 | "));
  EXPECT_DOUBLE_EQ(log->tables()[0].cell(2, 2).number, 331'000);
  EXPECT_EQ(log->tables()[0].rows[1].line, 4U);
  EXPECT_EQ(log->failures().size(), 1U);
}

TEST(ScriptResults, areNoSettingsAndNoRoundsOfATraining) {
  EXPECT_THAT(readLogText("{'hidden_size': 256, 'dtype': 'bf16', 'model': 'tiny'}\n")->tables(), IsEmpty());
  const auto log = readLogText("{'loss': 2.3, 'grad_norm': 'nan', 'epoch': 0.5}\n");
  EXPECT_THAT(log->tables(), IsEmpty());
  EXPECT_EQ(log->metrics().size(), 2U);
}

TEST(ScriptResults, withTheNumbersOfTasksInFrontAreOfTheirRanks) {
  const auto log = readLogText(
      "0: [2025-03-04 10:12:33] step 10 loss 4.25 tokens/s 51234\n"
      "1: [2025-03-04 10:12:33] step 10 loss 4.5 tokens/s 51190\n"
      "0: Peak memory: 1 KiB\n"
      "1: Peak memory: 2 KiB\n");
  std::vector<std::string> texts;
  for (const LogMetric& metric : log->metrics()) {
    texts.push_back(std::to_string(log->context(metric.context).rank) + metricText(*log, metric));
  }
  EXPECT_THAT(texts, ElementsAre("0 | step=10 |  | loss | 4.25  | ±–", "0 | step=10 |  | tokens/s | 51234  | ±–",
                                 "1 | step=10 |  | loss | 4.5  | ±–", "1 | step=10 |  | tokens/s | 51190  | ±–",
                                 "0 |  |  | Peak memory | 1024 bytes | ±–", "1 |  |  | Peak memory | 2048 bytes | ±–"));
}

TEST(ScriptResults, ofANumberedListAreOfNoRanks) {
  const auto log = readLogText("1: attention: 3 ms\n2: mlp: 4 ms\n");
  for (const LogMetric& metric : log->metrics()) {
    EXPECT_EQ(log->context(metric.context).rank, -1);
  }
}

TEST(ScriptResults, behindAnEqualsSignAreReadIfTheyHaveAUnit) {
  EXPECT_THAT(metricsIn("Average latency over 50 iterations = 18.2 ms\n"
                        "Mean samples = 438.5 samples/sec\n"
                        "seed = 17\n"),
              ElementsAre(" |  |  | Average latency over 50 iterations | 18200000 ns | ±–",
                          " |  |  | Mean samples | 438.5 samples/sec | ±–"));
}

TEST(ScriptResults, ofHowMuchIsUsedOfAllAreWhatIsUsed) {
  EXPECT_THAT(metricsIn("GPU utilization: 50%, memory: 2/8 KiB\nreserved: 3/8 KiB\n"),
              ElementsAre(" |  |  | GPU utilization | 0.5 ratio | ±–", " |  |  | memory | 2048 bytes | ±–",
                          " |  |  | reserved | 3072 bytes | ±–"));
}

TEST(ScriptResults, belowMarkdownHeadingsWithCommasAreOfThem) {
  const auto log = readLogText("## Decode, batch 16\n\npaged: 2 ms\n\n## Decode, batch 32\n\npaged: 4 ms\n");
  ASSERT_EQ(log->metrics().size(), 2U);
  EXPECT_EQ(log->sectionTitle(log->context(log->metrics()[0].context).section), "Decode, batch 16");
  EXPECT_EQ(log->sectionTitle(log->context(log->metrics()[1].context).section), "Decode, batch 32");
}

TEST(ScriptResults, ofRowsWhoseLongestNameHasOneBlankBehindItAreOneTable) {
  const auto log = readLogText(
      "fused_moe   0.812 ms   411.3 TFLOPS\n"
      "unfused_moe 1.904 ms   175.4 TFLOPS\n"
      "grouped     0.977 ms   341.8 TFLOPS\n");
  EXPECT_THAT(rowsIn(*log), ElementsAre("fused_moe | 0.812 ms | 411.3 TFLOPS", "unfused_moe | 1.904 ms | 175.4 TFLOPS",
                                        "grouped | 0.977 ms | 341.8 TFLOPS"));
}

TEST(ScriptResults, ofOneRowWithAColonBelowUnitsAreATable) {
  const auto log = readLogText(
      "                 (ns/day)    (hour/ns)\n"
      "Performance:       69.987        0.343\n");
  EXPECT_THAT(rowsIn(*log), ElementsAre("Performance: | 69.987 | 0.343"));
}

TEST(ScriptResults, whoseRowsBeginWithADateKeepIt) {
  const auto log = readLogText(
      "Start Time,Duration,batch_size,loss\n"
      "2025-03-01 10:11:12,3.5min,64,0.412\n"
      "2025-03-01 11:05:44,5.9min,128,0.399\n"
      "2025-03-01 12:45:02,412,256,0.391\n");
  EXPECT_THAT(rowsIn(*log),
              ElementsAre("2025-03-01 10:11:12 | 3.5min | 64 | 0.412", "2025-03-01 11:05:44 | 5.9min | 128 | 0.399",
                          "2025-03-01 12:45:02 | 412 | 256 | 0.391"));
  EXPECT_THAT(metricsIn("2025-03-01 10:11:12,345 - INFO - latency: 2 ms\n"),
              ElementsAre(" |  |  | latency | 2000000 ns | ±–"));
}

TEST(ScriptResults, mayBeDurationsOfSeveralUnits) {
  EXPECT_THAT(
      metricsIn("elapsed: 3m 20s\nTotal training time: 0:06:34\ntrain_runtime = 0:02:03.50\n"),
      ElementsAre(" |  |  | elapsed | 200000000000 ns | ±–", " |  |  | Total training time | 394000000000 ns | ±–",
                  " |  |  | train_runtime | 123500000000 ns | ±–"));
  const auto log = readLogText("JobID,Elapsed,Start\n17,01:23:45,10:00:00\n18,1-00:00:01,11:00:00\n");
  ASSERT_EQ(log->tables().size(), 1U);
  EXPECT_DOUBLE_EQ(log->tables()[0].cell(0, 1).number, 5025e9);
  EXPECT_DOUBLE_EQ(log->tables()[0].cell(1, 1).number, 86401e9);
  EXPECT_FALSE(log->tables()[0].cell(0, 2).hasNumber());
}

TEST(ScriptResults, ofTimesOfDayAreNoDurations) {
  EXPECT_EQ(logs::durationOf("Start time", "10:12:33"), std::nullopt);
  EXPECT_EQ(logs::durationOf("time", "10:12:33"), std::nullopt);
  EXPECT_EQ(logs::durationOf("elapsed", "10:12:99"), std::nullopt);
  EXPECT_EQ(logs::durationOf("elapsed", "10:12"), std::nullopt);
  EXPECT_EQ(logs::durationInUnits("20 s"), std::nullopt);
  EXPECT_EQ(logs::durationInUnits("20s 3m"), std::nullopt);
  EXPECT_EQ(logs::durationInUnits("1h 2m 3.5s"), 3723.5e9);
  EXPECT_EQ(logs::durationOf("took", "2 days, 0:00:01"), 172'801e9);
}

TEST(ScriptResults, inThousandsASecondAreSoMany) {
  const auto rate = logs::quantityOf("2.5k tok/s", logs::ByteBase::Binary);
  ASSERT_TRUE(rate);
  EXPECT_DOUBLE_EQ(rate->value, 2500);
  EXPECT_EQ(rate->unit, "tok/s");
  EXPECT_EQ(logs::quantityOf("3 g tok/s", logs::ByteBase::Binary)->value, 3);
}

TEST(ScriptResults, mayFailInGerman) {
  const auto log = readLogText("Kernel;Laufzeit (ms);Rate\ngemm;1,25;8,5\nnorm;fehlgeschlagen;\n");
  EXPECT_EQ(log->failures().size(), 1U);
}

}  // namespace
}  // namespace kernline::test
