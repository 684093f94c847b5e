// SPDX-License-Identifier: GPL-3.0-or-later
// What data frames, benchmarks of devices and tools that watch them print.
#include "core/import/log/progress_bar.h"
#include "core/import/log/read_log.h"
#include "tests/core/import/log/log_view.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace kernline::test {
namespace {

using logs::readLogText;
using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> namesOf(const Log& log, const LogTable& table) {
  std::vector<std::string> names;
  for (const LogColumn& column : table.columns) {
    names.emplace_back(log.text(column.name));
  }
  return names;
}

std::vector<std::string> rowOf(const Log& log, const LogTable& table, std::size_t row) {
  std::vector<std::string> cells;
  for (std::size_t column = 0; column < table.columns.size(); ++column) {
    cells.emplace_back(log.text(table.cell(row, column).text));
  }
  return cells;
}

TEST(PrintedFrames, withSeveralLevelsOfRowsRepeatWhatIsLeftOut) {
  const auto log = readLogText(
      "                 time_ms  tflops\n"
      "model batch seq                 \n"
      "gpt   1     128    1.250   10.20\n"
      "            256    2.250   11.30\n"
      "      8     128    3.250   25.10\n"
      "bert  1     128    0.750     NaN\n");
  ASSERT_EQ(log->tables().size(), 1U);
  const LogTable& table = log->tables()[0];
  EXPECT_THAT(namesOf(*log, table), ElementsAre("model", "batch", "seq", "time_ms", "tflops"));
  ASSERT_EQ(table.rows.size(), 4U);
  EXPECT_THAT(rowOf(*log, table, 1), ElementsAre("gpt", "1", "256", "2.250", "11.30"));
  EXPECT_THAT(rowOf(*log, table, 2), ElementsAre("gpt", "8", "128", "3.250", "25.10"));
  EXPECT_THAT(rowOf(*log, table, 3), ElementsAre("bert", "1", "128", "0.750", "NaN"));
}

TEST(PrintedFrames, withSeveralLevelsOfColumnsNameEachAfterAllOfThem) {
  const auto log = readLogText(
      "           latency_ms           throughput          \n"
      "impl            eager  compiled      eager  compiled\n"
      "batch seq                                           \n"
      "1     128       1.250      0.75      810.5    1070.5\n"
      "      256       2.250      1.75      426.5     542.5\n"
      "\n"
      "       time           \n"
      "       mean   std  max\n"
      "eager  1.25  0.02  1.3\n"
      "flash  0.75  0.01  0.9\n");
  ASSERT_EQ(log->tables().size(), 2U);
  EXPECT_THAT(namesOf(*log, log->tables()[0]), ElementsAre("batch", "seq", "eager_latency_ms", "compiled_latency_ms",
                                                           "eager_throughput", "compiled_throughput"));
  EXPECT_EQ(log->tables()[0].cell(1, 5).number, 542.5);
  EXPECT_THAT(namesOf(*log, log->tables()[1]), ElementsAre("index", "time_mean", "time_std", "time_max"));
  EXPECT_EQ(log->tables()[1].rows.size(), 2U);
}

TEST(PrintedFrames, withANameOfTheirRowsOnALineOfItsOwnAreTables) {
  const auto log = readLogText(
      "provider    cuBLAS     Triton\n"
      "M                            \n"
      "256       8.125000   9.375000\n"
      "...            ...        ...\n"
      "1024     63.500000  61.750000\n"
      "[9 rows x 2 columns]\n"
      "Loss: 2.5\n");
  ASSERT_EQ(log->tables().size(), 1U);
  EXPECT_THAT(namesOf(*log, log->tables()[0]), ElementsAre("M", "cuBLAS", "Triton"));
  EXPECT_EQ(log->tables()[0].rows.size(), 2U);
  EXPECT_EQ(log->metrics().size(), 1U);
}

TEST(PrintedMatrices, ofDevicesHaveARowForEachPair) {
  const auto log = readLogText(
      "Running device_to_device_memcpy_read_ce.\n"
      "memcpy CE GPU(row) -> GPU(column) bandwidth (GB/s)\n"
      "           0         1\n"
      " 0       N/A    395.25\n"
      " 1    395.50       N/A\n"
      "\n"
      "SUM device_to_device_memcpy_read_ce 790.75\n"
      "P2P=Disabled Latency Matrix (us)\n"
      "   GPU     0      1 \n"
      "     0   2.25  18.50 \n"
      "     1  17.25   2.50 \n"
      "\n"
      "   CPU     0      1 \n"
      "     0   3.25   9.50 \n"
      "     1   9.25   3.50 \n");
  ASSERT_EQ(log->tables().size(), 3U);
  const LogTable& bandwidth = log->tables()[0];
  EXPECT_THAT(namesOf(*log, bandwidth), ElementsAre("test", "row", "column", "bandwidth (GB/s)"));
  EXPECT_THAT(rowOf(*log, bandwidth, 1),
              ElementsAre("memcpy CE GPU(row) -> GPU(column) bandwidth", "GPU 0", "GPU 1", "395.25"));
  ASSERT_EQ(bandwidth.rows.size(), 4U);
  EXPECT_EQ(bandwidth.cell(2, 3).number, 395.5e9);
  EXPECT_FALSE(bandwidth.cell(3, 3).hasNumber());
  EXPECT_THAT(rowOf(*log, log->tables()[1], 1),
              ElementsAre("P2P=Disabled Latency Matrix, GPU", "device 0", "device 1", "18.50"));
  EXPECT_THAT(rowOf(*log, log->tables()[2], 3),
              ElementsAre("P2P=Disabled Latency Matrix, CPU", "device 1", "device 1", "3.50"));
}

TEST(PrintedMatrices, areNoOtherTablesOfNumbers) {
  const auto log = readLogText("some numbers\n  0  1\n0  5  6\n1  7  8\n");
  for (const LogTable& table : log->tables()) {
    EXPECT_NE(log->text(table.columns[0].name), "test");
  }
}

TEST(PrintedBenchmarks, ofGoogleHaveWhatTheirNamesSayAndTheirErrors) {
  const auto log = readLogText(
      "--------------------------------------------------------------------------\n"
      "Benchmark                          Time             CPU   Iterations UserCounters...\n"
      "--------------------------------------------------------------------------\n"
      "BM_Copy<a, b>/8/n:2/real_time   12.5 ns         12.4 ns     56000000 bytes_per_second=1.5G/s items=3k\n"
      "BM_Copy<a, b>/64/n:2/real_time  ERROR OCCURRED: 'out of memory'\n"
      "BM_Copy<a, b>/8/n:2/real_time_mean   12.5 ns         12.4 ns     3\n"
      "done\n");
  ASSERT_EQ(log->tables().size(), 1U);
  const LogTable& table = log->tables()[0];
  EXPECT_THAT(namesOf(*log, table), ElementsAre("benchmark", "arg1", "n", "variant", "aggregate", "Time", "CPU",
                                                "Iterations", "bytes_per_second (bytes/s)", "items", "error"));
  ASSERT_EQ(table.rows.size(), 3U);
  EXPECT_EQ(log->text(table.cell(0, 0).text), "BM_Copy<a, b>");
  EXPECT_EQ(table.cell(0, 5).number, 12.5);
  EXPECT_EQ(table.cell(0, 8).number, 1.5e9);
  EXPECT_EQ(table.cell(0, 9).number, 3000);
  EXPECT_EQ(log->text(table.cell(2, 4).text), "mean");
  ASSERT_EQ(log->failures().size(), 1U);
  EXPECT_EQ(log->text(log->failures()[0].text), "out of memory");
}

TEST(PrintedRowsOfSql, areATable) {
  const auto log = readLogText(
      "CREATE TABLE IF NOT EXISTS bench (\n  model TEXT,\n  speed REAL\n);\n\n"
      "INSERT INTO bench (model, n, speed) VALUES ('7B, it''s Q4', '512', '7213.5');\n"
      "INSERT INTO bench (model, n, speed) VALUES ('7B', '128', NULL), ('13B', '128', 9.5);\n");
  ASSERT_EQ(log->tables().size(), 1U);
  const LogTable& table = log->tables()[0];
  EXPECT_EQ(log->text(table.title), "bench");
  ASSERT_EQ(table.rows.size(), 3U);
  EXPECT_THAT(rowOf(*log, table, 0), ElementsAre("7B, it's Q4", "512", "7213.5"));
  EXPECT_THAT(rowOf(*log, table, 1), ElementsAre("7B", "128", ""));
  EXPECT_EQ(table.cell(2, 2).number, 9.5);
}

TEST(PrintedWatches, ofNvidiaSmiHaveNamesAndUnits) {
  const auto log = readLogText(
      "# gpu    pwr  gtemp     sm   pclk \n"
      "# Idx      W      C      %    MHz \n"
      "    0     68     33      0   1980 \n"
      "    1     70     34      -   1980 \n"
      "# gpu    pwr  gtemp     sm   pclk \n"
      "# Idx      W      C      %    MHz \n"
      "    0    468     53     98   1755 \n");
  ASSERT_EQ(log->tables().size(), 1U);
  const LogTable& table = log->tables()[0];
  EXPECT_THAT(namesOf(*log, table), ElementsAre("gpu", "pwr (W)", "gtemp (C)", "sm (%)", "pclk (MHz)"));
  ASSERT_EQ(table.rows.size(), 3U);
  EXPECT_EQ(table.cell(2, 1).number, 468);
  EXPECT_FALSE(table.cell(1, 3).hasNumber());
  EXPECT_EQ(table.cell(2, 3).number, 0.98);
}

TEST(PrintedWatches, ofDcgmAreATable) {
  const auto log = readLogText(
      "#Entity   SMACT        SMOCC        \n"
      "ID                                  \n"
      "GPU 0     0.912        0.411        \n"
      "GPU 1     N/A          N/A          \n"
      "#Entity   SMACT        SMOCC        \n"
      "ID                                  \n"
      "GPU 0     0.922        0.421        \n");
  ASSERT_EQ(log->tables().size(), 1U);
  EXPECT_THAT(namesOf(*log, log->tables()[0]), ElementsAre("Entity", "SMACT", "SMOCC"));
  ASSERT_EQ(log->tables()[0].rows.size(), 3U);
  EXPECT_THAT(rowOf(*log, log->tables()[0], 2), ElementsAre("GPU 0", "0.922", "0.421"));
}

TEST(PrintedWatches, withTimesAndNamesOfDevicesBesideTheirFiguresAreTables) {
  const auto log = readLogText(
      "timestamp, name, utilization.gpu [%], memory.used [MiB], power.draw [W]\n"
      "2024/05/01 12:00:00.123, NVIDIA H100 80GB HBM3, 98 %, 100 MiB, 652.25 W\n"
      "2024/05/01 12:00:01.123, NVIDIA H100 80GB HBM3, 0 %, 100 MiB, [N/A]\n");
  ASSERT_EQ(log->tables().size(), 1U);
  const LogTable& table = log->tables()[0];
  ASSERT_EQ(table.rows.size(), 2U);
  EXPECT_EQ(table.cell(0, 2).number, 0.98);
  EXPECT_EQ(table.cell(0, 3).number, 100.0 * 1024 * 1024);
  EXPECT_EQ(table.cell(0, 4).number, 652.25);
  EXPECT_FALSE(table.cell(1, 4).hasNumber());
}

TEST(ProgressBars, areReadWithTheirRateAndTheValuesBehindIt) {
  const auto bar = logs::progressBar("Epoch 1:  50%|#####     | 50/100 [00:15<00:15,  3.25it/s, loss=1.25, lr=1e-4] x");
  ASSERT_TRUE(bar);
  EXPECT_EQ(bar->name, "Epoch 1");
  EXPECT_EQ(bar->done, "50");
  EXPECT_EQ(bar->rate, "3.25it/s");
  ASSERT_EQ(bar->postfix.size(), 2U);
  EXPECT_EQ(bar->postfix[1].label, "lr");
  EXPECT_EQ(bar->postfix[1].value, "1e-4");
  EXPECT_FALSE(bar->isComplete);
  EXPECT_FALSE(logs::progressBar("Softmax | 44%| 24.5ms | [a]"));
  EXPECT_FALSE(logs::progressBar("44% | 24.5ms"));
}

TEST(ProgressBars, withoutValuesMeasureNothingUntilTheyAreComplete) {
  EXPECT_THAT(readLogText(" 45%|####5     | 450/1000 [00:04<00:05, 98.5it/s]\n")->metrics(), IsEmpty());
  EXPECT_THAT(readLogText("  0%|          | 0/3 [00:00<?, ?it/s]\n")->metrics(), IsEmpty());
  const auto log = readLogText("100%|##########| 3/3 [00:04<00:00,  1.25s/it]\n");
  ASSERT_EQ(log->metrics().size(), 1U);
  EXPECT_EQ(log->text(log->metrics()[0].name), "time per iteration");
  EXPECT_EQ(log->metrics()[0].value.number, 1.25e9);
}

TEST(PrintedValues, ofRunsWhoseStatusSaysThatTheyFailedAreFailures) {
  const auto log = readLogText("name,score,status\na,1.5,ok\nb,-,wrong answer\nc,inf,TIMEOUT\nd,2.5,timeout\n");
  ASSERT_EQ(log->tables().size(), 1U);
  EXPECT_EQ(log->tables()[0].rows.size(), 4U);
  ASSERT_EQ(log->failures().size(), 2U) << "the last one has its number";
  EXPECT_EQ(log->text(log->failures()[0].text), "wrong answer");
}

TEST(PrintedValues, ofPackagesThatNameMachinesAreMeasured) {
  const auto log = readLogText("torch: 0.125 ms, 45.5 TFLOPS\ntriton: 0.25 ms, 22.5 TFLOPS\n");
  ASSERT_EQ(log->metrics().size(), 4U);
  EXPECT_EQ(log->metrics()[2].value.number, 0.25e6);
  EXPECT_THAT(readLogText("torch: 2.11\nCUDA: 12.8\n")->metrics(), IsEmpty());
}

std::vector<std::string> measuredIn(const Log& log) {
  std::vector<std::string> lines;
  for (const LogMetric& metric : log.metrics()) {
    std::string line{log.text(metric.name)};
    const LogContext& context = log.context(metric.context);
    line += " of " + std::string{log.text(context.subject)};
    for (const LogParameter& parameter : context.parameters) {
      line += " " + std::string{log.text(parameter.name)} + "=" + std::string{log.text(parameter.value.text)};
    }
    lines.push_back(line);
  }
  return lines;
}

TEST(PrintedValues, thatFailedAreFailuresWhateverTheirLabelIs) {
  const auto log = readLogText("fwd: 1.25 ms\nbwd: FAILED\nflash: OOM\nbwd: nan\n");
  ASSERT_EQ(log->failures().size(), 2U);
  EXPECT_EQ(log->text(log->failures()[0].text), "bwd: FAILED");
  EXPECT_EQ(log->metrics().size(), 2U) << "one of them without a number";
}

TEST(PrintedValues, inBracketsBehindOthersAreOfTheSame) {
  const auto log = readLogText("Results:\n  eager : 12.5 ms  (100 TFLOPS)\n  compiled :  9.5 ms  (131 TFLOPS)\n");
  EXPECT_THAT(log->tables(), IsEmpty());
  EXPECT_THAT(measuredIn(*log),
              ElementsAre("time of eager", "flop_rate of eager", "time of compiled", "flop_rate of compiled"));
}

TEST(PrintedValues, haveNoCountersOfTheirProgramInTheirNames) {
  EXPECT_THAT(measuredIn(*readLogText("[1/3] eager: 12.5ms\n[2/3] compiled: 9.5ms\n")),
              ElementsAre("eager of ", "compiled of "));
}

TEST(PrintedValues, ofOnePhaseAreNamedAfterIt) {
  EXPECT_THAT(measuredIn(*readLogText("train Loss: 0.75 Acc: 0.5\nval Loss: 0.5 Acc: 0.625\n")),
              ElementsAre("train Loss of ", "train Acc of ", "val Loss of ", "val Acc of "));
}

TEST(PrintedValues, belowHeadingsThatSetSomethingAreMeasuredWithIt) {
  EXPECT_THAT(measuredIn(*readLogText("==== Config: bs=1, seq=128 ====\nfwd: 1.25 ms\n")),
              ElementsAre("fwd of  bs=1 seq=128"));
  EXPECT_THAT(measuredIn(*readLogText("## seq_len = 1024\n\nfwd: 1.25 ms\n")), ElementsAre("fwd of  seq_len=1024"));
}

TEST(PrintedTables, withAnotherCellBehindTheirNumbersKeepThem) {
  const auto log = readLogText("model,batch,latency_ms\nbert,8,1.5,slow\nbert,16,2.5,slow\n");
  ASSERT_EQ(log->tables().size(), 1U);
  EXPECT_THAT(namesOf(*log, log->tables()[0]), ElementsAre("model", "batch", "latency_ms", "unnamed"));
  EXPECT_EQ(log->tables()[0].cell(1, 2).number, 2.5e6);
}

TEST(PrintedTables, countParametersOfModelsInBillions) {
  const auto log = readLogText("model,params,ms\na,6.7B,1.5\nb,13.0B,2.5\nc,70B,9.5\nd,1.5B,0.5\n");
  ASSERT_EQ(log->tables().size(), 1U);
  const LogTable& table = log->tables()[0];
  EXPECT_EQ(table.columns[1].quantity, Quantity::Number);
  EXPECT_EQ(table.cell(1, 1).number, 13e9);
  EXPECT_EQ(table.cell(2, 1).number, 70e9);
  EXPECT_EQ(table.cell(3, 1).number, 1.5e9);
}

TEST(PrintedFrames, thatGoOnBelowHaveNoColumnForTheirMark) {
  const auto log = readLogText(
      "   model  batch  latency_ms  \\\n0    gpt      1        1.25   \n1    gpt      8        4.50   \n\n"
      "   throughput  memory_gb  \n0       800.5        2.5  \n1      1777.5        3.5  \n");
  ASSERT_EQ(log->tables().size(), 2U);
  EXPECT_THAT(namesOf(*log, log->tables()[0]), ElementsAre("index", "model", "batch", "latency_ms"));
  EXPECT_THAT(rowOf(*log, log->tables()[0], 1), ElementsAre("1", "gpt", "8", "4.50"));
}

TEST(PrintedTables, belowACommentMayHaveTwoColumns) {
  const auto log = readLogText(
      "# OSU MPI-CUDA Latency Test v5.9\n# Size          Latency (us)\n0                       1.50\n"
      "1024                    3.25\n");
  ASSERT_EQ(log->tables().size(), 1U);
  EXPECT_THAT(namesOf(*log, log->tables()[0]), ElementsAre("Size", "Latency (us)"));
  EXPECT_EQ(log->tables()[0].cell(1, 1).number, 3250);
}

TEST(PrintedTables, haveTheUnitsThatTheirNamesEndIn) {
  const auto log = readLogText("name,Best Rate MB/s,max_mbytes_per_sec\na,1.5,2.5\nb,3.5,4.5\n");
  ASSERT_EQ(log->tables().size(), 1U);
  EXPECT_EQ(log->tables()[0].cell(0, 1).number, 1.5e6);
  EXPECT_EQ(log->tables()[0].cell(1, 2).number, 4.5e6);
}

TEST(PrintedValues, behindPrefixesOfLoggersHaveTheirOwnNames) {
  for (const std::string_view prefix :
       {"2024-05-01 12:00:05,123 - INFO - ", "2024-05-01 12:00:05,123 - bench - INFO - ",
        "2024-05-01 12:00:05.123 | INFO     | __main__:main:42 - "}) {
    EXPECT_THAT(measuredIn(*readLogText(std::string{prefix} + "Latency: 12.5 ms\n")), ElementsAre("Latency of "))
        << prefix;
  }
}

TEST(PrintedValues, inMarkdownAreReadWithoutTheirStars) {
  const auto log = readLogText("# Results\n- **eager**: 12.5 ms (80 TFLOPS)\n- **flash**: OOM\n");
  EXPECT_THAT(measuredIn(*log), ElementsAre("time of eager", "flop_rate of eager"));
  ASSERT_EQ(log->failures().size(), 1U);
  EXPECT_EQ(log->text(log->failures()[0].text), "- flash: OOM");
}

TEST(PrintedValues, behindEqualsAreMeasuredWhereTheirNamesHaveUnits) {
  EXPECT_THAT(measuredIn(*readLogText("train_samples_per_second =     35.25\nlayers = 12\n")),
              ElementsAre("train_samples_per_second of "));
}

TEST(PrintedTables, ofTasksNameThemInTheirFirstRowOnly) {
  const auto log = readLogText(
      "|Tasks|Version|Filter|Metric|Value|\n|---|---:|---|---|---:|\n|arc|1|none|acc|0.5|\n|||none|acc_norm|0.75|\n");
  ASSERT_EQ(log->tables().size(), 1U);
  EXPECT_THAT(rowOf(*log, log->tables()[0], 1), ElementsAre("arc", "1", "none", "acc_norm", "0.75"));
}

}  // namespace
}  // namespace kernline::test
