// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/activity/time_breakdown.h"

#include "tests/core/analysis/hand_made_trace.h"
#include "tests/support/open_file.h"
#include "tests/support/test_files.h"
#include "tests/support/trace_sketch.h"

#include <gtest/gtest.h>

namespace kernline::test {
namespace {

using enum TimeCategory;

TEST(TimeBreakdown, countsEachMomentForTheFirstOfWhatHappens) {
  const auto trace = sketch(R"(ns
    cpu 1: ProfilerStep#1 0+1000
    cpu 1: enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__ 0+100 [annotation]
    cpu 1: aten::to 50+100
    cpu 1: cudaLaunchKernel 120+10
    python 1: train.py(1): step 0+1000
    gpu 0/7: gemm 200+100
    gpu 0/20: ncclDevKernel_AllReduce_Sum_f32_RING_LL 250+100
    gpu 0/20: Memcpy HtoD 400+50
    gpu 0/7: Memset 440+20
    cpu 1: Optimizer.step#SGD.step 800+100 [annotation])");
  const TimeBreakdown breakdown = TimeBreakdown::of(*trace);
  const auto steps = stepBreakdown(*trace, breakdown);
  ASSERT_EQ(steps.size(), 1U);
  const TimeCategories& parts = steps[0].parts;
  EXPECT_EQ(parts[Kernel].ns, 100);
  EXPECT_EQ(parts[Communication].ns, 50);
  EXPECT_EQ(parts[Memcpy].ns, 50);
  EXPECT_EQ(parts[Memset].ns, 10);
  EXPECT_EQ(parts[Runtime].ns, 10);
  EXPECT_EQ(parts[DataLoader].ns, 100);
  EXPECT_EQ(parts[Cpu].ns, 40 + 100);
  EXPECT_EQ(parts[Other].ns, 1000 - 100 - 50 - 60 - 10 - 100 - 140);
  EXPECT_EQ(parts.total().ns, 1000);
}

TEST(TimeBreakdown, keepsRanksApart) {
  HandMadeTrace made;
  made.span(made.track(made.process("0", 0, 0), "7", TrackKind::Stream), SpanKind::Kernel, "k", 0, 10);
  made.span(made.track(made.process("10", 0, 1), "7", TrackKind::Stream), SpanKind::Kernel, "k", 5, 20);
  made.span(made.track(made.process("20"), "7", TrackKind::Thread), SpanKind::Op, "aten::mm", 0, 30);
  const auto trace = made.build();
  const TimeBreakdown breakdown = TimeBreakdown::of(*trace);
  EXPECT_EQ(breakdown.ranks(), (std::vector<std::int32_t>{0, 1}));
  EXPECT_EQ(breakdown.within({{0}, {30}}, 0)[Kernel].ns, 10);
  EXPECT_EQ(breakdown.within({{0}, {30}}, 1)[Kernel].ns, 20);
  EXPECT_EQ(breakdown.within({{0}, {30}}, 1)[Cpu].ns, 10);  // time of a process without a rank
  EXPECT_EQ(breakdown.within({{12}, {10}}, 1).total().ns, 0);
}

TEST(TimeBreakdown, findsTheLongestStretchOfAPart) {
  const auto trace = sketch(R"(ns
    gpu 0/7: a 0+10
    gpu 0/7: b 10+20  # goes on where a ends
    gpu 0/7: c 60+25
    cpu 1: aten::mm 20+25  # hidden by b at first
  )");
  const TimeBreakdown breakdown = TimeBreakdown::of(*trace);
  const TimeRange all{{0}, {100}};
  EXPECT_EQ(breakdown.longestStretch(Kernel, all, -1), (TimeRange{{0}, {30}}));
  EXPECT_EQ(breakdown.longestStretch(Kernel, {{20}, {100}}, -1), (TimeRange{{60}, {85}}));
  EXPECT_EQ(breakdown.longestStretch(Cpu, all, -1), (TimeRange{{30}, {45}}));
  EXPECT_EQ(breakdown.longestStretch(Other, all, -1), (TimeRange{{45}, {60}}));
  EXPECT_TRUE(breakdown.longestStretch(Memcpy, all, -1).isEmpty());
}

TEST(TimeBreakdown, ofATraceWithoutSpansIsAllOther) {
  const auto trace = sketch("");
  const TimeCategories parts = TimeBreakdown::of(*trace).within({{0}, {10}}, -1);
  EXPECT_EQ(parts[Other].ns, 10);
}

TEST(TimeBreakdown, addsUpToWallTimeInEverySampleFile) {
  for (const char* name : {"h200-profiler-steps.json.gz", "torch-alexnet-a100.json.gz", "torch-merged-8-ranks.json.gz",
                           "torch-rocm-mi250.json.gz", "chrome-trivial.json"}) {
    SCOPED_TRACE(name);
    const auto loaded = load(fixture(name));
    ASSERT_TRUE(loaded) << loaded.error().message.english();
    const TimeBreakdown breakdown = TimeBreakdown::of(**loaded);
    for (const StepParts& step : stepBreakdown(**loaded, breakdown)) {
      EXPECT_EQ(step.parts.total(), step.step.range.length());
    }
    for (const std::int32_t rank : breakdown.ranks()) {
      EXPECT_EQ(breakdown.within((*loaded)->bounds(), rank).total(), (*loaded)->bounds().length());
    }
  }
}

}  // namespace
}  // namespace kernline::test
