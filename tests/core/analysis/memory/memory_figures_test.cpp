// SPDX-License-Identifier: GPL-3.0-or-later
// What is worked out of a history for a person: stacked categories, segments, groups of chosen blocks.
#include "core/analysis/memory/live_set.h"
#include "core/analysis/memory/segment_figures.h"
#include "core/analysis/memory/span_blocks.h"
#include "core/analysis/memory/stacked_curves.h"
#include "core/analysis/memory/trace_memory.h"
#include "tests/support/open_file.h"
#include "tests/support/test_files.h"

#include <gtest/gtest.h>

#include <numeric>

namespace kernline {
namespace {

TEST(StackedCurves, addUpToTheSumOfAllCategoriesAtEveryChange) {
  std::vector<MemoryCategory> categories(3);
  categories[0].curve.add({0}, 5);
  categories[0].curve.add({10}, 7);
  categories[1].curve.add({5}, 100);
  categories[2].curve.add({10}, 1000);
  categories[2].curve.add({20}, 0);
  const auto stacked = stackedCurves(categories);
  ASSERT_EQ(stacked.size(), 3U);
  for (const std::int64_t time : {0, 5, 7, 10, 19, 20, 30}) {
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      sum += categories[i].curve.at({time}).value_or(0);
      if (const auto edge = stacked[i].at({time})) {
        EXPECT_EQ(*edge, sum) << time << " " << i;
      }
    }
  }
  EXPECT_EQ(stacked[2].at({10}), 1107);
  EXPECT_TRUE(stackedCurves({}).empty());
}

TEST(SegmentFigures, tellTheLargestFreeBlockAndWhatRoundingCosts) {
  MemoryDevice device;
  device.segments = {{.address = 0, .bytes = 100}, {.address = 200, .bytes = 60}};
  device.segmentBlocks = {{.address = 0, .bytes = 50, .requested = 41, .state = BlockState::Allocated},
                          {.address = 50, .bytes = 30, .state = BlockState::Free},
                          {.address = 80, .bytes = 20, .requested = 20, .state = BlockState::AwaitingFree},
                          {.address = 200, .bytes = 60, .state = BlockState::Free}};
  const SegmentFigures figures = segmentFigures(device);
  EXPECT_EQ(figures.reserved, 160);
  EXPECT_EQ(figures.allocated, 50);
  EXPECT_EQ(figures.awaiting, 20);
  EXPECT_EQ(figures.free, 90);
  EXPECT_EQ(figures.largestFreeBlock, 60);
  EXPECT_EQ(figures.freeBlocks, 2U);
  EXPECT_EQ(figures.rounding, 9);
  EXPECT_NEAR(figures.fragmentation(), 1.0 / 3, 1e-9);
}

TEST(SegmentFigures, sayNothingOfRoundingWhereNoBlockSaysWhatWasAskedFor) {
  MemoryDevice device;
  device.segments = {{.bytes = 10}};
  device.segmentBlocks = {{.bytes = 10, .state = BlockState::Allocated}};
  EXPECT_EQ(segmentFigures(device).rounding, std::nullopt);
  EXPECT_EQ(segmentFigures(device).fragmentation(), 0);
}

TEST(SegmentFigures, addUpToWhatASnapshotReserves) {
  const auto document = openDocument(test::shared("h200/memory_snapshot.pickle"));
  ASSERT_TRUE(document);
  const auto& history = *std::get<std::shared_ptr<const MemoryHistory>>(*document);
  for (const MemoryDevice& device : history.devices) {
    const SegmentFigures figures = segmentFigures(device);
    EXPECT_EQ(figures.allocated + figures.awaiting + figures.free, figures.reserved) << device.title;
  }
}

class Chosen : public ::testing::Test {
 protected:
  void SetUp() override {
    m_mm = m_history.strings.intern("aten::mm");
    m_device.blocks = {{.begin = {0}, .bytes = 8, .isOlder = true},
                       {.begin = {1}, .bytes = 4, .op = m_mm},
                       {.begin = {2}, .bytes = 16, .op = m_mm},
                       {.begin = {3}, .bytes = 2}};
  }

  MemoryHistory m_history;
  MemoryDevice m_device;
  StringId m_mm = StringId::empty;
};

TEST_F(Chosen, areGroupedAndAddUpToThemselvesAlone) {
  const std::vector<std::uint32_t> blocks{0, 2, 3};
  const LiveSet set = groupedBlocks(m_history, m_device, blocks, MemoryGrouping::Op);
  EXPECT_EQ(set.bytes, 26);
  ASSERT_EQ(set.groups.size(), 3U);
  EXPECT_EQ(set.groups[0].name, "aten::mm");
  EXPECT_EQ(set.groups[0].count, 1U);
  EXPECT_EQ(set.groups[0].largestBlock, 2U);
}

TEST_F(Chosen, areSharedOutAmongTheGroupsSoThatEachIsInOne) {
  const std::vector<std::uint32_t> blocks{2, 0, 1, 3};
  for (const MemoryGrouping grouping : {MemoryGrouping::Op, MemoryGrouping::Place, MemoryGrouping::Phase,
                                        MemoryGrouping::Size, MemoryGrouping::Stack}) {
    std::vector<std::uint32_t> all;
    for (const LiveGroup& group : groupedBlocks(m_history, m_device, blocks, grouping).groups) {
      const auto of = blocksOf(group, m_device, blocks, grouping);
      EXPECT_EQ(of.size(), group.count);
      EXPECT_EQ(std::accumulate(of.begin(), of.end(), std::int64_t{0},
                                [&](std::int64_t sum, std::uint32_t i) { return sum + m_device.blocks[i].bytes; }),
                group.bytes);
      all.insert(all.end(), of.begin(), of.end());
    }
    std::ranges::sort(all);
    EXPECT_EQ(all, (std::vector<std::uint32_t>{0, 1, 2, 3}));
  }
}

constexpr auto traceWithMemory =
    R"([{"ph":"X","cat":"cpu_op","name":"outer","pid":1,"tid":1,"ts":0,"dur":100},
{"ph":"X","cat":"cpu_op","name":"aten::mm","pid":1,"tid":1,"ts":10,"dur":20},
{"ph":"X","cat":"cpu_op","name":"aten::add","pid":1,"tid":1,"ts":40,"dur":20},
{"ph":"i","cat":"cpu_instant_event","name":"[memory]","s":"t","pid":1,"tid":1,"ts":15,
 "args":{"Total Reserved":4096,"Total Allocated":512,"Bytes":512,"Addr":1000,"Device Id":0,"Device Type":1}},
{"ph":"i","cat":"cpu_instant_event","name":"[memory]","s":"t","pid":1,"tid":1,"ts":45,
 "args":{"Total Reserved":4096,"Total Allocated":1536,"Bytes":1024,"Addr":3000,"Device Id":0,"Device Type":1}}])";

TEST(BlocksMadeBy, areThoseOfASpanAndOfWhatItCalls) {
  const test::TemporaryFile file(traceWithMemory);
  const auto document = openDocument(file.path());
  ASSERT_TRUE(document);
  const Trace& trace = *std::get<std::shared_ptr<const Trace>>(*document);
  EXPECT_TRUE(hasMemoryData(trace));
  const auto history = traceMemory(trace);
  ASSERT_EQ(history->devices.size(), 1U);
  const MemoryDevice& device = history->devices.front();
  ASSERT_EQ(device.blocks.size(), 2U);
  const auto named = [&](std::string_view name) {
    for (std::uint32_t i = 0; i < trace.spanCount(); ++i) {
      if (trace.nameText(SpanId{i}) == name) {
        return SpanId{i};
      }
    }
    return SpanId::none;
  };
  EXPECT_EQ(blocksMadeBy(trace, device, named("outer")), (std::vector<std::uint32_t>{1, 0}));
  EXPECT_EQ(blocksMadeBy(trace, device, named("aten::mm")), (std::vector<std::uint32_t>{0}));
  EXPECT_EQ(blocksMadeBy(trace, device, named("aten::add")), (std::vector<std::uint32_t>{1}));
}

TEST(TellsOfMemory, isFalseForATraceWithoutRecordsOrCounters) {
  const test::TemporaryFile file(R"([{"ph":"X","name":"a","pid":1,"tid":1,"ts":0,"dur":1}])");
  const auto document = openDocument(file.path());
  ASSERT_TRUE(document);
  EXPECT_FALSE(hasMemoryData(*std::get<std::shared_ptr<const Trace>>(*document)));
}

}  // namespace
}  // namespace kernline
