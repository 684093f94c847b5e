// SPDX-License-Identifier: GPL-3.0-or-later
// Advice from what counters say of kernels.
#include "tests/core/analysis/advice/advice_program.h"
#include "tests/support/says.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace kernline::test {
namespace {

using testing::HasSubstr;

std::string metricsText(double dramShare, double dramBytes, double smShare, double tensorShare) {
  return fmt::format(R"("dram__throughput.avg.pct_of_peak_sustained_elapsed":{},"dram__bytes_read.sum":{},)"
                     R"("dram__bytes_write.sum":0,"sm__throughput.avg.pct_of_peak_sustained_elapsed":{},)"
                     R"("sm__pipe_tensor_cycles_active.avg.pct_of_peak_sustained_elapsed":{})",
                     dramShare, dramBytes, smShare, tensorShare);
}

/// A kernel of nobody's of 400 us that was counted.
Advice adviceOnCounted(const std::string& metrics, const std::string& needs = {}) {
  AdviceProgram program;
  program.work("void mine(float*)", 10, 100, 400);
  program.counted(100, metrics, needs);
  return adviceOf(program.trace());
}

bool hasRowOfCounters(const Advice& advice) {
  return hasRow(advice, AdviceKind::Traffic) || hasRow(advice, AdviceKind::TensorPipe) ||
         hasRow(advice, AdviceKind::Cache) || hasRow(advice, AdviceKind::Tail) || hasRow(advice, AdviceKind::Latency);
}

TEST(CounterAdvice, namesTrafficThatTheAlgorithmDoesNotNeed) {
  const Advice advice = adviceOnCounted(metricsText(85, 200e6, 40, 0), R"("bytes":100000000)");
  const AdviceRow& row = rowOf(advice, AdviceKind::Traffic);
  EXPECT_THAT(row.title, says("moves-more-dram-traffic", "mine"));
  EXPECT_EQ(row.bound.ns, 200'000) << "half of the bytes";
  EXPECT_EQ(row.confidence, Confidence::High);
  EXPECT_THAT(evidenceOf(row), mentions("counted-dram-traffic", "85.0 %", "190.7 MiB", "2.00", "95.37 MiB"));
  ASSERT_EQ(row.places.size(), 1U);
}

TEST(CounterAdvice, ofTrafficGoesNoFurtherThanTheNextUnit) {
  const Advice advice = adviceOnCounted(metricsText(85, 200e6, 75, 0), R"("bytes":100000000)");
  EXPECT_EQ(rowOf(advice, AdviceKind::Traffic).bound.ns, 100'000) << "then the SMs are the limit";
}

TEST(CounterAdvice, isSilentBelowItsThresholds) {
  EXPECT_FALSE(hasRowOfCounters(adviceOnCounted(metricsText(65, 200e6, 65, 0), R"("bytes":100000000)")));
  EXPECT_FALSE(hasRowOfCounters(adviceOnCounted(metricsText(85, 120e6, 40, 0), R"("bytes":100000000)")));
  EXPECT_FALSE(hasRowOfCounters(adviceOnCounted(metricsText(85, 200e6, 40, 0)))) << "nobody says what it needs";
}

TEST(CounterAdvice, isOfAllLaunchesOfAKernelLikeTheOneThatWasCounted) {
  AdviceProgram program;
  program.work("void mine(float*)", 10, 100, 400);
  program.counted(100, metricsText(85, 200e6, 40, 0), R"("bytes":100000000)");
  program.work("void mine(float*)", 20, 500, 600);
  program.work("void other(float*)", 30, 1100, 400);
  EXPECT_EQ(rowOf(adviceOf(program.trace()), AdviceKind::Traffic).bound.ns, 500'000);
}

TEST(CounterAdvice, namesProductsThatLeaveTensorCoresIdle) {
  AdviceProgram program;
  program.op("aten::mm", 0, 50, squares, twoHalves);
  program.work("gemm", 10, 100, 400);
  program.counted(100, metricsText(20, 1e8, 65, 20));
  const Advice advice = adviceOf(program.trace());
  const AdviceRow& row = rowOf(advice, AdviceKind::TensorPipe);
  EXPECT_THAT(row.title, says("leaves-tensor-cores-idle", "aten::mm"));
  EXPECT_NEAR(static_cast<double>(row.bound.ns), (400 - squaresUs / reachablePeak) * 1e3, 100)
      << "not below its roofline";
  EXPECT_THAT(evidenceOf(row), mentions("counted-tensor-pipe", "20.0 %"));
  EXPECT_FALSE(hasRow(advice, AdviceKind::Roofline)) << "nothing is left for it";
}

TEST(CounterAdvice, takesSamplesWhereNothingWasCounted) {
  AdviceProgram program;
  program.op("aten::mm", 0, 50, squares, twoHalves);
  program.work("gemm", 10, 100, 400);
  for (int time = 0; time < 700; time += 20) {
    program.sampled(time, 20 + time * 0.001, 1e9);
  }
  EXPECT_THAT(evidenceOf(rowOf(adviceOf(program.trace()), AdviceKind::TensorPipe)),
              mentions("sampled-tensor-pipe", "20.3 %"));
}

TEST(CounterAdvice, takesNoSamplesOfShortKernels) {
  AdviceProgram program;
  program.op("aten::mm", 0, 50, squares, twoHalves);
  program.work("gemm", 10, 100, 400);
  for (int time = 0; time < 1000; time += 180) {
    program.sampled(time, 20 + time * 0.001, 1e9);
  }
  EXPECT_FALSE(hasRowOfCounters(adviceOf(program.trace()))) << "samples cover less than half of it";
}

TEST(CounterAdvice, namesWhatWarpsWaitFor) {
  const auto waiting = [](double smShare, double longScoreboard) {
    return adviceOnCounted(
        metricsText(10, 1e6, smShare, 0) +
        fmt::format(R"(,"smsp__average_warps_issue_stalled_long_scoreboard_per_issue_active.ratio":{},)"
                    R"("smsp__average_warps_issue_stalled_selected_per_issue_active.ratio":1)",
                    longScoreboard));
  };
  const Advice advice = waiting(40, 1.5);
  const AdviceRow& row = rowOf(advice, AdviceKind::Latency);
  EXPECT_EQ(row.bound.ns, 200'000) << "until the SMs are at 80 %";
  EXPECT_EQ(row.confidence, Confidence::Low);
  EXPECT_THAT(evidenceOf(row), mentions("no-unit-near-its-peak", "40.0 %", "SM"));
  EXPECT_THAT(evidenceOf(row), mentions("warps-mostly-wait-for", "Long scoreboard", "60.0 %", anyValue));
  EXPECT_EQ(rowOf(waiting(10, 1.5), AdviceKind::Latency).bound.ns, 240'000) << "what they wait for";
  EXPECT_FALSE(hasRowOfCounters(waiting(70, 1.5)));
  EXPECT_FALSE(hasRowOfCounters(waiting(40, 0.3)));
}

TEST(CounterAdvice, namesWhatLetsFewWarpsFit) {
  const auto limited = [](double smShare, int registers, int blocks) {
    AdviceProgram program;
    program.work("void mine(float*)", 10, 100, 400, 7, "kernel",
                 fmt::format(R"(,"grid":[{},1,1],"block":[256,1,1],"registers per thread":{},"shared memory":0)",
                             blocks, registers));
    program.counted(100, metricsText(10, 1e6, smShare, 0));
    return adviceOf(program.trace());
  };
  const Advice advice = limited(40, 128, 1320);
  const AdviceRow& row = rowOf(advice, AdviceKind::Latency);
  EXPECT_THAT(row.title, says("bound-by-latency", "mine"));
  EXPECT_EQ(row.bound.ns, 200'000) << "until the SMs are at 80 %";
  EXPECT_THAT(evidenceOf(row), mentions("no-unit-near-its-peak", "40.0 %", "SM"));
  EXPECT_THAT(evidenceOf(row), mentions("only-some-warps-fit", "25.0 %", "registers"));
  EXPECT_EQ(rowOf(limited(10, 64, 1320), AdviceKind::Latency).bound.ns, 200'000) << "half of the warps have no room";
  EXPECT_FALSE(hasRowOfCounters(limited(40, 32, 1320))) << "all warps fit";
  EXPECT_FALSE(hasRowOfCounters(limited(70, 128, 1320))) << "the SMs are busy";
  EXPECT_FALSE(hasRowOfCounters(limited(40, 128, 132))) << "the grid has too few blocks, whatever would fit";
}

std::shared_ptr<const Trace> sample(const char* name) {
  return load(std::string(KERNLINE_SOURCE_DIR "/resources/samples/") + name).value();
}

/// A product of 512 cubed in two versions, as it was recorded on an H100.
TEST(CounterAdvice, isWhatSamplesSay) {
  const Advice before = adviceOf(sample("tiled-matmul-before.json.gz"));
  const AdviceRow& row = rowOf(before, AdviceKind::Cache);
  EXPECT_THAT(row.title, says("bound-by-cache-bandwidth", "matmul"));
  EXPECT_EQ(row.confidence, Confidence::Medium);
  EXPECT_THAT(evidenceOf(row), mentions("counted-unit-at-peak", "L1/TEX cache", "84.1 %", "12.8 %"));
  EXPECT_THAT(evidenceOf(row), mentions("warps-mostly-wait-for", "Long scoreboard", "30.5 %", anyValue));
  EXPECT_THAT(evidenceOf(row),
              HasSubstr("tiled-matmul.cu:38: left[i % depth][i / depth] = a[(row + i / depth) * n + k + i % depth];"));
  EXPECT_FALSE(hasRowOfCounters(adviceOf(sample("tiled-matmul.json.gz")))) << "its busiest unit is at 62.7 %";
}

/// Blocks on 40 of 132 SMs.
TEST(CounterAdvice, namesSmsWithoutBlocks) {
  const AdviceRow row = rowOf(adviceOf(load(fixture("recordings/phases.json.gz")).value()), AdviceKind::Tail);
  EXPECT_THAT(row.title, says("leaves-sms-idle", "phases"));
  EXPECT_THAT(evidenceOf(row), mentions("sms-without-block", "92", "132"));
}

TEST(CounterAdvice, isSilentWithoutCounters) {
  for (const char* name : {"attention-training.json.gz", "training-steps.json.gz"}) {
    EXPECT_FALSE(hasRowOfCounters(adviceOf(sample(name)))) << name;
  }
}

}  // namespace
}  // namespace kernline::test
