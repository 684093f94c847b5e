// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/memory/failed_allocation.h"

#include "tests/support/says.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace kernline {
namespace {

constexpr std::int64_t mib = std::int64_t{1} << 20;

/// Segments with free blocks of these sizes; the last record is at 100.
MemoryDevice deviceWithFree(const std::vector<std::int64_t>& free) {
  MemoryDevice device;
  device.allocated.add({0}, 0);
  device.allocated.add({100}, 50 * mib);
  std::int64_t bytes = 0;
  for (const std::int64_t size : free) {
    device.segmentBlocks.push_back({.bytes = size, .state = BlockState::Free});
    bytes += size;
  }
  device.segments.push_back({.bytes = bytes, .blockCount = static_cast<std::uint32_t>(free.size())});
  return device;
}

TEST(FailedAllocation, blamesFragmentationWhereEnoughWasFreeInPieces) {
  const FailedAllocation failed =
      failedAllocation(deviceWithFree({6 * mib, 4 * mib}), {.time = {100}, .bytes = 11 * mib, .deviceFree = mib});
  EXPECT_EQ(failed.segmentFree, 10 * mib);
  EXPECT_EQ(failed.largestFree, 6 * mib);
  EXPECT_EQ(failed.isFragmentation(), true);
  EXPECT_THAT(verdictOn(failed), test::says("fragmentation", "10.00 MiB", "6.000 MiB"));
}

TEST(FailedAllocation, acquitsItWhereTooLittleWasFree) {
  const FailedAllocation failed =
      failedAllocation(deviceWithFree({6 * mib, 4 * mib}), {.time = {100}, .bytes = 12 * mib, .deviceFree = mib});
  EXPECT_EQ(failed.isFragmentation(), false);
  EXPECT_THAT(verdictOn(failed), test::says("not-fragmentation", "10.00 MiB", "1.000 MiB", "12.00 MiB"));
}

TEST(FailedAllocation, knowsNothingOfAFailureThatTheProgramSurvived) {
  const FailedAllocation failed = failedAllocation(deviceWithFree({6 * mib}), {.time = {99}, .bytes = 12 * mib});
  EXPECT_EQ(failed.isFragmentation(), std::nullopt);
  EXPECT_TRUE(verdictOn(failed).isEmpty());
}

}  // namespace
}  // namespace kernline
