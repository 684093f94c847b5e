// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/steps/found_steps.h"

#include "tests/core/analysis/steps/made_loop.h"
#include "tests/support/says.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>

#include <vector>

namespace kernline::test {
namespace {

FoundSteps found(const Trace& trace, std::string_view choice = {}) {
  return foundSteps(trace, stepChoice(choice)).value();
}

std::vector<TimeRange> rangesOf(const FoundSteps& found) {
  std::vector<TimeRange> ranges;
  for (const Step& step : found.steps) {
    ranges.push_back(step.range);
  }
  return ranges;
}

TEST(FoundSteps, areThoseTheProfilerRecordedWhateverElseRepeats) {
  MadeLoop loop;
  for (std::int64_t i = 0; i < 4; ++i) {
    loop.annotation("ProfilerStep#" + std::to_string(i + 7), i * 1000, i * 1000 + 900);
    loop.annotation("train_step", i * 1000 + 10, i * 1000 + 890);
    loop.kernel(i * 1000 + 20, i * 1000 + 100, i * 1000 + 950);
  }
  const FoundSteps steps = found(*loop.build());
  EXPECT_EQ(steps.source, StepSource::Recorded);
  EXPECT_EQ(steps.name, "ProfilerStep#");
  EXPECT_EQ(rangesOf(steps),
            (std::vector<TimeRange>{{{0}, {950}}, {{1000}, {1950}}, {{2000}, {2950}}, {{3000}, {3950}}}));
  EXPECT_DOUBLE_EQ(steps.share, 1);
}

TEST(FoundSteps, areLookedForOnlyWhereNoneAreRecorded) {
  MadeLoop loop;
  for (std::int64_t i = 0; i < 4; ++i) {
    loop.annotation("train_step", i * 1000 + 10, i * 1000 + 890);
    loop.kernel(i * 1000 + 20, i * 1000 + 100, i * 1000 + 950);
  }
  const FoundSteps steps = found(*loop.build());
  EXPECT_EQ(steps.steps.size(), 4U);
  EXPECT_THAT(howFound(steps), says("found-by-annotation", "train_step"));
  MadeLoop recorded;
  recorded.annotation("ProfilerStep#0", 0, 900);
  recorded.kernel(20, 100, 950);
  EXPECT_EQ(found(*recorded.build()).source, StepSource::Recorded);
}

TEST(FoundSteps, mayBeOne) {
  MadeLoop loop;
  loop.annotation("ProfilerStep#0", 0, 100);
  EXPECT_EQ(found(*loop.build()).steps.size(), 1U);
}

TEST(FoundSteps, areBatchesNotTheEpochAroundThem) {
  MadeLoop loop;
  loop.annotation("epoch 1", 0, 5000);
  for (std::int64_t i = 0; i < 3; ++i) {
    loop.annotation("batch " + std::to_string(i), i * 1000, i * 1000 + 500);
  }
  const FoundSteps steps = found(*loop.build());
  EXPECT_EQ(steps.name, "batch #");
  EXPECT_EQ(steps.steps.size(), 3U);
}

TEST(FoundSteps, areAnnotationsThatLaunchMostOfTheWork) {
  MadeLoop loop;
  for (std::int64_t i = 0; i < 3; ++i) {
    const std::int64_t begin = i * 1000;
    loop.annotation("train_step", begin, begin + 500);
    loop.annotation("log", begin + 600, begin + 700);
    loop.kernel(begin + 20, begin + 100, begin + 400);
    loop.kernel(begin + 620, begin + 630, begin + 650);
  }
  const FoundSteps steps = found(*loop.build());
  EXPECT_EQ(steps.source, StepSource::Annotation);
  EXPECT_EQ(steps.name, "train_step");
  EXPECT_EQ(steps.steps.size(), 3U);
  EXPECT_DOUBLE_EQ(steps.share, 900.0 / 960.0);
}

TEST(FoundSteps, areNotAnnotationsOfASmallPart) {
  MadeLoop loop;
  for (std::int64_t i = 0; i < 5; ++i) {
    loop.annotation("validation", i * 1000, i * 1000 + 100);
    loop.kernel(i * 1000 + 20, i * 1000 + 100, i * 1000 + 150, "small" + std::to_string(i));
    loop.kernel(i * 1000 + 200, i * 1000 + 300, i * 1000 + 900, "large" + std::to_string(i));
  }
  EXPECT_TRUE(found(*loop.build()).steps.empty());
}

TEST(FoundSteps, areNotTwoOfAName) {
  MadeLoop loop;
  for (std::int64_t i = 0; i < 2; ++i) {
    loop.annotation("work", i * 1000, i * 1000 + 500);
    loop.kernel(i * 1000 + 20, i * 1000 + 100, i * 1000 + 400, "gemm" + std::to_string(i));
  }
  EXPECT_TRUE(found(*loop.build()).steps.empty());
}

TEST(FoundSteps, areNotIrregular) {
  MadeLoop loop;
  int kernels = 0;
  const auto part = [&](int begin, int count) {
    loop.annotation("part", begin, begin + 900);
    for (std::int64_t k = 0; k < count; ++k) {
      loop.kernel(begin + 10 + k, begin + 100 + k * 10, begin + 105 + k * 10, "k" + std::to_string(kernels++));
    }
  };
  part(0, 1);
  part(1000, 8);
  part(2000, 70);
  part(3000, 20);
  EXPECT_TRUE(found(*loop.build()).steps.empty());
}

TEST(FoundSteps, ofNestedNamesAreTheOutermost) {
  MadeLoop loop;
  for (std::int64_t i = 0; i < 3; ++i) {
    loop.annotation("step", i * 1000, i * 1000 + 500);
    loop.annotation("step", i * 1000 + 10, i * 1000 + 490);  // step of the same name
    loop.annotation("sub_step", i * 1000 + 20, i * 1000 + 250);
    loop.annotation("sub_step", i * 1000 + 250, i * 1000 + 480);
    loop.kernel(i * 1000 + 30, i * 1000 + 100, i * 1000 + 150);
    loop.kernel(i * 1000 + 300, i * 1000 + 310, i * 1000 + 350);
  }
  const FoundSteps steps = found(*loop.build());
  EXPECT_EQ(steps.name, "step");
  EXPECT_EQ(rangesOf(steps), (std::vector<TimeRange>{{{0}, {500}}, {{1000}, {1500}}, {{2000}, {2500}}}));
}

TEST(FoundSteps, thatOverlapEndWhereTheNextBegins) {
  MadeLoop loop;
  const TrackId row = loop.made.track(loop.host, "9", TrackKind::Async);
  for (std::int64_t i = 0; i < 3; ++i) {
    loop.made.span(row, SpanKind::Annotation, "train_step", i * 1000, 1300);
    loop.kernel(i * 1000 + 30, i * 1000 + 100, i * 1000 + 150);
  }
  EXPECT_EQ(rangesOf(found(*loop.build())),
            (std::vector<TimeRange>{{{0}, {1000}}, {{1000}, {2000}}, {{2000}, {3300}}}));
}

TEST(FoundSteps, beginWithAForwardPassWhereOnlyPhasesAreAnnotated) {
  MadeLoop loop;
  for (std::int64_t i = 0; i < 2; ++i) {
    const std::int64_t begin = i * 1000;
    for (const int part : {0, 300}) {  // gathers gradients of two batches
      loop.annotation("## forward ##", begin + part, begin + part + 100);
      loop.kernel(begin + part + 20, begin + part + 30, begin + part + 80, "f" + std::to_string(begin + part));
      loop.annotation("## backward ##", begin + part + 150, begin + part + 250);
      loop.kernel(begin + part + 160, begin + part + 170, begin + part + 240, "b" + std::to_string(begin + part));
    }
    loop.annotation("Optimizer.step#AdamW.step", begin + 600, begin + 700);
    loop.kernel(begin + 620, begin + 630, begin + 720, "o" + std::to_string(begin));
  }
  const FoundSteps steps = found(*loop.build());
  EXPECT_EQ(steps.source, StepSource::Annotation);
  EXPECT_EQ(steps.name, "## forward ##");
  EXPECT_EQ(rangesOf(steps), (std::vector<TimeRange>{{{0}, {720}}, {{1000}, {1720}}}));
}

TEST(FoundSteps, endWithTheLastOfSeveralOptimizers) {
  MadeLoop loop;
  for (std::int64_t i = 0; i < 4; ++i) {
    const std::int64_t begin = i * 1000;
    loop.kernel(begin + 20, begin + 30, begin + 200, "a" + std::to_string(i));
    loop.annotation("Optimizer.step#SGD.step", begin + 300, begin + 400);
    loop.kernel(begin + 320, begin + 330, begin + 390, "b" + std::to_string(i));
    loop.annotation("Optimizer.step#EMA.step", begin + 500, begin + 600);
    loop.kernel(begin + 520, begin + 530, begin + 590, "c" + std::to_string(i));
  }
  const FoundSteps steps = found(*loop.build());
  EXPECT_EQ(steps.name, "Optimizer.step#EMA.step");
  ASSERT_EQ(steps.steps.size(), 4U);
  EXPECT_EQ(steps.steps[0].range, (TimeRange{{20}, {600}}));
  EXPECT_EQ(steps.steps[3].range, (TimeRange{{2600}, {3600}}));
}

TEST(FoundSteps, areIterationsOfAnEngineHoweverFew) {
  MadeLoop loop;
  loop.annotation("execute_context_1(96)_generation_0(0)", 0, 500);
  loop.annotation("step[EXTEND bs=1 toks=96]", 10, 490);
  loop.kernel(20, 30, 480);
  loop.annotation("execute_context_0(0)_generation_1(1)", 1000, 1100);
  loop.kernel(1020, 1030, 1080);
  const FoundSteps steps = found(*loop.build());
  EXPECT_EQ(steps.source, StepSource::Annotation);
  EXPECT_EQ(steps.name, "execute_context_#(#)_generation_#(#)");
  EXPECT_EQ(steps.steps.size(), 2U);
}

TEST(FoundSteps, areFunctionsThatRepeat) {
  MadeLoop loop;
  loop.function("train.py(40): main", 0, 5000);
  for (std::int64_t i = 0; i < 3; ++i) {
    loop.function("train.py(11): step", i * 1000, i * 1000 + 500);
    loop.function("torch/nn/modules/module.py(1): _call_impl", i * 1000 + 10, i * 1000 + 490);
    loop.kernel(i * 1000 + 30, i * 1000 + 100, i * 1000 + 150);
  }
  const FoundSteps steps = found(*loop.build());
  EXPECT_EQ(steps.source, StepSource::Function);
  EXPECT_EQ(steps.name, "train.py(11): step");
  EXPECT_EQ(steps.steps.size(), 3U);
}

TEST(FoundSteps, areRoundsOfKernelsWhereNothingIsAnnotated) {
  MadeLoop loop;
  for (std::int64_t i = 0; i < 4; ++i) {
    const std::int64_t begin = i * 1000;
    loop.kernel(begin, begin + 100, begin + 200, "first");
    loop.kernel(begin + 1, begin + 200, begin + 300, "second");
    loop.kernel(begin + 2, begin + 300, begin + 400, "second");
  }
  const FoundSteps steps = found(*loop.build());
  EXPECT_EQ(steps.source, StepSource::Rounds);
  EXPECT_EQ(steps.name, "first");
  EXPECT_TRUE(steps.isOnDevice);
  EXPECT_EQ(rangesOf(steps),
            (std::vector<TimeRange>{{{100}, {1100}}, {{1100}, {2100}}, {{2100}, {3100}}, {{3100}, {3400}}}));
}

TEST(FoundSteps, areLaunchesOfGraphsWhateverRepeatsInThem) {
  MadeLoop loop;
  for (std::int64_t i = 0; i < 3; ++i) {
    loop.made.span(loop.thread, SpanKind::Runtime, "cudaGraphLaunch", i * 1000, 5).correlation = ++loop.launches;
    for (std::int64_t layer = 0; layer < 4; ++layer) {
      loop.made.span(loop.stream, SpanKind::Kernel, "a", i * 1000 + 100 + layer * 100, 50).correlation = loop.launches;
      loop.made.span(loop.stream, SpanKind::Kernel, "b", i * 1000 + 150 + layer * 100, 50).correlation = loop.launches;
    }
  }
  const FoundSteps steps = found(*loop.build());
  EXPECT_EQ(steps.source, StepSource::Rounds);
  EXPECT_EQ(steps.name, "cudaGraphLaunch");
  EXPECT_EQ(rangesOf(steps), (std::vector<TimeRange>{{{100}, {1100}}, {{1100}, {2100}}, {{2100}, {2500}}}));
}

TEST(FoundSteps, areNotRoundsOfNextToNothing) {
  MadeLoop loop;
  for (std::int64_t i = 0; i < 20; ++i) {
    loop.kernel(i * 10, i * 10, i * 10 + 1, "tick");
  }
  loop.kernel(300, 300, 90'000, "huge");
  EXPECT_TRUE(found(*loop.build()).steps.empty());
}

TEST(FoundSteps, areWhatAPersonNames) {
  MadeLoop loop;
  for (std::int64_t i = 0; i < 2; ++i) {
    loop.annotation("ProfilerStep#" + std::to_string(i), i * 1000, i * 1000 + 900);
    loop.annotation("layer 1", i * 1000 + 10, i * 1000 + 20);
    loop.annotation("layer 2", i * 1000 + 30, i * 1000 + 40);
  }
  const auto trace = loop.build();
  EXPECT_EQ(found(*trace, "layer 1").steps.size(), 2U);
  EXPECT_EQ(found(*trace, "layer #").steps.size(), 4U);
  EXPECT_EQ(found(*trace, "^lay.*2$").steps.size(), 2U);
  EXPECT_EQ(found(*trace, "layer 1").source, StepSource::Given);
  EXPECT_TRUE(found(*trace, "nothing").steps.empty());
  EXPECT_TRUE(found(*trace, "rounds").steps.empty());
  EXPECT_EQ(found(*trace, "recorded").steps.size(), 2U);
  EXPECT_FALSE(foundSteps(*trace, stepChoice("(")).has_value());
}

TEST(FoundSteps, ofSeveralProcessesAreThoseOfEach) {
  HandMadeTrace made;
  std::uint32_t launches = 0;
  for (const std::int32_t rank : {0, 1}) {
    const TrackId thread = made.track(made.process(rank == 0 ? "5" : "6", -1, rank), "5", TrackKind::Thread);
    const TrackId stream = made.track(made.process(rank == 0 ? "0" : "1", 0, rank), "7", TrackKind::Stream);
    for (std::int64_t i = 0; i < 3; ++i) {
      const std::int64_t begin = i * 1000 + std::int64_t{rank} * 50;
      made.span(thread, SpanKind::Annotation, "train_step", begin, 500);
      made.span(thread, SpanKind::Runtime, "cudaLaunchKernel", begin + 10, 1).correlation = ++launches;
      made.span(stream, SpanKind::Kernel, "gemm", begin + 20, 300).correlation = launches;
    }
  }
  const FoundSteps steps = found(*made.build());
  ASSERT_EQ(steps.steps.size(), 6U);
  EXPECT_NE(steps.steps[0].process, steps.steps[1].process);
  EXPECT_DOUBLE_EQ(steps.share, 1);
}

TEST(FoundSteps, areNoneOfAnEmptyTrace) {
  MadeLoop loop;
  EXPECT_TRUE(found(*loop.build()).steps.empty());
}

}  // namespace
}  // namespace kernline::test
