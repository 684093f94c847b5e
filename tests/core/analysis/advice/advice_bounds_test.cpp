// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/steps/found_steps.h"
#include "tests/core/analysis/advice/advice_program.h"
#include "tests/support/says.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>

namespace kernline::test {
namespace {

TEST(AdviceBounds, promisesWhatIsReachableOfADatasheetAlone) {
  AdviceProgram program;
  program.op("aten::mm", 0, 50, squares, twoHalves);
  program.work("gemm", 10, 100, 200);
  const auto trace = program.trace();
  const Advice held = adviceOf(trace);
  const AdviceRow& row = rowOf(held, AdviceKind::Roofline);
  EXPECT_NEAR(static_cast<double>(row.bound.ns), 200'000 - squaresUs / reachablePeak * 1000, 2);
  EXPECT_THAT(evidenceOf(row), mentions("saving-assumes-rate", "90.0 %"));
  std::optional<Ceilings> measured = referenceDevice(*trace).ceilings;
  ASSERT_TRUE(measured);
  measured->origin = CeilingOrigin::Measured;
  TraceAnalysis analysis(trace);
  const WorkModel model = workModel(*trace, WorkRules::builtin(), 1);
  const Advice advice = advise(analysis, model, WorkMeter(*trace, model, measured), {});
  EXPECT_NEAR(static_cast<double>(rowOf(advice, AdviceKind::Roofline).bound.ns), 200'000 - squaresUs * 1000, 2);
}

TEST(AdviceBounds, leavesOutWhatADeviceDidBeforeItsFirstRecordedWork) {
  const auto adviceOfFirst = [](double start) {
    AdviceProgram program;
    program.host("user_annotation", "ProfilerStep#0", 0, 3000);
    program.host("cuda_runtime", "cudaEventSynchronize", 100, 800);
    program.op("aten::mm", 5, 20, squares, twoHalves);
    program.work("gemm", 10, start, 150);
    const auto trace = program.trace();
    return adviceOf(trace, {.steps = foundSteps(*trace)->steps});
  };
  const Advice queued = adviceOfFirst(1000);
  EXPECT_EQ(queued.elapsed.ns, 2'000'000);
  EXPECT_EQ(queued.unrecorded.ns, 989'000) << "since its launch was over";
  ASSERT_FALSE(cautionsOn(queued).empty());
  EXPECT_THAT(cautionsOn(queued).back(), mentions("device-runs-earlier-work", "989.0 µs"));
  const Advice first = adviceOfFirst(15);
  EXPECT_EQ(first.elapsed.ns, 2'985'000);
  EXPECT_EQ(first.unknown.ns, 15'000);
  EXPECT_TRUE(cautionsOn(first).empty()) << "that little is not worth a sentence";
}

TEST(AdviceBounds, leavesOutWarmUpUnlessItIsAskedFor) {
  AdviceProgram program;
  for (int step = 0; step < 4; ++step) {
    const double at = step == 0 ? 0 : 4000 + 1000.0 * step;
    program.host("user_annotation", fmt::format("ProfilerStep#{}", step).c_str(), at, step == 0 ? 5000 : 1000);
    program.op("aten::mm", at + 5, 20, squares, twoHalves);
    program.work("gemm", at + 10, at + 20, 900);
  }
  const auto trace = program.trace();
  const auto found = foundSteps(*trace);
  ASSERT_TRUE(found);
  const Advice advice = adviceOf(trace, {.steps = found->steps});
  EXPECT_EQ(advice.steps, 3U);
  EXPECT_EQ(advice.warmUp, 1U);
  EXPECT_EQ(advice.elapsed.ns, 3'000'000);
  EXPECT_EQ(cautionsOn(advice).size(), 1U);
  const Advice all = adviceOf(trace, {.steps = found->steps, .asked = StepNumbers{.first = 0, .last = 3}});
  EXPECT_EQ(all.steps, 4U);
  EXPECT_EQ(all.warmUp, 0U);
}

TEST(AdviceBounds, takesNoConvolutionForAProduct) {
  AdviceProgram program;
  program.op("aten::cudnn_convolution_backward", 0, 20, "[[256,128,4,4],[256,512,4,4],[512,128,1,1]]",
             typesOf({bfloat, bfloat, bfloat}));
  program.work("gemm", 5, 100, 600);
  const Advice advice = adviceOf(program.trace());
  EXPECT_GT(advice.modeled.ns, 0);
  EXPECT_FALSE(hasRow(advice, AdviceKind::Padding)) << "M 4 × N 4 × K 4 are no sizes of it";
}

TEST(AdviceBounds, savesOfShortKernelsNoMoreThanTheyTake) {
  AdviceProgram program;
  const std::string floats = typesOf({"float", "float"});
  program.op("aten::mul", 0, 20, "[[64],[64]]", floats);
  program.work(addKernel, 5, 100, 1);
  program.op("aten::add", 30, 20, "[[64],[64]]", floats);
  program.work(addKernel, 35, 102, 1);
  const Advice advice = adviceOf(program.trace());
  const AdviceRow& row = rowOf(advice, AdviceKind::Fusion);
  EXPECT_EQ(row.bound.ns, 1000 + 1000) << "one of two kernels, and the gap";
  EXPECT_THAT(evidenceOf(row), mentions("shorter-than-a-launch"));
}

TEST(AdviceBounds, expectsNothingOfAGraphWhereWorkIsQueued) {
  AdviceProgram program;
  for (int i = 0; i < 40; ++i) {
    program.op("aten::add", 3.0 * i, 2, "[[64],[64]]", typesOf({"float", "float"}));
    program.work(addKernel, 3.0 * i + 0.5, 200 + 4.0 * i, 3);
  }
  EXPECT_FALSE(hasRow(adviceOf(program.trace()), AdviceKind::Launch));
}

TEST(AdviceBounds, toldShapesAreThoseThatAreShown) {
  AdviceProgram program;
  program.op("aten::mm", 0, 50, squares, twoHalves, "[[4096,1],[4096,1]]");
  program.work("gemm", 10, 200, 400);
  program.op("aten::mm", 100, 50, squares, twoHalves, "[[4096,1],[1,4096]]");
  program.work("gemm", 110, 600, 400);
  const Advice advice = adviceOf(program.trace());
  const AdviceRow& row = rowOf(advice, AdviceKind::Roofline);
  EXPECT_THAT(evidenceOf(row), mentions("all-have-the-shapes", "[[4096, 4096], [4096, 4096]]"));
}

TEST(AdviceBounds, saysWhyNothingIsFound) {
  AdviceProgram program;
  program.op("aten::mm", 0, 50, squares, twoHalves);
  program.work("gemm", 10, 100, squaresUs / 0.8);
  EXPECT_THAT(nothingFound(adviceOf(program.trace())), says("no-savings-found"));
  AdviceProgram unknown;
  unknown.op("vendor::op", 0, 50, "[[8]]", typesOf({"float"}));
  unknown.work("vendor", 10, 100, 200);
  EXPECT_THAT(nothingFound(adviceOf(unknown.trace())), says("cannot-judge-by-roofline", "0.0 %"));
}

}  // namespace
}  // namespace kernline::test
