// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/blocks/block_records.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace kernline::recorder {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr std::int64_t someTime = 1'795'685'904'979'000'000;  // ns since 1970: %globaltimer's numbers

kernline_blocks::Record recordOf(std::int64_t start, std::int64_t end, unsigned sm) {
  return {.startAndSm = static_cast<unsigned long long>(start) << 16U | sm,
          .end = static_cast<unsigned long long>(end)};
}

KernelRun runOf(std::int64_t start, std::int64_t end, int blocks) {
  KernelRun run;
  run.start = start;
  run.end = end;
  run.grid = {blocks, 1, 1};
  run.block = {64, 1, 1};
  return run;
}

std::vector<BlockTime> blocksFrom(std::int64_t start, std::int64_t each, std::uint32_t count) {
  std::vector<BlockTime> blocks;
  for (std::uint32_t i = 0; i < count; ++i) {
    blocks.push_back({.start = start, .end = start + each, .sm = i, .block = i});
  }
  return blocks;
}

TEST(BlockRecords, haveTheirTimesAndSm) {
  const std::vector<kernline_blocks::Record> records{
      recordOf(someTime, someTime + 4'000'000'000, 131), {}, recordOf(someTime + 32, someTime + 64, 0)};
  const std::vector<BlockTime> blocks = blocksOf(records);
  ASSERT_EQ(blocks.size(), 2U);
  EXPECT_EQ(blocks[0].start, someTime);
  EXPECT_EQ(blocks[0].end, someTime + 4'000'000'000);
  EXPECT_EQ(blocks[0].sm, 131U);
  EXPECT_EQ(blocks[1].block, 2U);
  EXPECT_EQ(blocks[1].start, someTime + 32);
}

TEST(BlockRecords, ofABlockThatDidNotEndAreLeftOut) {
  const std::vector<kernline_blocks::Record> records{recordOf(someTime, 0, 1)};
  EXPECT_THAT(blocksOf(records), IsEmpty());
}

TEST(RunsOfParts, areFoundByTheirBlocksAndTheirLength) {
  const std::vector<KernelRun> runs{runOf(1'000, 6'000, 3), runOf(7'000, 9'000, 2), runOf(10'000, 30'000, 3)};
  const std::vector<std::vector<BlockTime>> parts{
      blocksFrom(someTime + 9'300, 19'000, 3), blocksFrom(someTime + 6'100, 1'500, 2), {}};
  EXPECT_THAT(runsOfParts(parts, runs, 100),
              ElementsAre(std::optional<std::size_t>(2), std::optional<std::size_t>(1), std::nullopt));
}

TEST(RunsOfParts, takeTheLastOfLaunchesThatLookAlike) {
  const std::vector<KernelRun> runs{runOf(1'000, 6'000, 3), runOf(7'000, 12'000, 3)};
  const std::vector<std::vector<BlockTime>> parts{blocksFrom(someTime, 4'000, 3)};
  EXPECT_THAT(runsOfParts(parts, runs, 100), ElementsAre(std::optional<std::size_t>(1)));
}

TEST(RunsOfParts, mayHaveMoreBlocksThanTheBuffer) {
  const std::vector<KernelRun> runs{runOf(1'000, 6'000, 5)};
  const std::vector<std::vector<BlockTime>> parts{blocksFrom(someTime, 4'000, 3)};
  EXPECT_THAT(runsOfParts(parts, runs, 3), ElementsAre(std::optional<std::size_t>(0)));
  EXPECT_THAT(runsOfParts(parts, runs, 100), ElementsAre(std::nullopt));
}

TEST(RunClock, putsBlocksIntoTheMiddleOfTheirKernel) {
  const std::vector<BlockTime> blocks = blocksFrom(someTime, 4'000, 3);
  const RunClock clock(blocks, runOf(1'000, 6'000, 3));
  EXPECT_EQ(clock.at(someTime), 1'500);
  EXPECT_EQ(clock.at(someTime + 4'000), 5'500);
  const RunClock shorter(blocks, runOf(1'000, 4'968, 3));
  EXPECT_EQ(shorter.at(someTime), 1'000);  // a tick of %globaltimer beyond the record
  EXPECT_EQ(shorter.at(someTime + 4'000), 4'968);
}

TEST(Marks, lastUntilTheNextOneOfTheirWarp) {
  const KernelRun run = runOf(0, 100, 1);  // two warps
  const std::vector<BlockTime> blocks{{.start = someTime, .end = someTime + 1'000, .sm = 5, .block = 0}};
  std::vector<unsigned long long> marks(8);  // four a warp
  const auto markAt = [](std::int64_t time, unsigned phase) {
    return static_cast<unsigned long long>(someTime + time) << 16U | phase;
  };
  marks[0] = markAt(100, 1);
  marks[1] = markAt(300, 2);
  marks[4] = markAt(200, 7);
  const std::vector<MarkTime> found = marksOf(marks, blocks, run);
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[0].start, someTime + 100);
  EXPECT_EQ(found[0].end, someTime + 300);
  EXPECT_EQ(found[0].phase, 1U);
  EXPECT_EQ(found[1].end, someTime + 1'000);
  EXPECT_EQ(found[2].warp, 1U);
  EXPECT_EQ(found[2].phase, 7U);
}

}  // namespace
}  // namespace kernline::recorder
