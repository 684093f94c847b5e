// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/runs/run_comparison.h"

#include "tests/core/compare/runs/gpu_loop.h"
#include "tests/support/part_of_trace.h"
#include "tests/support/says.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <stop_token>
#include <string>
#include <vector>

namespace kernline::test {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;

RunComparison compared(std::shared_ptr<const Trace> base, std::shared_ptr<const Trace> other,
                       const RunComparisonOptions& options = {}) {
  auto made =
      compareRuns({{.path = "base", .trace = std::move(base)}, {.path = "other", .trace = std::move(other)}}, options);
  EXPECT_TRUE(made.has_value());
  return std::move(*made);
}

const RunRow& rowOf(const RunComparison& comparison, std::string_view name) {
  const auto found = std::ranges::find(comparison.rows, name, &RunRow::name);
  EXPECT_NE(found, comparison.rows.end()) << name;
  return *found;
}

double sumOfDeltas(const RunDifference& difference) {
  return std::accumulate(difference.waterfall.begin(), difference.waterfall.end(), 0.0,
                         [](double sum, const WaterfallPart& part) { return sum + part.delta(); });
}

TEST(RunComparison, findsRoundsAndExplainsTheChangeOfOne) {
  const auto base = loop({{"gemm", 10, 100}, {"relu", 5, 50}}, 6);
  const auto other = loop({{"gemm", 10, 80}, {"relu", 15, 50}}, 6);
  const RunComparison made = compared(base, other);
  EXPECT_EQ(made.runs[0].steps.source, StepSource::Rounds);
  EXPECT_EQ(made.runs[0].steps.steps.size(), 5U) << "nothing marks the end of the last one";
  const RunDifference& difference = made.differences[0];
  EXPECT_DOUBLE_EQ(difference.baseStep, 165);
  EXPECT_DOUBLE_EQ(difference.otherStep, 155);
  ASSERT_EQ(difference.waterfall.size(), 3U);
  EXPECT_EQ(difference.waterfall[0].name, "gemm");
  EXPECT_DOUBLE_EQ(difference.waterfall[0].delta(), -20);
  EXPECT_TRUE(difference.waterfall[1].isIdle());
  EXPECT_DOUBLE_EQ(difference.waterfall[1].delta(), 10);
  EXPECT_DOUBLE_EQ(sumOfDeltas(difference), -10);
  EXPECT_EQ(difference.verdict.faster, Faster::Other);
  EXPECT_THAT(difference.verdict.reasons, testing::Contains(saysInEnglish(testing::HasSubstr("% of a step"))));
  EXPECT_EQ(rowOf(made, "gemm").delta(1).ns, -20);
  EXPECT_DOUBLE_EQ(*rowOf(made, "gemm").ratio(1), 0.8);
}

TEST(RunComparison, endsWhenItIsStopped) {
  const auto trace = loop({{"gemm", 10, 100}, {"relu", 5, 50}}, 6);
  std::stop_source stop;
  const std::vector<RunInput> inputs{{.path = "base", .trace = trace}, {.path = "other", .trace = trace}};
  EXPECT_TRUE(compareRuns(inputs, {}, stop.get_token()));
  stop.request_stop();
  const auto stopped = compareRuns(inputs, {}, stop.get_token());
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().kind, Error::Kind::Canceled);
}

TEST(RunComparison, leavesOutTheOneStepThatSomethingInterrupted) {
  const auto slowed = [](std::int64_t pause) {
    HandMadeTrace made;
    const TrackId stream = made.track(made.process("0", 0), "7", TrackKind::Stream);
    std::int64_t now = 1000;
    for (int i = 0; i < 12; ++i) {
      made.span(stream, SpanKind::Kernel, "gemm", now, 130 + i % 3);
      made.span(stream, SpanKind::Kernel, "relu", now + 140, 60);
      now += 210 + (i == 7 ? pause : 0);
    }
    return made.build();
  };
  const auto base = loop({{"gemm", 10, 100}, {"relu", 5, 50}}, 12);
  const RunComparison made = compared(base, slowed(10'000));
  EXPECT_EQ(made.differences[0].verdict.faster, Faster::Base);
  ASSERT_EQ(made.runs[1].steps.outliers.size(), 1U);
  EXPECT_EQ(made.runs[1].steps.outliers[0].length().ns, 10'210);
  EXPECT_DOUBLE_EQ(made.differences[0].otherStep, 210);
  EXPECT_NEAR(sumOfDeltas(made.differences[0]), 210 - 165, 1e-6);
  EXPECT_THAT(made.differences[0].verdict.reasons,
              testing::Contains(mentions("long-step-skipped", anyValue, "1", anyValue)));
  EXPECT_TRUE(compared(base, slowed(300)).runs[1].steps.outliers.empty()) << "not that much longer";
}

TEST(RunComparison, countsBothOfTwoRounds) {
  const auto twice = loop({{"gemm", 10, 100}, {"relu", 5, 50}}, 2, 4);
  const ComparedRun run = compared(twice, twice).runs[0];
  ASSERT_EQ(run.steps.steps.size(), 2U) << "the first alone is perhaps warm-up and nothing else";
  EXPECT_EQ(run.steps.steps[0].length().ns, 4 * (100 + 5 + 50) + 10);
  EXPECT_EQ(run.steps.steps[1].length().ns, 100 + 5 + 50) << "it ends with its work";
  EXPECT_EQ(run.steps.incomplete, 0U);
}

TEST(RunComparison, endsTheSecondOfTwoRoundsWhereItHasDoneWhatTheFirstDid) {
  HandMadeTrace made;
  const TrackId stream = made.track(made.process("0", 0), "7", TrackKind::Stream);
  for (const std::int64_t start : {1000, 2000}) {
    made.span(stream, SpanKind::Kernel, "gemm", start, 100);
    made.span(stream, SpanKind::Kernel, "relu", start + 200, 50);
  }
  made.span(stream, SpanKind::Kernel, "checksum", 2900, 10);
  const auto trace = made.build();
  const ComparedRun run = compared(trace, trace).runs[0];
  ASSERT_EQ(run.steps.steps.size(), 2U);
  EXPECT_EQ(run.steps.steps[1].length().ns, 250);
}

TEST(RunComparison, countsOverlappingWorkOnceInAStep) {
  HandMadeTrace made;
  const ProcessId gpu = made.process("0", 0);
  const TrackId seven = made.track(gpu, "7", TrackKind::Stream);
  const TrackId eight = made.track(gpu, "8", TrackKind::Stream);
  for (std::int64_t i = 0; i < 4; ++i) {
    made.span(seven, SpanKind::Kernel, "gemm", 1000 * i, 600);
    made.span(eight, SpanKind::Kernel, "reduce", 1000 * i + 400, 300);
  }
  const auto trace = made.build();
  const ComparedRun run = compared(trace, trace).runs[0];
  EXPECT_EQ(run.account.wall.ns, 3000);
  EXPECT_EQ(run.account.busy.ns, 3 * 700);
  const std::uint32_t gemm = run.rowOfActivity[0];
  const std::uint32_t reduce = run.rowOfActivity[1];
  EXPECT_EQ(run.account.rows[gemm].added.ns, 3 * 600);
  EXPECT_EQ(run.account.rows[reduce].added.ns, 3 * 100);
  EXPECT_EQ(run.account.rows[reduce].total.ns, 3 * 300);
}

TEST(RunComparison, saysNoDifferenceOfARunAndItself) {
  const auto trace = loop({{"gemm", 10, 100}, {"relu", 5, 50}}, 6);
  const RunComparison made = compared(trace, trace);
  EXPECT_EQ(made.differences[0].verdict.faster, Faster::Neither);
  EXPECT_DOUBLE_EQ(made.differences[0].verdict.ratio, 1);
  EXPECT_THAT(made.differences[0].verdict.doubts, IsEmpty());
  EXPECT_DOUBLE_EQ(sumOfDeltas(made.differences[0]), 0);
}

TEST(RunComparison, doubtsWhatWasReadOnlyPartly) {
  const auto part = test::partOfTrace();
  const RunComparison made = compared(loop({{"gemm", 10, 100}}, 6), part);
  EXPECT_THAT(made.differences[0].verdict.doubts,
              Contains(saysInEnglish(HasSubstr("other: The memory limit was reached"))));
}

TEST(RunComparison, leavesWarmUpOut) {
  const auto base = loop({{"gemm", 10, 100}, {"relu", 5, 50}}, 6, 20);
  const RunComparison made = compared(base, loop({{"gemm", 10, 100}, {"relu", 5, 50}}, 6));
  EXPECT_EQ(made.runs[0].steps.warmUp, 1U);
  EXPECT_EQ(made.runs[0].steps.steps.size(), 4U);
  EXPECT_DOUBLE_EQ(made.differences[0].baseStep, 165);
}

TEST(RunComparison, cannotTellNoiseFromOneStep) {
  const RunComparison made =
      compared(loop({{"gemm", 10, 100}, {"a", 0, 5}}, 1), loop({{"gemm", 10, 90}, {"b", 0, 5}}, 1));
  EXPECT_EQ(made.runs[0].steps.source, StepSource::Whole);
  EXPECT_EQ(made.differences[0].verdict.faster, Faster::Unknown);
  EXPECT_FALSE(made.differences[0].verdict.confidence);
}

TEST(RunComparison, takesSomethingSmallThatHappensTwiceForNoStep) {
  const auto trace =
      loop({{"fill", 0, 1}, {"a", 1, 10}, {"b", 1, 10}, {"c", 1, 10}, {"fill", 0, 1}, {"d", 1, 10}, {"e", 1, 10}}, 1);
  EXPECT_EQ(compared(trace, trace).runs[0].steps.source, StepSource::Whole);
}

TEST(RunComparison, takesRecordedStepsBeforeRounds) {
  HandMadeTrace made;
  const ProcessId host = made.process("100");
  const TrackId thread = made.track(host, "1", TrackKind::Thread);
  const TrackId stream = made.track(made.process("0", 0), "7", TrackKind::Stream);
  for (std::int64_t i = 0; i < 3; ++i) {
    made.span(thread, SpanKind::Annotation, "ProfilerStep#" + std::to_string(i), 1000 * i, 900);
    made.span(stream, SpanKind::Kernel, "gemm", 1000 * i + 100, 600);
  }
  const auto trace = made.build();
  ASSERT_EQ(trace->steps().size(), 3U);
  const ComparedRun run = compared(trace, trace).runs[0];
  EXPECT_EQ(run.steps.source, StepSource::Recorded);
  EXPECT_EQ(run.account.wall.ns, 2700);
  RunComparisonOptions named;
  named.step = "gemm";
  EXPECT_EQ(compared(trace, trace, named).runs[0].account.wall.ns, 1800);
}

TEST(RunComparison, proposesWhatWasRenamedAndCountsItAsTwo) {
  const auto base =
      loop({{"embed", 1, 5}, {"sm80_gemm_tilesize128x128x8_stage3", 1, 100}, {"relu", 1, 9}, {"old", 1, 7}}, 5);
  const auto other =
      loop({{"embed", 1, 5}, {"sm90_gemm_tilesize256x128x64_stage4", 1, 60}, {"relu", 1, 9}, {"new", 1, 7}}, 5);
  const RunComparison made = compared(base, other);
  EXPECT_EQ(rowOf(made, "old").status(), "only_base");
  EXPECT_EQ(rowOf(made, "new").status(), "only_other");
  ASSERT_EQ(made.differences[0].renamed.size(), 2U);
  EXPECT_THAT(made.differences[0].renamed[0].why, saysInEnglish(HasSubstr("tiles")));
  EXPECT_EQ(made.rows[made.differences[0].renamed[1].base].name, "old");
  EXPECT_THAT(made.differences[0].renamed[1].why, mentions("at-same-place-of-step", anyValue, anyValue));
  const RunComparison normal = compared(base, other, {.by = RunKey::Normal, .step = {}, .pairs = {{"old", "new"}}});
  EXPECT_EQ(rowOf(normal, "gemm").status(), "both");
  EXPECT_EQ(rowOf(normal, "old").status(), "both");
  EXPECT_THAT(normal.differences[0].renamed, IsEmpty());
}

TEST(RunComparison, saysWhichPairsNameNothing) {
  const auto trace = loop({{"gemm", 1, 5}}, 3);
  EXPECT_THAT(compared(trace, trace, {.by = RunKey::Name, .step = {}, .pairs = {{"gemm", "sgemm"}}}).unusedPairs,
              Contains(saysInEnglish(HasSubstr("sgemm"))));
}

TEST(RunComparison, doubtsRunsOfAnotherLengthOrWithNothingInCommon) {
  const auto base = loop({{"gemm", 1, 5}, {"relu", 1, 5}}, 5);
  EXPECT_THAT(compared(base, loop({{"gemm", 1, 5}, {"relu", 1, 5}}, 9)).differences[0].verdict.doubts,
              Contains(mentions("different-number-of-steps", "4", "8")));
  EXPECT_THAT(compared(base, loop({{"conv", 1, 5}, {"pool", 1, 5}}, 5)).differences[0].verdict.doubts,
              Contains(mentions("nothing-in-common")));
}

TEST(RunComparison, refusesATraceWithoutAGpu) {
  HandMadeTrace made;
  made.span(made.track(made.process("100"), "1", TrackKind::Thread), SpanKind::Op, "aten::mm", 0, 10);
  const auto refused = compareRuns({{.path = "cpu.json", .trace = made.build()}}, {});
  ASSERT_FALSE(refused.has_value());
  EXPECT_THAT(refused.error().message.english(), HasSubstr("cpu.json"));
}

TEST(RoundedToSum, addsUpAndStaysNear) {
  const std::vector<double> values{0.4, 0.4, 0.4, -1.7, 1e6 + 0.5};
  const std::vector<std::int64_t> rounded = roundedToSum(values);
  EXPECT_EQ(std::accumulate(rounded.begin(), rounded.end(), std::int64_t{0}), std::llround(1e6));
  for (std::size_t i = 0; i < values.size(); ++i) {
    EXPECT_LE(std::abs(static_cast<double>(rounded[i]) - values[i]), 1);
  }
}

}  // namespace
}  // namespace kernline::test
