// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/memory_comparison.h"

#include <gtest/gtest.h>

#include <memory>
#include <random>

namespace kernline {
namespace {

using Change = std::pair<std::int64_t, std::int64_t>;

void addDevice(MemoryHistory& history, std::initializer_list<Change> changes, std::string title = "GPU 0",
               std::int32_t number = 0, std::int32_t rank = -1) {
  MemoryDevice device;
  device.title = std::move(title);
  device.device = number;
  device.rank = rank;
  for (const auto& [time, bytes] : changes) {
    device.allocated.add({time}, bytes);
  }
  history.devices.push_back(std::move(device));
}

TEST(MemoryComparison, isOtherLessBaseAtEveryChangeOfEither) {
  MemoryHistory base;
  base.bounds = {{1000}, {1100}};
  addDevice(base, {{1000, 10}, {1020, 50}, {1040, 20}});
  MemoryHistory other;
  other.bounds = {{5000}, {5080}};
  addDevice(other, {{5000, 15}, {5010, 30}, {5040, 90}, {5060, 5}});
  const MemoryComparison comparison = compareMemory(base, 0, other, 0);
  EXPECT_EQ(comparison.origin, MemoryComparison::Origin::FirstSample);
  EXPECT_EQ(comparison.shared, (TimeRange{{0}, {80}}));
  EXPECT_EQ(comparison.difference.times, (std::vector<Time>{{0}, {10}, {20}, {40}, {60}}));
  EXPECT_EQ(comparison.difference.bytes, (std::vector<std::int64_t>{5, 20, -20, 70, -15}));
  EXPECT_EQ(comparison.peakDifference(), 40);
  EXPECT_EQ(comparison.furthest(), 3U);
}

TEST(MemoryComparison, putsTheFirstStepsAboveEachOther) {
  MemoryHistory base;
  base.bounds = {{0}, {300}};
  base.marks = {{StringId::empty, {{100}, {200}}}};
  addDevice(base, {{0, 7}, {100, 20}});
  MemoryHistory other;
  other.bounds = {{0}, {900}};
  other.marks = {{StringId::empty, {{500}, {600}}}};
  addDevice(other, {{450, 9}, {510, 60}});
  const MemoryComparison comparison = compareMemory(base, 0, other, 0);
  EXPECT_EQ(comparison.origin, MemoryComparison::Origin::FirstStep);
  EXPECT_EQ(comparison.base.marks.front().begin, Time{0});
  EXPECT_EQ(comparison.other.marks.front().begin, Time{0});
  EXPECT_EQ(comparison.shared, (TimeRange{{-50}, {200}}));
  EXPECT_EQ(comparison.difference.times, (std::vector<Time>{{-50}, {0}, {10}}));
  EXPECT_EQ(comparison.difference.bytes, (std::vector<std::int64_t>{2, -11, 40}));
}

TEST(MemoryComparison, goesByTheFirstSamplesWhereOneMarksNoSteps) {
  MemoryHistory base;
  base.bounds = {{0}, {100}};
  base.marks = {{StringId::empty, {{50}, {60}}}};
  addDevice(base, {{10, 1}});
  MemoryHistory other;
  other.bounds = {{0}, {100}};
  addDevice(other, {{70, 4}});
  const MemoryComparison comparison = compareMemory(base, 0, other, 0);
  EXPECT_EQ(comparison.origin, MemoryComparison::Origin::FirstSample);
  EXPECT_EQ(comparison.shared, (TimeRange{{0}, {30}}));
  EXPECT_EQ(comparison.difference.bytes, (std::vector<std::int64_t>{3}));
}

TEST(MemoryComparison, hasNoDifferenceWhereNothingIsShared) {
  MemoryHistory base;
  base.bounds = {{0}, {10}};
  addDevice(base, {{0, 5}});
  MemoryHistory other;
  addDevice(other, {});
  const MemoryComparison comparison = compareMemory(base, 0, other, 0);
  EXPECT_TRUE(comparison.difference.isEmpty());
  EXPECT_FALSE(comparison.furthest());
  EXPECT_EQ(comparison.peakDifference(), -5);
}

TEST(MemoryComparison, agreesWithAskingBothCurvesAtEveryNanosecond) {
  std::mt19937 random(3);
  std::uniform_int_distribution<std::int64_t> gap(1, 9);
  std::uniform_int_distribution<std::int64_t> bytes(0, 50);
  MemoryHistory runs[2];
  for (MemoryHistory& run : runs) {
    addDevice(run, {});
    Time time{gap(random)};
    for (int i = 0; i < 80; ++i, time = time + Duration{gap(random)}) {
      run.devices[0].allocated.add(time, bytes(random));
    }
    run.bounds = {{0}, time};
  }
  const MemoryComparison comparison = compareMemory(runs[0], 0, runs[1], 0);
  for (Time time = comparison.shared.begin; time < comparison.shared.end; time = time + Duration{1}) {
    EXPECT_EQ(comparison.difference.at(time),
              *comparison.other.allocated.at(time) - *comparison.base.allocated.at(time));
  }
}

TEST(MatchDevices, goesByNumberAndRankAndThenByTitle) {
  MemoryHistory base;
  addDevice(base, {}, "rank 0 · GPU 0", 0, 0);
  addDevice(base, {}, "rank 1 · GPU 1", 1, 1);
  addDevice(base, {}, "CPU", -1, 0);
  MemoryHistory other;
  addDevice(other, {}, "CPU", -1);
  addDevice(other, {}, "GPU 1", 1);
  addDevice(other, {}, "GPU 1 · other rank", 1, 3);
  const std::vector<std::pair<std::size_t, std::size_t>> expected{{1, 1}, {2, 0}};
  EXPECT_EQ(matchDevices(base, other), expected);
}

}  // namespace
}  // namespace kernline
