// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/activity/device_activity.h"
#include "core/analysis/steps/found_steps.h"
#include "tests/core/analysis/advice/advice_program.h"
#include "tests/support/says.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace kernline::test {
namespace {

using testing::HasSubstr;

TEST(Advice, blamesTheInnermostCallForIdleTime) {
  AdviceProgram program;
  program.op("aten::mm", 0, 50, squares, twoHalves);
  program.work("gemm", 10, 20, 150);
  program.host("cuda_runtime", "cudaMalloc", 165, 800);
  program.op("aten::mm", 970, 50, squares, twoHalves);
  program.work("gemm", 980, 990, 150);
  const Advice advice = adviceOf(program.trace());
  const AdviceRow& row = rowOf(advice, AdviceKind::HostBound);
  EXPECT_THAT(row.title, says("let-host-run-ahead"));
  EXPECT_EQ(row.bound.ns, 820'000);
  EXPECT_EQ(row.confidence, Confidence::High);
  EXPECT_THAT(evidenceOf(row), HasSubstr("The device is idle for 820.0 µs"));
  ASSERT_EQ(row.causes.size(), 2U);
  EXPECT_THAT(row.causes[0].title, says("host-is-in-call", "cudaMalloc"));
  EXPECT_EQ(row.causes[0].name, "cudaMalloc");
  EXPECT_EQ(row.causes[0].bound.ns, 810'000) << "up to the launch call";
  EXPECT_THAT(row.causes[1].title, says("launches-reach-empty-queue"));
  EXPECT_EQ(row.causes[1].bound.ns, 10'000);
}

TEST(Advice, findsShortKernelsThatAGraphCouldLaunch) {
  AdviceProgram program;
  for (int i = 0; i < 40; ++i) {
    program.op("aten::add", 30.0 * i, 28, "[[64],[64]]", typesOf({"float", "float"}));
    program.work(addKernel, 30.0 * i + 14, 30.0 * i + 16, 3);
  }
  const Advice advice = adviceOf(program.trace());
  const AdviceRow& row = rowOf(advice, AdviceKind::Launch);
  EXPECT_EQ(row.bound.ns, 39 * 27'000);
  EXPECT_EQ(row.confidence, Confidence::High);
  EXPECT_EQ(advice.recording.operators, 39U) << "from the first kernel on";
  EXPECT_THAT(evidenceOf(row), mentions("recording-slows-host", "312.0 µs"));
  EXPECT_THAT(evidenceOf(row), mentions("kernels-short-device-idle", "3.000 µs", anyValue));
  EXPECT_FALSE(hasRow(advice, AdviceKind::HostBound)) << "all of it is claimed";
}

TEST(Advice, isNotConfidentOfWhatRecordingAloneMayCause) {
  AdviceProgram program;
  for (int i = 0; i < 40; ++i) {
    program.op("aten::add", 10.0 * i, 8, "[[64],[64]]", typesOf({"float", "float"}));
    program.work(addKernel, 10.0 * i + 4, 10.0 * i + 6, 3);
  }
  EXPECT_EQ(rowOf(adviceOf(program.trace()), AdviceKind::Launch).confidence, Confidence::Low);
}

TEST(Advice, givesOneRowForTheHostWithItsCauses) {
  AdviceProgram program;
  const auto product = [&](double launch, double start) {
    program.op("aten::mm", launch, 8, squares, twoHalves);
    program.work("gemm", launch + 2, start, 150);
  };
  product(0, 10);
  for (int i = 0; i < 4; ++i) {
    program.host("cuda_runtime", "cudaFree", 170 + 100.0 * i, 95);
  }
  product(570, 580);
  program.op("aten::item", 590, 300, "[[]]", typesOf({"float"}));
  program.op("aten::_local_scalar_dense", 595, 290, "[[]]", typesOf({"float"}));
  program.host("cuda_runtime", "cudaStreamSynchronize", 600, 140);
  product(1000, 1010);
  const Advice advice = adviceOf(program.trace());
  EXPECT_EQ(std::ranges::count(advice.rows, AdviceKind::HostBound, &AdviceRow::kind), 1);
  const AdviceRow& row = rowOf(advice, AdviceKind::HostBound);
  const auto boundOf = [&](std::string_view title) {
    const auto cause = std::ranges::find(row.causes, title, [](const AdviceCause& one) { return one.title.english(); });
    EXPECT_NE(cause, row.causes.end()) << title;
    return cause == row.causes.end() ? 0 : cause->bound.ns / 1000;
  };
  EXPECT_EQ(boundOf(phrase("host-is-in-call", "cudaFree")), 412)
      << "no call fills half of the gap, but four together do";
  const AdviceRow& reading = rowOf(advice, AdviceKind::Synchronization);
  EXPECT_EQ(reading.rule, "read_value");
  EXPECT_EQ(reading.bound.ns / 1000, 288) << "and 16 us of launches";
  Duration sum;
  for (const AdviceCause& cause : row.causes) {
    sum += cause.bound;
  }
  EXPECT_EQ(sum, row.bound);
  EXPECT_EQ(row.confidence, Confidence::High);
}

TEST(Advice, givesManyLesserCausesAsOne) {
  AdviceProgram program;
  for (int i = 0; i < 50; ++i) {
    program.op("aten::mm", 1000.0 * i, 8, squares, twoHalves);
    program.work("gemm", 1000.0 * i + 2, 1000.0 * i + 10, 150);
    program.host("cpu_op", fmt::format("vendor::op{}", i).c_str(), 1000.0 * i + 100, 880);
  }
  const Advice advice = adviceOf(program.trace());
  const AdviceRow& row = rowOf(advice, AdviceKind::HostBound);
  ASSERT_EQ(row.causes.size(), 33U);
  EXPECT_THAT(row.causes.back().title, says("other-causes", "18"));
  Duration sum;
  for (const AdviceCause& cause : row.causes) {
    sum += cause.bound;
  }
  EXPECT_EQ(sum, row.bound);
}

TEST(Advice, leavesOutRoundsInWhichNothingTellsWhatTheHostDid) {
  AdviceProgram program;
  const auto addRound = [&](double at) {
    program.work("gemm", at, at + 10, 60);
    program.work("relu", at + 5, at + 80, 15);
  };
  for (int round = 0; round < 8; ++round) {
    addRound(round < 5 ? 100.0 * round : 100.0 * round + 900);
  }
  const auto trace = program.trace();
  const FoundSteps found = foundSteps(*trace).value();
  ASSERT_EQ(found.source, StepSource::Rounds);
  const Advice advice = adviceOf(trace, {.steps = found.steps});
  EXPECT_EQ(advice.outliers, 1U);
  EXPECT_EQ(advice.longestOutlier.ns, 1'000'000);
  EXPECT_EQ(advice.steps, found.steps.size() - 1);
  EXPECT_LT(advice.mean(advice.elapsed).ns, 101'000);
  EXPECT_EQ(advice.medianStep.ns, 100'000);
  ASSERT_FALSE(cautionsOn(advice).empty());
  EXPECT_THAT(cautionsOn(advice).front(), says("long-step-left-out", "1.000 ms"));
  const StepNumbers all{.first = 0, .last = found.steps.size() - 1};
  EXPECT_EQ(adviceOf(trace, {.steps = found.steps, .asked = all}).outliers, 0U) << "what is asked for counts";
}

/// What is claimed of busy and of idle time are parts of what the device did.
TEST(Advice, claimsIdleTimeUpToWhatThereIs) {
  const auto trace = load(fixture("h200-profiler-steps.json.gz"));
  ASSERT_TRUE(trace);
  const Advice advice = adviceOf(*trace);
  Duration idle;
  for (const DeviceActivity& device : deviceActivity(**trace)) {
    idle += device.idle();
  }
  Duration claimed;
  for (const AdviceRow& row : advice.rows) {
    if (row.kind == AdviceKind::HostBound || row.kind == AdviceKind::Launch) {
      claimed += row.bound;
    }
  }
  EXPECT_GT(claimed.ns, 0);
  EXPECT_LE(claimed, idle);
}

}  // namespace
}  // namespace kernline::test
