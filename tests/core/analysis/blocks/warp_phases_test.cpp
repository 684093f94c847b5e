// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/blocks/warp_phases.h"

#include "tests/support/open_file.h"
#include "tests/support/test_files.h"

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

/// As the recorder wrote it on a GPU: eight warps, of which every second one works twice as long.
TEST(WarpRoles, ofARecordingAreAllWarpsThatDoTheSame) {
  const auto trace = load(fixture("recordings/phases.json.gz")).value();
  const std::vector<WarpRole> roles = warpRoles(*trace, kernelBlocks(*trace).at(0));
  ASSERT_EQ(roles.size(), 1U);
  EXPECT_EQ(roles[0].lastWarp, 7U);
  EXPECT_EQ(roles[0].phases.size(), 3U);
  EXPECT_EQ(roles[0].waiting(), 0);
}

}  // namespace
}  // namespace kernline::test
