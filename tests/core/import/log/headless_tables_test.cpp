// SPDX-License-Identifier: GPL-3.0-or-later
// Results that stand in no table of columns with a head: rows that only look alike, Series, LaTeX, what tools print.
#include "core/import/log/read_log.h"
#include "tests/core/import/log/log_view.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace kernline::test {
namespace {

using logs::readLogText;
using testing::ElementsAre;
using testing::IsEmpty;

TEST(HeadlessTables, ofNamesAndValuesAreReadFromThreeLinesOn) {
  const auto log = readLogText(
      "some results\n"
      "attention_fwd 1.2 ms\n"
      "attention_bwd 3.4 ms\n"
      "layer_norm 210 us\n"
      "mlp 2.8 ms\n"
      "\n"
      "left 1.5 ms\n"
      "right 2.5 ms\n");
  ASSERT_EQ(log->tables().size(), 1U);
  const LogTable& table = log->tables()[0];
  EXPECT_THAT(columnNames(*log, table), ElementsAre("name", "time"));
  ASSERT_EQ(table.rows.size(), 4U);
  EXPECT_THAT(rowTexts(*log, table, 0), ElementsAre("attention_fwd", "1.2 ms"));
  EXPECT_DOUBLE_EQ(table.cell(2, 1).number, 210'000);
  EXPECT_THAT(rowTexts(*log, table, 3), ElementsAre("mlp", "2.8 ms"));
}

TEST(HeadlessTables, keepSeveralValuesSpeedUpsAndRunsThatFailed) {
  const auto log = readLogText(
      "torch.matmul          0.512 ms   268.4 TFLOPS\n"
      "triton.matmul         0.533 ms   257.8 TFLOPS (0.96x)\n"
      "broken                OOM\n"
      "cutlass               0.498 ms   275.9 TFLOPS (1.03x faster)\n");
  ASSERT_EQ(log->tables().size(), 1U);
  const LogTable& table = log->tables()[0];
  EXPECT_THAT(columnNames(*log, table), ElementsAre("name", "time", "flop_rate", "speedup"));
  ASSERT_EQ(table.rows.size(), 4U);
  EXPECT_THAT(rowTexts(*log, table, 0), ElementsAre("torch.matmul", "0.512 ms", "268.4 TFLOPS", ""));
  EXPECT_THAT(rowTexts(*log, table, 1), ElementsAre("triton.matmul", "0.533 ms", "257.8 TFLOPS", "0.96x"));
  EXPECT_THAT(rowTexts(*log, table, 2), ElementsAre("broken", "OOM", "", ""));
  EXPECT_THAT(rowTexts(*log, table, 3), ElementsAre("cutlass", "0.498 ms", "275.9 TFLOPS", "1.03x"));
  EXPECT_EQ(log->failures().size(), 1U);
}

TEST(HeadlessTables, mayHaveAVerbAndLeaveItOut) {
  const auto log = readLogText(
      "  naive softmax took 1.52 ms\n"
      "  fused softmax took 0.41 ms\n"
      "  online softmax took 0.44 ms\n");
  ASSERT_EQ(log->tables().size(), 1U);
  EXPECT_THAT(rowTexts(*log, log->tables()[0], 1), ElementsAre("fused softmax", "0.41 ms"));
}

TEST(HeadlessTables, areNoSentencesAndNoOtherUnits) {
  for (const char* text : {"The run took 12 s\non one machine with 80 GB\nand it used 40 %\n",
                           "We waited for 3 s\nand then again about 5 s\nuntil it was 7 s\n",
                           "a 1 ms\nb 2 GB\nc 3 ms\n", "a 1 ms\nb 2 ms\n\nc 3 ms\n"}) {
    EXPECT_THAT(readLogText(text)->tables(), IsEmpty()) << text;
  }
}

TEST(HeadlessTables, ofASeriesOfPandasHaveItsIndexAndItsName) {
  const auto log = readLogText(
      "backend\n"
      "eager      1.234\n"
      "compile    0.912\n"
      "flash        NaN\n"
      "Name: latency_ms, dtype: float64\n"
      "\n"
      "batch  impl \n"
      "1      eager     1.50\n"
      "       flash     0.90\n"
      "8      eager    11.20\n"
      "Name: time_ms, Length: 3, dtype: float64\n"
      "fwd    3.2\n"
      "bwd    6.1\n"
      "dtype: float64\n");
  ASSERT_EQ(log->tables().size(), 3U);
  const LogTable& first = log->tables()[0];
  EXPECT_THAT(columnNames(*log, first), ElementsAre("backend", "latency_ms"));
  ASSERT_EQ(first.rows.size(), 3U);
  EXPECT_DOUBLE_EQ(first.cell(1, 1).number, 912'000);
  EXPECT_THAT(rowTexts(*log, first, 2), ElementsAre("flash", "NaN"));
  const LogTable& second = log->tables()[1];
  EXPECT_THAT(columnNames(*log, second), ElementsAre("batch", "impl", "time_ms"));
  EXPECT_THAT(rowTexts(*log, second, 1), ElementsAre("1", "flash", "0.90"));
  EXPECT_THAT(rowTexts(*log, second, 2), ElementsAre("8", "eager", "11.20"));
  EXPECT_THAT(columnNames(*log, log->tables()[2]), ElementsAre("index", "value"));
}

TEST(HeadlessTables, ofLatexAreReadWithoutItsCommands) {
  const auto log = readLogText(
      "\\begin{table}[t]\n"
      "\\caption{Throughput on \\textbf{one} GPU.}\n"
      "\\begin{tabular}{lrr} % a remark\n"
      "\\toprule\n"
      " & \\multicolumn{2}{c}{H100} \\\\\n"
      "\\cmidrule(lr){2-3}\n"
      "Method & Latency (ms) & Rate (tok/s) \\\\\n"
      "\\midrule\n"
      "\\multicolumn{3}{l}{\\textit{7B}} \\\\\n"
      "Eager & 12.3 & 812 \\\\\n"
      "\\textbf{Ours}~\\cite{us} & \\textbf{4.1} $\\pm$ 0.1 & 2,438 \\\\[2pt]\n"
      "A \\& B & OOM\n"
      "  & -- \\\\\n"
      "\\bottomrule\n"
      "\\end{tabular}\n"
      "\\end{table}\n");
  ASSERT_EQ(log->tables().size(), 1U);
  const LogTable& table = log->tables()[0];
  EXPECT_EQ(log->text(table.title), "Throughput on one GPU.");
  EXPECT_THAT(columnNames(*log, table), ElementsAre("group", "Method", "H100 Latency (ms)", "H100 Rate (tok/s)"));
  ASSERT_EQ(table.rows.size(), 3U);
  EXPECT_THAT(rowTexts(*log, table, 0), ElementsAre("7B", "Eager", "12.3", "812"));
  EXPECT_DOUBLE_EQ(table.cell(1, 2).number, 4.1e6);
  EXPECT_DOUBLE_EQ(table.cell(1, 3).number, 2438);
  EXPECT_THAT(rowTexts(*log, table, 2), ElementsAre("7B", "A & B", "OOM", "--"));
  EXPECT_EQ(log->failures().size(), 1U);
}

TEST(HeadlessTables, ofLatexRepeatCellsOverSeveralRowsAndNeedNoRules) {
  const auto log = readLogText(
      "\\begin{tabular}{llr}\n"
      "\\toprule\n"
      " &  & time_ms \\\\\n"
      "batch & impl &  \\\\\n"
      "\\midrule\n"
      "\\multirow[t]{2}{*}{1} & eager & 1.25 \\\\\n"
      " & flash & 0.75 \\\\\n"
      "\\cline{1-3}\n"
      "\\multirow[t]{2}{*}{8} & eager & 9.25 \\\\\n"
      " & flash & 6.75 \\\\\n"
      "\\end{tabular}\n"
      "\\begin{tabular}{lr}\n"
      "model & ppl \\\\\n"
      "7B & 5.68 \\\\\n"
      "13B & 5.09\n"
      "\\end{tabular}\n");
  ASSERT_EQ(log->tables().size(), 2U);
  const LogTable& table = log->tables()[0];
  EXPECT_THAT(columnNames(*log, table), ElementsAre("batch", "impl", "time_ms"));
  ASSERT_EQ(table.rows.size(), 4U);
  EXPECT_THAT(rowTexts(*log, table, 1), ElementsAre("1", "flash", "0.75"));
  EXPECT_THAT(rowTexts(*log, table, 3), ElementsAre("8", "flash", "6.75"));
  ASSERT_EQ(log->tables()[1].rows.size(), 2U);
  EXPECT_THAT(rowTexts(*log, log->tables()[1], 1), ElementsAre("13B", "5.09"));
}

TEST(HeadlessTables, ofAutotuningHaveARowAChoice) {
  const auto log = readLogText(
      "AUTOTUNE mm(64x32, 32x16)\n"
      "strides: [32, 1], [16, 1]\n"
      "dtypes: torch.float16, torch.float16\n"
      "  triton_mm_12 0.0123 ms 100.0% ACC_TYPE='tl.float32', BLOCK_K=64, num_warps=4\n"
      "  mm 0.0150 ms 82.0% \n"
      "  triton_mm_3 inf ms 0.0% BLOCK_K=128\n"
      "SingleProcess AUTOTUNE benchmarking takes 2.33 seconds and 0.77 seconds precompiling for 18 choices\n"
      "AUTOTUNE addmm(8x8, 8x8, 8x8)\n"
      "  addmm 0.0100 ms 100.0%\n"
      "  bias_addmm 0.0200 ms 50.0%\n"
      "loss: 2.5\n");
  ASSERT_EQ(log->tables().size(), 2U);
  const LogTable& table = log->tables()[0];
  EXPECT_THAT(columnNames(*log, table), ElementsAre("operation", "shapes", "choice", "time (ms)", "share of best (%)",
                                                    "ACC_TYPE", "BLOCK_K", "num_warps"));
  ASSERT_EQ(table.rows.size(), 3U);
  EXPECT_THAT(rowTexts(*log, table, 0),
              ElementsAre("mm", "64x32, 32x16", "triton_mm_12", "0.0123", "100.0%", "tl.float32", "64", "4"));
  EXPECT_DOUBLE_EQ(table.cell(1, 3).number, 15'000);
  EXPECT_THAT(rowTexts(*log, table, 2), ElementsAre("mm", "64x32, 32x16", "triton_mm_3", "inf", "0.0%", "", "128", ""));
  EXPECT_EQ(log->tables()[1].rows.size(), 2U);
  EXPECT_EQ(log->metrics().size(), 1U);
}

TEST(HeadlessTables, withMoreColumnsThanAnyoneReadsAreCutAndCounted) {
  std::string options;
  std::string cells;
  for (int i = 0; i < 20'000; ++i) {
    options += "O" + std::to_string(i) + "=1, ";
    cells += "\\multicolumn{64}{c}{x} & ";
  }
  const auto choices = readLogText("AUTOTUNE mm(8x8)\n  mm 0.5 ms 100.0% " + options + "\n  addmm 0.75 ms 90.0%\n");
  ASSERT_EQ(choices->tables().size(), 1U);
  EXPECT_EQ(choices->tables()[0].columns.size(), 512U);
  EXPECT_EQ(choices->tables()[0].rows.size(), 2U);
  EXPECT_EQ(choices->report()[LogIssueKind::TornRow].count, 1U);
  const auto latex = readLogText("\\begin{tabular}{l}\n" + cells + "\\\\ \\hline\nb & 1.5 \\\\\n\\end{tabular}\n");
  ASSERT_EQ(latex->tables().size(), 1U);
  EXPECT_EQ(latex->tables()[0].rows.size(), 1U);
}

TEST(HeadlessTables, ofHyperfineHaveARowACommand) {
  const auto log = readLogText(
      "Benchmark 1: ./sort 8\n"
      "  Time (mean ± σ):     512.3 ms ±  12.3 ms    [User: 400.1 ms, System: 100.2 ms]\n"
      "  Range (min … max):   500.0 ms … 530.0 ms    10 runs\n"
      " \n"
      "Benchmark 2: ./sort 16\n"
      "  Time (abs ≡):        1.234 s               [User: 1.100 s, System: 0.100 s]\n"
      "\n"
      "Benchmark 3: ./none\n"
      "Error: Command terminated with non-zero exit code 1.\n");
  ASSERT_EQ(log->tables().size(), 1U);
  const LogTable& table = log->tables()[0];
  EXPECT_THAT(columnNames(*log, table),
              ElementsAre("command", "mean", "stddev", "user", "system", "min", "max", "runs"));
  ASSERT_EQ(table.rows.size(), 3U);
  EXPECT_THAT(rowTexts(*log, table, 0),
              ElementsAre("./sort 8", "512.3 ms", "12.3 ms", "400.1 ms", "100.2 ms", "500.0 ms", "530.0 ms", "10"));
  EXPECT_DOUBLE_EQ(table.cell(0, 7).number, 10);
  EXPECT_DOUBLE_EQ(table.cell(1, 1).number, 1.234e9);
  EXPECT_THAT(rowTexts(*log, table, 2), ElementsAre("./none", "failed", "", "", "", "", "", ""));
  EXPECT_THAT(readLogText("Benchmark 1: attention\ntime: 1.5 ms\n")->tables(), IsEmpty());
}

TEST(HeadlessTables, ofNvidiaSmiHaveARowADeviceAndAProcess) {
  const auto log = readLogText(
      "+-----------------------------------------------------------------------------+\n"
      "| NVIDIA-SMI 525.60.13    Driver Version: 525.60.13    CUDA Version: 12.0     |\n"
      "|-------------------------------+----------------------+----------------------+\n"
      "| GPU  Name        Persistence-M| Bus-Id        Disp.A | Volatile Uncorr. ECC |\n"
      "| Fan  Temp  Perf  Pwr:Usage/Cap|         Memory-Usage | GPU-Util  Compute M. |\n"
      "|                               |                      |               MIG M. |\n"
      "|===============================+======================+======================|\n"
      "|   0  Tesla T4            Off  | 00000000:00:04.0 Off |                    0 |\n"
      "| N/A   58C    P0    28W /  70W |   1024MiB / 15360MiB |     45%      Default |\n"
      "|                               |                      |                  N/A |\n"
      "+-------------------------------+----------------------+----------------------+\n"
      "|   1  Tesla T4            Off  | 00000000:00:05.0 Off |                    0 |\n"
      "| 30%   41C    P8     9W /  70W |      3MiB / 15360MiB |      0%      Default |\n"
      "+-------------------------------+----------------------+----------------------+\n"
      "                                                                               \n"
      "+-----------------------------------------------------------------------------+\n"
      "| Processes:                                                                  |\n"
      "|  GPU   GI   CI        PID   Type   Process name                  GPU Memory |\n"
      "|=============================================================================|\n"
      "|    0   N/A  N/A      1234      C   python train.py                 1020MiB |\n"
      "+-----------------------------------------------------------------------------+\n"
      "loss: 2.5\n");
  ASSERT_EQ(log->tables().size(), 2U);
  const LogTable& devices = log->tables()[0];
  EXPECT_THAT(columnNames(*log, devices),
              ElementsAre("GPU", "name", "fan", "temperature (C)", "performance state", "power (W)", "power cap (W)",
                          "memory used", "memory total", "utilization"));
  ASSERT_EQ(devices.rows.size(), 2U);
  EXPECT_THAT(rowTexts(*log, devices, 0),
              ElementsAre("0", "Tesla T4", "N/A", "58", "P0", "28", "70", "1024MiB", "15360MiB", "45%"));
  EXPECT_DOUBLE_EQ(devices.cell(1, 7).number, 3 * 1024.0 * 1024.0);
  const LogTable& processes = log->tables()[1];
  ASSERT_EQ(processes.rows.size(), 1U);
  EXPECT_THAT(rowTexts(*log, processes, 0), ElementsAre("0", "1234", "C", "python train.py", "1020MiB"));
  EXPECT_EQ(log->settings().size(), 2U);
  EXPECT_EQ(log->metrics().size(), 1U);
}

TEST(HeadlessTables, typesBelowNamesInABoxAreNoRow) {
  const auto log = readLogText(
      "┌─────────┬───────┬─────────┐\n"
      "│ impl    ┆ batch ┆ time_ms │\n"
      "│ ---     ┆ ---   ┆ ---     │\n"
      "│ str     ┆ i64   ┆ f64     │\n"
      "╞═════════╪═══════╪═════════╡\n"
      "│ eager   ┆ 1     ┆ 1.23    │\n"
      "│ compile ┆ 8     ┆ null    │\n"
      "└─────────┴───────┴─────────┘\n");
  ASSERT_EQ(log->tables().size(), 1U);
  EXPECT_EQ(log->tables()[0].rows.size(), 2U);
  EXPECT_EQ(issuesText(*log), "");
}

TEST(HeadlessTables, withOneBlankBetweenWideCellsKeepTheirRows) {
  const auto log = readLogText(
      "Function    MBytes/sec  Min (sec)   Max         Average     \n"
      "Copy        2912345.678 0.00018     0.00019     0.00018     \n"
      "Triad       2951345.678 0.00027     0.00028     0.00027     \n");
  ASSERT_EQ(log->tables().size(), 1U);
  EXPECT_THAT(columnNames(*log, log->tables()[0]),
              ElementsAre("Function", "MBytes/sec", "Min (sec)", "Max", "Average"));
  ASSERT_EQ(log->tables()[0].rows.size(), 2U);
  EXPECT_THAT(rowTexts(*log, log->tables()[0], 1),
              ElementsAre("Triad", "2951345.678", "0.00027", "0.00028", "0.00027"));
}

}  // namespace
}  // namespace kernline::test
