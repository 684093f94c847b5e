// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/steps/found_steps.h"
#include "core/analysis/steps/step_stats.h"
#include "tests/core/analysis/advice/advice_program.h"
#include "tests/support/says.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string_view>
#include <vector>

namespace kernline::test {
namespace {

using testing::HasSubstr;

TEST(Advice, countsWhatIsAboveTheRooflineWhereNothingElseRuns) {
  AdviceProgram program;
  program.op("aten::mm", 0, 50, squares, twoHalves);
  program.work("gemm", 10, 100, 400);
  program.op("vendor::other", 60, 50, "[[8]]", typesOf({"float"}));
  program.work("other", 70, 300, 200, 8);
  const Advice advice = adviceOf(program.trace());
  EXPECT_EQ(advice.elapsed.ns, 400'000);
  ASSERT_EQ(advice.rows.size(), 1U);
  const AdviceRow& row = advice.rows.front();
  EXPECT_EQ(row.kind, AdviceKind::Roofline);
  EXPECT_THAT(row.title, says("runs-at-peak", "aten::mm", "34.7 %"));
  EXPECT_EQ(row.bound.ns, 200'000) << "245 µs above what can be reached, but 200 µs of the kernel run beside another";
  EXPECT_EQ(row.confidence, Confidence::High);
  ASSERT_EQ(row.places.size(), 1U);
}

TEST(Advice, leavesKernelsAloneThatRunAsFastAsSuchKernelsDo) {
  AdviceProgram program;
  program.op("aten::mm", 0, 50, squares, twoHalves);
  program.work("gemm", 10, 100, squaresUs / 0.8);
  EXPECT_TRUE(adviceOf(program.trace()).rows.empty());
}

TEST(Advice, followsTheStepsOfAHostThatIsAheadOfItsDevice) {
  AdviceProgram program;
  for (int step = 0; step < 4; ++step) {
    program.host("user_annotation", fmt::format("ProfilerStep#{}", step).c_str(), 100.0 * step, 100);
    program.op("aten::mm", 100.0 * step + 5, 20, squares, twoHalves);
    program.work("gemm", 100.0 * step + 10, 20 + 400.0 * step, 400);
  }
  const auto trace = program.trace();
  const auto found = foundSteps(*trace);
  ASSERT_TRUE(found);
  const Advice advice = adviceOf(trace, {.steps = found->steps});
  EXPECT_EQ(advice.kernelTime.ns, 4 * 400'000) << "all of it, though the host was done after 400 µs";
  EXPECT_EQ(advice.elapsed.ns, 1'600'000) << "from its first work on";
}

TEST(Advice, takesOfStepsThatAreAskedForTheTimeOfTheirOwnWork) {
  AdviceProgram program;
  for (int step = 0; step < 4; ++step) {
    program.host("user_annotation", fmt::format("ProfilerStep#{}", step).c_str(), 100.0 * step, 100);
    program.op("aten::mm", 100.0 * step + 5, 20, squares, twoHalves);
    program.work("gemm", 100.0 * step + 10, 20 + 400.0 * step, 400);
  }
  const auto trace = program.trace();
  const auto found = foundSteps(*trace);
  ASSERT_TRUE(found);
  const std::vector<StepStats> figures = stepStats(*trace, *found);
  for (std::size_t step = 0; step < 4; ++step) {
    const Advice advice = adviceOf(trace, {.steps = found->steps, .asked = StepNumbers{.first = step, .last = step}});
    EXPECT_EQ(advice.steps, 1U);
    EXPECT_EQ(advice.elapsed.ns, 400'000) << "the device was at the steps before until then";
    EXPECT_EQ(advice.kernelTime, figures[step].device);
  }
  const Advice two = adviceOf(trace, {.steps = found->steps, .asked = StepNumbers{.first = 2, .last = SIZE_MAX}});
  EXPECT_EQ(two.steps, 2U);
  EXPECT_EQ(two.elapsed.ns, 800'000);
}

TEST(Advice, findsProductsThatCouldUseTf32) {
  AdviceProgram program;
  program.op("aten::mm", 0, 20, squares, typesOf({"float", "float"}));
  program.work("sm80_xmma_gemm_f32f32_f32f32_f32_nn_n_tilesize128x64x8_stage3_warpsize2x2x1_ffma_aligna4", 5, 100,
               3000);
  program.op("aten::mm", 40, 20, squares, typesOf({"float", "float"}));
  program.work("sm80_xmma_gemm_f32f32_tf32f32_f32_nn_n_tilesize128x64x8_stage3_warpsize2x2x1_tensor16x8x8", 45, 3200,
               300);
  const Advice advice = adviceOf(program.trace());
  const AdviceRow& row = rowOf(advice, AdviceKind::Precision);
  EXPECT_THAT(row.title, says("allow-tf32", "aten::mm"));
  EXPECT_NEAR(static_cast<double>(row.bound.ns), 3e6 - 2 * std::pow(4096.0, 3) / (495e12 * reachablePeak) * 1e9, 2);
  EXPECT_THAT(row.places, testing::SizeIs(1)) << "the other product uses it already";
}

/// 64 Mi floats: 256 MiB, 55.9 µs at 4.8 TB/s.
constexpr const char* long64 = "[[67108864],[67108864]]";
constexpr double tensorUs = 67108864.0 * 4 / 4.8e12 * 1e6;

TEST(Advice, savesTheTrafficBetweenElementwiseKernels) {
  AdviceProgram program;
  const std::string floats = typesOf({"float", "float"});
  program.op("aten::mul", 0, 20, long64, floats);
  program.work(addKernel, 5, 100, 200);
  program.op("aten::add", 30, 20, long64, floats);
  program.work(addKernel, 35, 302, 200);
  const Advice advice = adviceOf(program.trace());
  const AdviceRow& row = rowOf(advice, AdviceKind::Fusion);
  EXPECT_EQ(row.title.english(), "Fuse aten::mul, aten::add");
  EXPECT_NEAR(static_cast<double>(row.bound.ns), 402'000 - 2 * tensorUs / reachableBandwidth * 1000, 3)
      << "one tensor is read and one written, for the others may be the same or never leave the kernel";
  EXPECT_THAT(evidenceOf(row), mentions("fused-kernel-would-save-traffic", "1.000 GiB"));
  EXPECT_THAT(evidenceOf(row), testing::Not(mentions("shorter-than-a-launch")));
}

TEST(Advice, fusesNothingThatDoesNotPassATensorOn) {
  AdviceProgram program;
  const std::string floats = typesOf({"float", "float"});
  program.op("aten::mul", 0, 20, long64, floats);
  program.work(addKernel, 5, 100, 200);
  program.op("aten::add", 30, 20, "[[4096,4096],[4096,4096]]", floats);
  program.work(addKernel, 35, 302, 200);
  EXPECT_FALSE(hasRow(adviceOf(program.trace()), AdviceKind::Fusion));
}

TEST(Advice, countsConversionsBeforeAProductAsAWhole) {
  AdviceProgram program;
  program.op("aten::copy_", 0, 20, "[[4096,4096],[4096,4096],[]]", typesOf({bfloat, "float", "Scalar"}));
  program.work("void at::native::unrolled_elementwise_kernel<direct_copy_kernel_cuda>()", 5, 100, 40);
  program.op("aten::mm", 30, 20, squares, twoHalves);
  program.work("gemm", 35, 140, 150);
  program.op("aten::copy_", 60, 20, "[[1024],[1024],[]]", typesOf({bfloat, "float", "Scalar"}));
  program.work("void at::native::unrolled_elementwise_kernel<direct_copy_kernel_cuda>()", 65, 290, 40);
  const Advice advice = adviceOf(program.trace());
  const AdviceRow& row = rowOf(advice, AdviceKind::MatrixCopy);
  EXPECT_THAT(row.title, says("avoid-conversions", "float", "BFloat16"));
  EXPECT_EQ(row.bound.ns, 40'000) << "the second one has nothing to do with a product";
  EXPECT_EQ(row.confidence, Confidence::High);
}

TEST(Advice, countsCopiesFromTheHostThatNothingHides) {
  AdviceProgram program;
  program.op("aten::mm", 0, 20, squares, twoHalves);
  program.work("gemm", 5, 100, 150);
  program.op("aten::copy_", 30, 20, "[[4096],[4096],[]]", typesOf({"float", "float", "Scalar"}));
  program.work("Memcpy HtoD (Pageable -> Device)", 35, 200, 150, 8, "gpu_memcpy");
  const Advice advice = adviceOf(program.trace());
  const AdviceRow& row = rowOf(advice, AdviceKind::HostCopy);
  EXPECT_EQ(row.bound.ns, 100'000);
  EXPECT_EQ(row.confidence, Confidence::High);
  EXPECT_THAT(evidenceOf(row), mentions("pageable-pin-it"));
}

TEST(Advice, takesNoCopyFromTheHostForALayoutCopy) {
  AdviceProgram program;
  program.op("aten::copy_", 0, 20, "[[4096,4096],[4096,4096],[]]", typesOf({bfloat, bfloat, "Scalar"}));
  program.work("Memcpy HtoD (Pageable -> Device)", 5, 100, 500, 7, "gpu_memcpy");
  program.op("aten::mm", 30, 20, squares, twoHalves);
  program.work("gemm", 35, 602, squaresUs / 0.8);
  program.op("aten::copy_", 60, 20, "[[4096,4096],[4096,4096],[]]", typesOf({bfloat, bfloat, "Scalar"}));
  program.work("Memcpy DtoH (Device -> Pageable)", 65, 900, 400, 7, "gpu_memcpy");
  const Advice advice = adviceOf(program.trace());
  EXPECT_FALSE(hasRow(advice, AdviceKind::MatrixCopy));
  const auto titled = [&](std::string_view title) {
    return std::ranges::find(advice.rows, title, [](const AdviceRow& row) { return row.title.english(); });
  };
  const auto there = titled("Overlap Memcpy HtoD (Pageable -> Device) with kernels");
  ASSERT_NE(there, advice.rows.end());
  EXPECT_EQ(there->bound.ns, 500'000);
  const auto back = titled("Overlap Memcpy DtoH (Device -> Pageable) with kernels");
  ASSERT_NE(back, advice.rows.end());
  EXPECT_GE(back->bound.ns, 500'000) << "and the host waited for it";
  EXPECT_THAT(evidenceOf(*back), mentions("pageable-copy-to-pinned-memory"));
}

TEST(Advice, findsSizesThatTensorCoresDoNotLike) {
  AdviceProgram program;
  program.op("aten::mm", 0, 20, "[[4096,4096],[4096,4099]]", twoHalves);
  program.work("gemm", 5, 100, 600);
  const Advice advice = adviceOf(program.trace());
  const AdviceRow& row = rowOf(advice, AdviceKind::Padding);
  EXPECT_THAT(row.title, says("pad-sizes-for-tensor-cores", "aten::mm"));
  EXPECT_THAT(evidenceOf(row), HasSubstr("M 4096 × N 4099 × K 4096: N is not a multiple of 8"));
  EXPECT_FALSE(hasRow(advice, AdviceKind::Roofline)) << "all of it is claimed";
}

TEST(Advice, findsTilesThatComputeForNothing) {
  AdviceProgram program;
  program.op("aten::mm", 0, 20, "[[4100,4096],[4096,2064]]", twoHalves);
  program.work("nvjet_hsh_128x256_64x4_1x2_h_bz_coopA_TNT", 5, 100, 200);
  const Advice advice = adviceOf(program.trace());
  const AdviceRow& row = rowOf(advice, AdviceKind::Padding);
  EXPECT_NEAR(static_cast<double>(row.bound.ns), 200'000 * (1 - 4100.0 / 4352 * 2064 / 2176), 2)
      << "17 tiles of 256 rows, 17 of 128 columns";
  EXPECT_EQ(row.confidence, Confidence::Low);
}

TEST(Advice, givesMeansOfSteps) {
  AdviceProgram program;
  for (int step = 0; step < 4; ++step) {
    const double at = 1000.0 * step;
    program.host("user_annotation", fmt::format("ProfilerStep#{}", step).c_str(), at, 1000);
    program.op("aten::mm", at + 5, 20, squares, twoHalves);
    program.work("gemm", at + 10, at + 20, 400);
  }
  const auto trace = program.trace();
  const auto found = foundSteps(*trace);
  ASSERT_TRUE(found);
  const Advice advice = adviceOf(trace, {.steps = found->steps});
  EXPECT_EQ(advice.steps, 4U);
  EXPECT_EQ(advice.mean(advice.elapsed).ns, 995'000) << "of the first one from its first work on";
  EXPECT_NEAR(static_cast<double>(advice.mean(rowOf(advice, AdviceKind::Roofline).bound).ns),
              400'000 - squaresUs / reachablePeak * 1000, 2);
}

TEST(Advice, keepsRecordedStepsHoweverLong) {
  AdviceProgram program;
  for (int step = 0; step < 6; ++step) {
    const double at = step < 4 ? 100.0 * step : 100.0 * step + 900;
    program.host("user_annotation", fmt::format("ProfilerStep#{}", step).c_str(), at, step == 3 ? 1000 : 100);
    program.work("gemm", at + 30, at + 40, 50);
  }
  const auto trace = program.trace();
  const Advice advice = adviceOf(trace, {.steps = foundSteps(*trace).value().steps});
  EXPECT_EQ(advice.steps, 6U);
  EXPECT_EQ(advice.outliers, 0U);
  EXPECT_EQ(advice.unknown.ns, 40'000);
  ASSERT_FALSE(cautionsOn(advice).empty());
  EXPECT_THAT(cautionsOn(advice).front(), mentions("first-step-before-recorded-work", "40.00 µs"));
  EXPECT_GT(advice.mean(advice.elapsed), advice.medianStep);
}

TEST(Advice, hasWhatNamesAChangeBeforeWhatShowsThatAKernelIsSlow) {
  const AdviceRow slow{
      .kind = AdviceKind::Roofline, .title = {}, .bound = {3000}, .likely = {3000}, .evidence = {}, .places = {}};
  AdviceRow setting = slow;
  setting.kind = AdviceKind::HostCall;
  setting.likely = {1000};
  EXPECT_GT(setting.weight(), slow.weight());
  setting.confidence = Confidence::Low;
  EXPECT_LT(setting.weight(), slow.weight());
}

/// Whatever the trace: bounds are those of disjoint times, and lead somewhere.
TEST(Advice, claimsNoTimeTwice) {
  for (const char* file : {"h200-profiler-steps.json.gz", "torch-compile-triton.json.gz", "h200-ring-rank0.json.gz",
                           "h200-attention-original.json.gz", "h200-attention-optimised.json.gz",
                           "torch-compare-base.json.gz", "torch-rocm-vllm-graph.json.gz", "chrome-trivial.json"}) {
    const auto trace = load(fixture(file));
    ASSERT_TRUE(trace) << file;
    const auto found = foundSteps(**trace);
    for (const Advice& advice : {adviceOf(*trace), adviceOf(*trace, {.steps = found->steps})}) {
      Duration sum;
      for (const AdviceRow& row : advice.rows) {
        EXPECT_GT(row.bound.ns, 0) << file;
        EXPECT_GE(row.likely.ns, 0) << file;
        EXPECT_LE(row.likely, row.bound) << file;
        EXPECT_FALSE(row.evidence.empty()) << file;
        EXPECT_FALSE(row.places.empty()) << file;
        for (const AdvicePlace& place : row.places) {
          EXPECT_TRUE(place.span == SpanId::none || static_cast<std::size_t>(place.span) < (*trace)->spanCount());
          EXPECT_FALSE(place.range.isEmpty()) << file << ": " << row.title.english();
          EXPECT_TRUE(place.range.overlaps((*trace)->bounds())) << file;
        }
        sum += row.bound;
      }
      EXPECT_LE(sum, advice.elapsed) << file;
      EXPECT_TRUE(std::ranges::is_sorted(advice.rows, std::ranges::greater{}, &AdviceRow::weight)) << file;
    }
  }
}

TEST(Advice, isNoneOnceItIsStopped) {
  AdviceProgram program;
  program.op("aten::mm", 0, 50, squares, twoHalves);
  program.work("gemm", 10, 100, 400);
  TraceAnalysis analysis(program.trace());
  const auto model = analysis.work();
  const WorkMeter meter(analysis.trace(), *model, referenceDevice(analysis.trace(), "H200").ceilings);
  std::stop_source stop;
  EXPECT_EQ(advise(analysis, *model, meter, {}, stop.get_token()).rows.size(), 1U);
  stop.request_stop();
  EXPECT_TRUE(advise(analysis, *model, meter, {}, stop.get_token()).rows.empty());
  TraceAnalysis others(program.trace());
  EXPECT_EQ(others.work(stop.get_token()), nullptr);
  EXPECT_EQ(workForAdvice(others, {}, stop.get_token()), nullptr);
  EXPECT_EQ(workForAdvice(analysis, {}), model) << "what is known already";
  EXPECT_EQ(others.scopes(stop.get_token()), nullptr);
}

}  // namespace
}  // namespace kernline::test
