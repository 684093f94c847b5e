// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/trace/warp_rows.h"

#include <gtest/gtest.h>

namespace kernline::test {
namespace {

TEST(WarpRows, ofProtonSayKernelSmBlockAndWarp) {
  EXPECT_EQ(warpRowOf("matmul_kernel Core12 CTA3", "warp 4 (line 1)"), (WarpRow{"matmul_kernel", 12, 3, 4}));
  EXPECT_EQ(warpRowOf("a Core1 CTA2 Core3 CTA4", "warp 0 (line 0)"), (WarpRow{"a Core1 CTA2", 3, 4, 0}));
  EXPECT_EQ(warpRowOf("matmul Core12", "warp 4 (line 0)"), std::nullopt);
  EXPECT_EQ(warpRowOf("matmul Core12 CTA3 x", "warp 4 (line 0)"), std::nullopt);
  EXPECT_EQ(warpRowOf("matmul Core12 CTA3", "thread 4"), std::nullopt);
  EXPECT_EQ(warpRowOf("matmul Core99999999999 CTA3", "warp 4"), std::nullopt);
}

TEST(WarpRows, ofFlashInferSaySmBlockAndGroup) {
  EXPECT_EQ(warpRowOf("SM_012", "blk35_g1"), (WarpRow{"", 12, 35, 1}));
  EXPECT_EQ(warpRowOf("SM_012", "blk35"), std::nullopt);
  EXPECT_EQ(warpRowOf("SM_012x", "blk35_g1"), std::nullopt);
  EXPECT_EQ(warpRowOf("python", "thread 1"), std::nullopt);
}

TEST(WarpRows, ofFlashInferMayHaveNoSm) {
  EXPECT_EQ(warpRowOf("block_35", "group_1 / group_1"), (WarpRow{"", std::nullopt, 35, 1}));
  EXPECT_EQ(warpRowOf("block_35", "group_1"), std::nullopt);
  EXPECT_EQ(warpRowOf("block_35", "group_1 / group_2"), std::nullopt);
  EXPECT_EQ(warpRowOf("block_35 x", "group_1 / group_1"), std::nullopt);
}

}  // namespace
}  // namespace kernline::test
