// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/activity/queue_depth.h"
#include "core/analysis/statistics/kernel_summary.h"
#include "core/analysis/statistics/launch_shapes.h"
#include "core/model/names/tensor_core.h"
#include "tests/core/analysis/hand_made_trace.h"
#include "tests/support/open_file.h"
#include "tests/support/test_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace kernline::test {
namespace {

struct Queued {
  HandMadeTrace made;
  TrackId stream = made.track(made.process("0", 0), "7", TrackKind::Stream);
  TrackId thread = made.track(made.process("5"), "5", TrackKind::Thread);
  std::uint32_t correlation = 0;

  void launch(std::int64_t call, std::int64_t start, std::int64_t length, std::string_view name = "k") {
    made.span(thread, SpanKind::Runtime, "cudaLaunchKernel", call, 1).correlation = ++correlation;
    made.span(stream, SpanKind::Kernel, name, start, length).correlation = correlation;
  }
};

TEST(QueueDepth, countsWhatIsLaunchedAndNotDone) {
  Queued queued;
  queued.launch(0, 10, 10);
  queued.launch(5, 20, 10);
  queued.launch(40, 50, 10);
  const auto trace = queued.made.build();
  const auto devices = deviceTracks(*trace);
  ASSERT_EQ(devices.size(), 1U);
  const auto samples = queueDepth(*trace, devices[0]);
  EXPECT_EQ(samples, (std::vector<QueueSample>{{{0}, 1}, {{5}, 2}, {{20}, 1}, {{30}, 0}, {{40}, 1}, {{60}, 0}}));
  const QueueFigures figures = queueFigures(samples, {{0}, {60}});
  EXPECT_EQ(figures.maxDepth, 2);
  EXPECT_EQ(figures.empty.ns, 10);
  EXPECT_DOUBLE_EQ(figures.mean, (5 * 1 + 15 * 2 + 10 * 1 + 20 * 1) / 60.0);
  EXPECT_EQ(queueFigures(samples, {{30}, {40}}).empty.ns, 10);
  const auto waiting = queueDepth(*trace, devices[0], {.end = QueueEnd::ActivityStarts, .isCounted = {}});
  EXPECT_EQ(waiting, (std::vector<QueueSample>{{{0}, 1}, {{5}, 2}, {{10}, 1}, {{20}, 0}, {{40}, 1}, {{50}, 0}}));
}

TEST(QueueDepth, isNeverBelowZeroWhereWorkBeginsBeforeItsLaunch) {
  Queued queued;
  queued.launch(10, 5, 10);
  queued.launch(50, 20, 10);
  const auto trace = queued.made.build();
  const auto samples = queueDepth(*trace, deviceTracks(*trace)[0]);
  EXPECT_EQ(samples, (std::vector<QueueSample>{{{5}, 1}, {{15}, 0}, {{20}, 1}, {{30}, 0}}));
}

TEST(KernelSummary, addsUpFamiliesAndTensorCores) {
  Queued queued;
  queued.launch(0, 10, 30, "sm80_xmma_gemm_f16f16");
  queued.launch(5, 40, 10, "vectorized_elementwise_kernel");
  queued.launch(6, 50, 60, "ampere_h16816gemm_64x64");
  const auto trace = queued.made.build();
  const KernelSummary work = kernelSummary(*trace, deviceTracks(*trace)[0]);
  EXPECT_EQ(work.total.ns, 100);
  EXPECT_EQ(work.kernels, 3U);
  EXPECT_EQ(work.launchCalls, 3U);
  EXPECT_EQ(work.range, (TimeRange{{10}, {110}}));
  EXPECT_THAT(work.tensorCoreShare(), testing::Optional(testing::DoubleEq(0.9)));
  EXPECT_DOUBLE_EQ(work.kernelsPerSecond(), 3e7);
  ASSERT_EQ(work.families.size(), 2U);
  EXPECT_EQ(work.families[0].family, KernelFamily::Gemm);
  EXPECT_EQ(work.families[0].total.ns, 90);
  EXPECT_EQ(trace->nameText(work.families[0].longest), "ampere_h16816gemm_64x64");
  const KernelSummary part = kernelSummary(*trace, deviceTracks(*trace)[0], TimeRange{{30}, {45}});
  EXPECT_EQ(part.total.ns, 15);
  EXPECT_EQ(part.kernels, 1U);
  EXPECT_EQ(part.launchCalls, 0U);
}

TEST(KernelSummary, doesNotKnowTensorCoresOfKernelsOfWhichOnlyTheNameIsKnown) {
  Queued own;
  own.launch(0, 10, 30, "myKernel(float*)");
  own.launch(5, 40, 10, "vectorized_elementwise_kernel");
  const auto trace = own.made.build();
  const KernelSummary work = kernelSummary(*trace, deviceTracks(*trace)[0]);
  EXPECT_EQ(work.tensorCoreShare(), std::nullopt);
  EXPECT_DOUBLE_EQ(work.tensorCoreUnknownShare(), 0.75);
  Queued plain;
  plain.launch(0, 10, 30, "vectorized_elementwise_kernel");
  const auto other = plain.made.build();
  EXPECT_THAT(kernelSummary(*other, deviceTracks(*other)[0]).tensorCoreShare(), testing::Optional(0.0));
}

TEST(TensorCores, areUnknownWhereNamesMayHideThem) {
  EXPECT_EQ(tensorCoreUse("matmulKernel(const float*, float*)"), TensorCoreUse::Unknown);
  EXPECT_EQ(tensorCoreUse("mine"), TensorCoreUse::Unknown);
  EXPECT_EQ(tensorCoreUse("volta_sgemm_128x64_nn"), TensorCoreUse::No);
  EXPECT_EQ(tensorCoreUse("void at::native::vectorized_elementwise_kernel<4>()"), TensorCoreUse::No);
  EXPECT_EQ(tensorCoreUse("nvjet_hsh_128x256_64x4_2x1_v_bz_coopA_NNT"), TensorCoreUse::Yes);
}

TEST(TensorCores, areKnownByTheNamesOfKernels) {
  EXPECT_TRUE(namesTensorCores("volta_fp16_s884cudnn_fp16_128x128_ldg8_splitK_relu_f2f_exp_small_nhwc_tn_v1"));
  EXPECT_TRUE(namesTensorCores("nvjet_hsh_128x256_64x4_2x1_v_bz_coopA_NNT"));
  EXPECT_TRUE(namesTensorCores("void cutlass::Kernel<cutlass_80_tensorop_s1688gemm_256x128_32x3_nn_align1>()"));
  EXPECT_TRUE(namesTensorCores("void pytorch_flash::flash_fwd_kernel<Flash_fwd_kernel_traits<64, 128>>()"));
  EXPECT_TRUE(namesTensorCores("sm80_xmma_fprop_implicit_gemm_indexed_tf32f32_tf32f32_f32_nhwckrsc_nchw"));
  EXPECT_FALSE(namesTensorCores("volta_sgemm_128x64_nn"));
  EXPECT_FALSE(
      namesTensorCores("sm80_xmma_gemm_f32f32_f32f32_f32_nn_n_tilesize128x64x8_stage3_warpsize2x2x1_ffma_aligna4"));
  EXPECT_FALSE(namesTensorCores("void at::native::vectorized_elementwise_kernel<4>()"));
}

TEST(SmUse, addsBlocksOfKernelsThatRunAtOnceUpToOne) {
  Queued queued;
  queued.launch(0, 0, 10);
  queued.launch(0, 5, 10);
  queued.launch(0, 20, 10);
  const auto trace = queued.made.build();
  LaunchShapes shapes;
  const auto work = activitiesByStart(*trace, deviceTracks(*trace)[0]);
  using enum OccupancySource;
  shapes.kernels = {
      {work[0], 0.5F, 0.25F, Profiler}, {work[1], 0.75F, 0.5F, Computed}, {work[2], 40.0F, 0.75F, Profiler}};
  const SmUse use = smUse(*trace, shapes, {{0}, {40}});
  EXPECT_DOUBLE_EQ(use.useOfRange, (5 * 0.5 + 5 * 1 + 5 * 0.75 + 10) / 40);
  EXPECT_DOUBLE_EQ(use.useOfBusy, (5 * 0.5 + 5 * 1 + 5 * 0.75 + 10) / 25);
  EXPECT_DOUBLE_EQ(use.occupancy, 0.5);
  const float nan = std::numeric_limits<float>::quiet_NaN();
  shapes.kernels[2] = {work[2], nan, nan, Unknown};
  const SmUse silent = smUse(*trace, shapes, {{0}, {40}});
  EXPECT_EQ(silent.kernels, 0U) << "a third of the time is missing in the sum";
  EXPECT_EQ(silent.withOccupancy, 2U);
  EXPECT_EQ(silent.computed, 1U);
  EXPECT_EQ(silent.withoutOccupancy, 1U);
}

TEST(LaunchShapes, areReadFromTheFileAgain) {
  const auto loaded = load(fixture("h200-profiler-steps.json.gz"));
  ASSERT_TRUE(loaded) << loaded.error().message.english();
  const Trace& trace = **loaded;
  const auto devices = deviceTracks(trace);
  ASSERT_EQ(devices.size(), 1U);
  const LaunchShapes shapes = readLaunchShapes(trace, devices[0], 2);
  ASSERT_FALSE(shapes.kernels.empty());
  EXPECT_EQ(shapes.skipped, 0U);
  for (const LaunchShape& shape : shapes.kernels) {
    const EventDetails details = trace.details(shape.kernel);
    const ArgNode* occupancy = details.args.find("est. achieved occupancy %");
    ASSERT_NE(occupancy, nullptr);
    if (occupancy->text == "0") {
      EXPECT_EQ(shape.source, OccupancySource::Computed);
    } else {
      EXPECT_NEAR(shape.occupancy, std::stof(occupancy->text) / 100, 1e-6);
    }
  }
  const LaunchShapes some = readLaunchShapes(trace, devices[0], 2, 10);
  EXPECT_LE(some.kernels.size(), 10U);
  EXPECT_EQ(some.kernels.size() + some.skipped, shapes.kernels.size());
}

}  // namespace
}  // namespace kernline::test
