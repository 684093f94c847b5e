// SPDX-License-Identifier: GPL-3.0-or-later
// Values that stand behind labels, with remarks, units and ranks around them.
#include "core/import/log/read_log.h"
#include "tests/core/import/log/log_view.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace kernline::test {
namespace {

using logs::readLogText;
using testing::ElementsAre;

/// "section | parameters | subject | name | value unit" of each.
std::vector<std::string> metricsOf(const Log& log) {
  std::vector<std::string> texts;
  for (const LogMetric& metric : log.metrics()) {
    const std::string text = metricText(log, metric);
    const std::string value = text.substr(0, text.rfind(" | "));
    texts.push_back(value.substr(0, value.find_last_not_of(' ') + 1));
  }
  return texts;
}

TEST(PrintedValues, withASpeedUpOrARemarkBehindThemAreKept) {
  const auto log = readLogText(
      "eager: 2.5 ms (baseline)\n"
      "compiled: 1.5 ms (1.75x)\n"
      "flash: 1.25 ms (2.00x faster)\n"
      "fused: 1.0 ms (456.7 TFLOPS)\n");
  EXPECT_THAT(metricsOf(*log), ElementsAre(" |  |  | eager | 2500000 ns", " |  |  | compiled | 1500000 ns",
                                           " |  |  | compiled speedup | 1.75 x", " |  |  | flash | 1250000 ns",
                                           " |  |  | flash speedup | 2 x", " |  | fused | time | 1000000 ns",
                                           " |  | fused | flop_rate | 456700000000000 flops/s"));
}

/// Most lines of a log are passed over without a look at all rules.
TEST(PrintedValues, areFoundAmongLinesThatSayNothing) {
  std::string text;
  for (int i = 0; i < 20; ++i) {
    text += "nothing of interest happens here\n";
  }
  const auto among = [&text](std::string_view lines) { return readLogText(fmt::format("{0}{1}\n{0}", text, lines)); };
  for (const char* line : {"compiled: 1.5 ms (1.75x)", "eager: 2.5 ms (baseline)", "slat (nsec): min=1100, max=9000",
                           "Prefill. latency: 0.25 s, throughput:  14388.5 token/s", "iops : min=1, max=2"}) {
    EXPECT_FALSE(among(line)->metrics().empty()) << line;
  }
  const char* const rows = "naive softmax took 1.5 ms\nfused softmax took 0.5 ms\nonline softmax took 0.25 ms";
  EXPECT_EQ(among(rows)->tables().size(), 1U);
  EXPECT_EQ(among("fwd    3.2\nbwd    6.1\ndtype: float64")->tables().size(), 1U);
}

TEST(PrintedValues, takeTheUnitOfTheirLabel) {
  const auto log = readLogText(
      "    slat (nsec): min=1100, max=92233, avg=2411.5, stdev=812.25\n"
      "   bw (  KiB/s): min=451231, max=512345, samples=59\n"
      "   iops        : min=112807, max=128086\n");
  EXPECT_THAT(metricsOf(*log),
              ElementsAre(" |  |  | slat min | 1100 ns", " |  |  | slat max | 92233 ns",
                          " |  |  | slat avg | 2411.5 ns", " |  |  | slat stdev | 812.25 ns",
                          " |  |  | bw min | 462060544 bytes/s", " |  |  | bw max | 524641280 bytes/s",
                          " |  |  | bw samples | 59", " |  |  | iops min | 112807", " |  |  | iops max | 128086"));
}

TEST(PrintedValues, ofTimersOnAllRanksAreOfTheIterationAbove) {
  const auto log = readLogText(
      " [2025-03-04 10:12:33] iteration       10/     100 | elapsed time per iteration (ms): 1234.5 | throughput per "
      "GPU "
      "(TFLOP/s/GPU): 412.5 |\n"
      "(min, max) time across ranks (ms):\n"
      "    forward-backward ...............................: (1101.25, 1120.5)\n"
      "    optimizer ......................................: (22.25, 24.5)\n"
      "loss: 2.5\n");
  EXPECT_THAT(metricsOf(*log), ElementsAre(" | iteration=10 |  | elapsed time per iteration | 1234500000 ns",
                                           " | iteration=10 |  | throughput per GPU | 412500000000000 flops/s",
                                           " | iteration=10 |  | forward-backward min | 1101250000 ns",
                                           " | iteration=10 |  | forward-backward max | 1120500000 ns",
                                           " | iteration=10 |  | optimizer min | 22250000 ns",
                                           " | iteration=10 |  | optimizer max | 24500000 ns", " |  |  | loss | 2.5"));
}

TEST(PrintedValues, standBehindAllThatLoggersPutInFront) {
  const auto log = readLogText(
      "03/04/2025 10:15:33 - INFO - __main__ - epoch 0: perplexity: 21.5 eval_loss: 3.25\n"
      "[2025-03-04 10:12:33,124] [INFO] [timer.py:260:stop] epoch=0/micro_step=10/global_step=20, "
      "CurrSamplesPerSec=82.5, "
      "MemAllocated=12.5GB\n"
      "[2025-03-04 10:12:35,125] [INFO] [logging.py:96:log_dist] time (ms) | fwd: 101.25 | bwd: 203.5\n");
  EXPECT_THAT(metricsOf(*log),
              ElementsAre(" | epoch=0 |  | perplexity | 21.5", " | epoch=0 |  | eval_loss | 3.25",
                          " | epoch=0,micro_step=10,global_step=20 |  | CurrSamplesPerSec | 82.5",
                          " | epoch=0,micro_step=10,global_step=20 |  | MemAllocated | 13421772800 bytes",
                          " |  |  | fwd | 101250000 ns", " |  |  | bwd | 203500000 ns"));
}

TEST(PrintedValues, areFoundInEveryCellBetweenBars) {
  const auto log = readLogText(
      "Step 1 | loss:1.25 lr:2e-05 tokens_per_second_per_gpu:1234.5\n"
      "Epoch 1 | iter 100 step 25 | loss train: 2.5, val: n/a | iter time: 123.5 ms (step) remaining time: 0:12:33\n"
      "step    1/18865 | loss 11.5 (+nanz)| norm 15.25 (+nanz)| lr 0.5 | 512.5 ms | 50% bf16 MFU | 1023456 "
      "tok/s\n");
  EXPECT_THAT(
      metricsOf(*log),
      ElementsAre(" | Step=1,lr=2e-05 |  | loss | 1.25", " | Step=1,lr=2e-05 |  | tokens_per_second_per_gpu | 1234.5",
                  " | Epoch=1,iter=100,step=25 |  | loss train | 2.5", " | Epoch=1,iter=100,step=25 |  | val | –",
                  " | Epoch=1,iter=100,step=25 |  | iter time | 123500000 ns", " | step=1 |  | loss | 11.5",
                  " | step=1 |  | norm | 15.25", " | step=1 |  | lr | 0.5", " | step=1 |  | time | 512500000 ns",
                  " | step=1 |  | bf16 MFU | 0.5 ratio", " | step=1 |  | throughput | 1023456 tok/s"));
}

TEST(PrintedValues, mayHaveNoBlankBehindTheirColons) {
  const auto log = readLogText(
      "step:0/1390 val_loss:10.5 train_time:0ms step_avg:nanms\n"
      "step:125/1390 val_loss:4.5 train_time:12543ms step_avg:100.5ms\n");
  EXPECT_THAT(metricsOf(*log),
              ElementsAre(" | step=0 |  | val_loss | 10.5", " | step=0 |  | train_time | 0 ns",
                          " | step=0 |  | step_avg | –", " | step=125 |  | val_loss | 4.5",
                          " | step=125 |  | train_time | 12543000000 ns", " | step=125 |  | step_avg | 100500000 ns"));
}

TEST(PrintedValues, mayBeSeveralOfOneLabelInSeveralForms) {
  const auto log = readLogText(
      "Time for inference 1: 1.25 sec total, 81.5 tokens/sec\n"
      "Prompt: 12 tokens, 123.5 tokens-per-sec\n"
      "Latency (p50/p90): 12.5 / 15.5 ms\n"
      "Throughput: 1,234 samples/s ± 12\n"
      "step_ms: 12.5, loss: 2.5\n"
      "MUL_MAT(type_a=q4_0,m=4096): 8520 runs - 117.5 us/run - 1.5 TFLOPS\n");
  EXPECT_THAT(metricsOf(*log),
              ElementsAre(" |  |  | Time for inference 1 | 1250000000 ns",
                          " |  |  | Time for inference 1 throughput | 81.5 tokens/sec", " |  | Prompt | tokens | 12",
                          " |  | Prompt | throughput | 123.5 tokens-per-sec", " |  |  | Latency p50 | 12500000 ns",
                          " |  |  | Latency p90 | 15500000 ns", " |  |  | Throughput | 1234 samples/s",
                          " |  |  | step_ms | 12500000 ns", " |  |  | loss | 2.5",
                          " | type_a=q4_0,m=4096 | MUL_MAT | runs | 8520 runs",
                          " | type_a=q4_0,m=4096 | MUL_MAT | time | 117500 ns",
                          " | type_a=q4_0,m=4096 | MUL_MAT | flop_rate | 1500000000000 flops/s"));
  EXPECT_DOUBLE_EQ(log->metrics()[6].error, 12);
}

TEST(PrintedValues, ofAPhaseInFrontOfAPointAreThatPhases) {
  const auto log = readLogText(
      "Prefill. latency: 0.25 s, throughput:  14388.5 token/s\n"
      "Decode.  median latency: 0.5 s, median throughput:    885.5 token/s\n");
  EXPECT_THAT(
      metricsOf(*log),
      ElementsAre(" |  | Prefill | latency | 250000000 ns", " |  | Prefill | throughput | 14388.5 token/s",
                  " |  | Decode | median latency | 500000000 ns", " |  | Decode | median throughput | 885.5 token/s"));
}

}  // namespace
}  // namespace kernline::test
