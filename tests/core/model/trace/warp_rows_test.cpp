// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/trace/warp_track.h"

#include <gtest/gtest.h>

namespace kernline::test {
namespace {

TEST(WarpRows, ofProtonSayKernelSmBlockAndWarp) {
  EXPECT_EQ(warpTrackOf("matmul_kernel Core12 CTA3", "warp 4 (line 1)"), (WarpTrack{"matmul_kernel", 12, 3, 4}));
  EXPECT_EQ(warpTrackOf("a Core1 CTA2 Core3 CTA4", "warp 0 (line 0)"), (WarpTrack{"a Core1 CTA2", 3, 4, 0}));
  EXPECT_EQ(warpTrackOf("matmul Core12", "warp 4 (line 0)"), std::nullopt);
  EXPECT_EQ(warpTrackOf("matmul Core12 CTA3 x", "warp 4 (line 0)"), std::nullopt);
  EXPECT_EQ(warpTrackOf("matmul Core12 CTA3", "thread 4"), std::nullopt);
  EXPECT_EQ(warpTrackOf("matmul Core99999999999 CTA3", "warp 4"), std::nullopt);
}

TEST(WarpRows, ofFlashInferSaySmBlockAndGroup) {
  EXPECT_EQ(warpTrackOf("SM_012", "blk35_g1"), (WarpTrack{"", 12, 35, 1}));
  EXPECT_EQ(warpTrackOf("SM_012", "blk35"), std::nullopt);
  EXPECT_EQ(warpTrackOf("SM_012x", "blk35_g1"), std::nullopt);
  EXPECT_EQ(warpTrackOf("python", "thread 1"), std::nullopt);
}

TEST(WarpRows, ofFlashInferMayHaveNoSm) {
  EXPECT_EQ(warpTrackOf("block_35", "group_1 / group_1"), (WarpTrack{"", std::nullopt, 35, 1}));
  EXPECT_EQ(warpTrackOf("block_35", "group_1"), std::nullopt);
  EXPECT_EQ(warpTrackOf("block_35", "group_1 / group_2"), std::nullopt);
  EXPECT_EQ(warpTrackOf("block_35 x", "group_1 / group_1"), std::nullopt);
}

}  // namespace
}  // namespace kernline::test
