// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/statistics/kernel_occupancy.h"

#include "core/analysis/statistics/launch_fit.h"
#include "core/analysis/statistics/launch_shapes.h"
#include "tests/support/open_file.h"
#include "tests/support/test_files.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace kernline::test {
namespace {

ArgNode scalar(const char* key, const char* text) {
  return {.kind = ArgNode::Kind::Number, .key = key, .text = text, .children = {}};
}

ArgNode list(const char* key, std::initializer_list<const char*> numbers) {
  ArgNode node{.kind = ArgNode::Kind::Array, .key = key, .text = {}, .children = {}};
  for (const char* number : numbers) {
    node.children.push_back(scalar("", number));
  }
  return node;
}

/// A GEMM of an H200 as kineto describes it.
ArgNode gemm(const char* printed) {
  return {.kind = ArgNode::Kind::Object,
          .key = {},
          .text = {},
          .children = {scalar("est. achieved occupancy %", printed), list("grid", {"2", "66", "1"}),
                       list("block", {"384", "1", "1"}), scalar("registers per thread", "168"),
                       scalar("shared memory", "221420")}};
}

const Device h200{
    .id = 0, .name = "H200", .memoryBytes = 0, .multiprocessors = 132, .computeMajor = 9, .computeMinor = 0};

TEST(KernelOccupancy, isTheProfilersWhereItHasOne) {
  const KernelOccupancy occupancy = kernelOccupancy(gemm("25"), &h200);
  EXPECT_EQ(occupancy.source, OccupancySource::Profiler);
  EXPECT_DOUBLE_EQ(occupancy.share, 0.25);
}

TEST(KernelOccupancy, isComputedWhereTheProfilerWritesZero) {
  const KernelOccupancy occupancy = kernelOccupancy(gemm("0"), &h200);
  EXPECT_EQ(occupancy.source, OccupancySource::Computed);
  EXPECT_DOUBLE_EQ(occupancy.share, 12.0 / 64) << "one block of 12 warps fits";
}

TEST(KernelOccupancy, isUnknownWhereTheLaunchDoesNotSayEnough) {
  EXPECT_EQ(kernelOccupancy(gemm("0"), nullptr).source, OccupancySource::Unknown);
  ArgNode args = gemm("0");
  args.children.pop_back();
  EXPECT_EQ(kernelOccupancy(args, &h200).source, OccupancySource::Unknown) << "no shared memory";
  args = gemm("nan");
  args.children[1] = list("grid", {"2", "-66", "1"});
  EXPECT_EQ(kernelOccupancy(args, &h200).source, OccupancySource::Unknown);
}

TEST(LaunchFits, sayWhatLimitsOccupancyAndHowOftenTheGpuIsFilled) {
  const auto fit = launchFit(gemm("25"), &h200);
  ASSERT_TRUE(fit);
  EXPECT_EQ(fit->blocks.bySharedMemory, 1);
  EXPECT_DOUBLE_EQ(fit->waves, 1) << "132 blocks, one on each SM";
  ArgNode args = gemm("25");
  args.children[1] = list("grid", {"330", "1", "1"});
  EXPECT_DOUBLE_EQ(launchFit(args, &h200)->waves, 2.5);
  EXPECT_FALSE(launchFit(args, nullptr));
  args.children.pop_back();
  EXPECT_FALSE(launchFit(args, &h200)) << "no shared memory";
}

TEST(LaunchFits, haveATailWhereTheLastWaveIsNotFull) {
  EXPECT_DOUBLE_EQ(lastWave(2.5), 0.5);
  EXPECT_DOUBLE_EQ(lastWave(2), 1);
  EXPECT_DOUBLE_EQ(lastWave(0.25), 0.25);
}

TEST(KernelOccupancy, ofARealTraceLeavesNoneUnknown) {
  const auto trace = load(shared("h200/gpt_stack_trace.json.gz"));
  ASSERT_TRUE(trace);
  const auto devices = deviceTracks(**trace);
  ASSERT_EQ(devices.size(), 1U);
  const SmUse use = smUse(**trace, readLaunchShapes(**trace, devices[0], 2), (*trace)->bounds());
  EXPECT_EQ(use.computed, 849U) << "kineto writes 0 for them, 38 % of kernel time";
  EXPECT_EQ(use.withoutOccupancy, 0U);
  EXPECT_EQ(use.withOccupancy, 2628U);
  EXPECT_GT(use.occupancy, 0.53) << "48 % if they counted 0";
  EXPECT_LT(use.occupancy, 0.60);
}

TEST(KernelOccupancy, ofFewKernelsIsNotThatOfTheDevice) {
  const auto withArgs = [](int kernels) {
    std::string json = "[";
    for (int i = 0; i < 10; ++i) {
      json += fmt::format(
          R"({}{{"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":{}0,"dur":5,"args":{{"device":0,"stream":7{}}}}})",
          i == 0 ? "" : ",", i, i < kernels ? R"(,"blocks per SM":2,"est. achieved occupancy %":40)" : "");
    }
    const TemporaryFile file(json + "]");
    const auto trace = load(file.path()).value_or(nullptr);
    return smUse(*trace, readLaunchShapes(*trace, deviceTracks(*trace).front(), 1), trace->bounds());
  };
  const SmUse few = withArgs(4);
  EXPECT_EQ(few.withOccupancy, 0U);
  EXPECT_EQ(few.kernels, 0U);
  EXPECT_EQ(few.withoutOccupancy, 6U);
  const SmUse most = withArgs(6);
  EXPECT_EQ(most.withOccupancy, 6U);
  EXPECT_EQ(most.kernels, 0U) << "what the others use is missing in the sum";
  EXPECT_EQ(withArgs(9).kernels, 9U);
}

}  // namespace
}  // namespace kernline::test
