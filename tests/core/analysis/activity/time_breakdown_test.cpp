// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/activity/time_breakdown.h"

#include "tests/core/analysis/hand_made_trace.h"
#include "tests/support/open_file.h"
#include "tests/support/test_files.h"

#include <gtest/gtest.h>

namespace kernline::test {
namespace {

using enum TimeCategory;

TEST(TimeBreakdown, countsEachMomentForTheFirstOfWhatHappens) {
  HandMadeTrace made;
  const TrackId stream = made.track(made.process("0", 0), "7", TrackKind::Stream);
  const TrackId second = made.track(made.process("0", 0), "20", TrackKind::Stream);
  const TrackId thread = made.track(made.process("5"), "5", TrackKind::Thread);
  made.span(thread, SpanKind::Annotation, "ProfilerStep#1", 0, 1000);
  made.span(thread, SpanKind::Annotation, "enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__", 0, 100);
  made.span(thread, SpanKind::Op, "aten::to", 50, 100);
  made.span(thread, SpanKind::Runtime, "cudaLaunchKernel", 120, 10);
  made.span(thread, SpanKind::PythonFunction, "train.py(1): step", 0, 1000);
  made.span(stream, SpanKind::Kernel, "gemm", 200, 100);
  made.span(second, SpanKind::Kernel, "ncclDevKernel_AllReduce_Sum_f32_RING_LL", 250, 100);
  made.span(second, SpanKind::Memcpy, "Memcpy HtoD", 400, 50);
  made.span(stream, SpanKind::Memset, "Memset", 440, 20);
  made.span(thread, SpanKind::Annotation, "Optimizer.step#SGD.step", 800, 100);
  const auto trace = made.build();
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
  EXPECT_EQ(breakdown.within({{0}, {30}}, 1)[Cpu].ns, 10);  // of a process without a rank
  EXPECT_EQ(breakdown.within({{12}, {10}}, 1).total().ns, 0);
}

TEST(TimeBreakdown, findsTheLongestStretchOfAPart) {
  HandMadeTrace made;
  const TrackId stream = made.track(made.process("0", 0), "7", TrackKind::Stream);
  const TrackId thread = made.track(made.process("5"), "5", TrackKind::Thread);
  made.span(stream, SpanKind::Kernel, "a", 0, 10);
  made.span(stream, SpanKind::Kernel, "b", 10, 20);  // goes on where a ends
  made.span(stream, SpanKind::Kernel, "c", 60, 25);
  made.span(thread, SpanKind::Op, "aten::mm", 20, 25);  // hidden by b at first
  const auto trace = made.build();
  const TimeBreakdown breakdown = TimeBreakdown::of(*trace);
  const TimeRange all{{0}, {100}};
  EXPECT_EQ(breakdown.longestStretch(Kernel, all, -1), (TimeRange{{0}, {30}}));
  EXPECT_EQ(breakdown.longestStretch(Kernel, {{20}, {100}}, -1), (TimeRange{{60}, {85}}));
  EXPECT_EQ(breakdown.longestStretch(Cpu, all, -1), (TimeRange{{30}, {45}}));
  EXPECT_EQ(breakdown.longestStretch(Other, all, -1), (TimeRange{{45}, {60}}));
  EXPECT_TRUE(breakdown.longestStretch(Memcpy, all, -1).isEmpty());
}

TEST(TimeBreakdown, ofATraceWithoutSpansIsAllOther) {
  const auto trace = HandMadeTrace{}.build();
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
