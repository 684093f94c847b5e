// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/memory/block_stack.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace kernline {
namespace {

void sumUp(MemoryDevice& device) {
  std::map<Time, std::int64_t> changes;
  for (const MemoryBlock& block : device.blocks) {
    changes[block.begin] += block.bytes;
    if (block.end != MemoryBlock::never) {
      changes[block.end] -= block.bytes;
    }
  }
  std::int64_t sum = 0;
  for (const auto& [time, change] : changes) {
    sum += change;
    device.allocated.add(time, sum);
  }
}

MemoryDevice randomDevice(std::size_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_int_distribution<std::int64_t> gap(0, 5);
  std::uniform_int_distribution<std::int64_t> life(1, 400);
  std::uniform_int_distribution<std::int64_t> bytes(1, 1000);
  MemoryDevice device;
  Time time{100};
  for (std::size_t i = 0; i < count; ++i) {
    time = time + Duration{gap(random)};
    const bool stays = i % 97 == 0;
    device.blocks.push_back(
        {.begin = time, .end = stays ? MemoryBlock::never : time + Duration{life(random)}, .bytes = bytes(random)});
  }
  sumUp(device);
  return device;
}

BlockStack stackOf(const MemoryDevice& device, TimeRange range, std::size_t columns, std::int64_t minBytes) {
  return stackBlocks(device, BlockPyramid(device.blocks), CurvePyramid(device.allocated.bytes), range, columns,
                     minBytes);
}

TEST(BlockPyramid, findsWhatAWalkOverAllFinds) {
  const MemoryDevice device = randomDevice(3000, 5);
  const BlockPyramid pyramid(device.blocks);
  for (std::size_t first = 0; first < device.blocks.size(); first += 211) {
    for (std::size_t last = first; last <= device.blocks.size(); last += 173) {
      const Time time = device.blocks[first].begin + Duration{150};
      std::vector<std::uint32_t> found;
      pyramid.collect(device.blocks, first, last, time, 600, found);
      std::vector<std::uint32_t> expected;
      for (std::size_t i = first; i < last; ++i) {
        if (device.blocks[i].end > time && device.blocks[i].bytes >= 600) {
          expected.push_back(static_cast<std::uint32_t>(i));
        }
      }
      EXPECT_EQ(found, expected);
    }
  }
}

TEST(BlockStack, showsInEveryColumnWhatWasAliveAtItsPeakAndAddsUpToTheCurve) {
  const MemoryDevice device = randomDevice(4000, 9);
  const TimeRange range{{500}, {9000}};
  const BlockStack stack = stackOf(device, range, 130, 400);
  ASSERT_EQ(stack.columns.size(), 130U);
  for (const StackColumn& column : stack.columns) {
    EXPECT_EQ(column.total, device.allocated.at(column.moment));
    std::vector<std::uint32_t> expected;
    std::int64_t small = 0;
    for (std::uint32_t i = 0; i < device.blocks.size(); ++i) {
      if (device.blocks[i].isLiveAt(column.moment)) {
        device.blocks[i].bytes >= 400 ? expected.push_back(i) : void(small += device.blocks[i].bytes);
      }
    }
    std::vector<std::uint32_t> shown;
    std::int64_t below = 0;
    for (const StackedBlock& block : stack.of(column)) {
      EXPECT_EQ(block.below, below);
      below += device.blocks[block.block].bytes;
      shown.push_back(block.block);
    }
    EXPECT_EQ(shown, expected);
    EXPECT_EQ(column.others, small);
    EXPECT_EQ(below + small, column.total);
  }
}

TEST(BlockStack, keepsABlockOfANanosecondThatMakesAPeak) {
  MemoryDevice device;
  device.blocks = {{.begin = {0}, .bytes = 100}, {.begin = {500'001}, .end = {500'002}, .bytes = 4000}};
  sumUp(device);
  const BlockStack stack = stackOf(device, {{0}, {1'000'000}}, 10, 50);
  EXPECT_EQ(stack.columns[5].moment, Time{500'001});
  EXPECT_EQ(stack.columns[5].count, 2U);
  EXPECT_EQ(stack.columns[4].count, 1U);
  EXPECT_EQ(stack.blockAt(device, 5, 4099), 1U);
  EXPECT_EQ(stack.blockAt(device, 5, 99), 0U);
}

TEST(BlockStack, putsWhatIsSmallAndWhatNoBlockIsKnownOfAmongTheOthers) {
  MemoryDevice device;
  device.blocks = {{.begin = {0}, .bytes = 10}, {.begin = {5}, .end = {8}, .bytes = 70}};
  device.allocated.add({2}, 35);  // 25 of these nobody knows
  device.allocated.add({5}, 105);
  device.allocated.add({8}, 35);
  const BlockStack stack = stackOf(device, {{0}, {10}}, 5, 20);
  EXPECT_EQ(stack.columns[0].total, 0);  // nothing before the first value
  EXPECT_EQ(stack.columns[1].others, 35);
  EXPECT_EQ(stack.columns[2].count, 1U);
  EXPECT_EQ(stack.columns[2].others, 35);
  EXPECT_EQ(stack.blockAt(device, 2, 69), 1U);
  EXPECT_FALSE(stack.blockAt(device, 2, 70));
  EXPECT_FALSE(stack.blockAt(device, 99, 0));
}

}  // namespace
}  // namespace kernline
