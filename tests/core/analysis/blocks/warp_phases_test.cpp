// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/blocks/warp_phases.h"

#include "tests/support/open_file.h"
#include "tests/support/test_files.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <memory>
#include <vector>

namespace kernline::test {
namespace {

TEST(WarpPhases, tellWaitingByName) {
  EXPECT_TRUE(isWaiting("wait full"));
  EXPECT_TRUE(isWaiting("mbarrier_WAIT"));
  EXPECT_FALSE(isWaiting("load"));
}

TEST(WarpRoles, areTheProducersAndTheConsumersOfALaunch) {
  const auto trace = load(fixture("recordings/pipeline.json")).value();
  const std::vector<WarpRole> roles = warpRoles(*trace, kernelBlocks(*trace).at(0));
  ASSERT_EQ(roles.size(), 2U);
  EXPECT_EQ(roles[0].firstWarp, 0U);
  EXPECT_EQ(roles[0].lastWarp, 0U);
  ASSERT_EQ(roles[0].phases.size(), 2U);
  EXPECT_EQ(roles[0].phases[0].name, "load");
  EXPECT_DOUBLE_EQ(roles[0].phases[0].share, 0.75);
  EXPECT_DOUBLE_EQ(roles[0].waiting(), 0.25);
  EXPECT_EQ(roles[1].firstWarp, 1U);
  EXPECT_EQ(roles[1].lastWarp, 2U);
  EXPECT_DOUBLE_EQ(roles[1].waiting(), 0.5);
}

TEST(WarpsOfABlock, haveTheirOwnPhasesInOrder) {
  const auto trace = load(fixture("recordings/pipeline.json")).value();
  const KernelBlocks launch = kernelBlocks(*trace).at(0);
  const SpanId block = launch.blocks.at(1).span;
  const std::vector<WarpLane> lanes = warpsOfBlock(*trace, launch, block);
  ASSERT_EQ(lanes.size(), 3U);
  EXPECT_EQ(lanes[0].warp, 0U);
  ASSERT_EQ(lanes[2].phases.size(), 4U);
  EXPECT_EQ(trace->nameText(lanes[2].phases[1]), "multiply");
  EXPECT_EQ(blockOf(*trace, launch, lanes[2].phases[1]), block);
  EXPECT_EQ(blockOf(*trace, launch, block), block);
  EXPECT_EQ(blockOf(*trace, launch, launch.kernel), SpanId::none);
  EXPECT_TRUE(warpsOfBlock(*trace, launch, launch.kernel).empty());
}

/// Recording of the recorder on a GPU: eight warps, of which every second one works twice as long.
TEST(WarpRoles, ofARecordingAreAllWarpsThatDoTheSame) {
  const auto trace = load(fixture("recordings/phases.json.gz")).value();
  const std::vector<WarpRole> roles = warpRoles(*trace, kernelBlocks(*trace).at(0));
  ASSERT_EQ(roles.size(), 1U);
  EXPECT_EQ(roles[0].lastWarp, 7U);
  EXPECT_EQ(roles[0].phases.size(), 3U);
  EXPECT_EQ(roles[0].waiting(), 0);
}

/// Inner phases are not counted in the ones around them.
TEST(WarpRoles, shareOutEachMomentOnce) {
  const auto row = [](const char* name, int start, int length) {
    return fmt::format(
        R"json({{"ph":"X","name":"{}","pid":"matmul Core0 CTA3","tid":"warp 0 (line 0)","ts":{},"dur":{}}},)json", name,
        start, length);
  };
  const TemporaryFile file(R"({"traceEvents":[)" + row("tile", 0, 8) + row("wait", 0, 2) + row("dot", 2, 5) +
                           row("sum", 3, 1) + row("tile", 8, 2) + "{}]}");
  const auto trace = load(file.path()).value();
  const std::vector<WarpRole> roles = warpRoles(*trace, kernelBlocks(*trace).at(0));
  ASSERT_EQ(roles.size(), 1U);
  ASSERT_EQ(roles[0].phases.size(), 4U);
  EXPECT_EQ(roles[0].phases[0].name, "dot");
  EXPECT_DOUBLE_EQ(roles[0].phases[0].share, 0.4);
  EXPECT_EQ(roles[0].phases[1].name, "tile");
  EXPECT_DOUBLE_EQ(roles[0].phases[1].share, 0.3);
  EXPECT_DOUBLE_EQ(roles[0].waiting(), 0.2);
}

}  // namespace
}  // namespace kernline::test
