// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/memory/memory_comparison.h"

#include "core/analysis/memory/step_alignment.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <random>
#include <string>

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
  EXPECT_EQ(comparison.alignment, MemoryAlignment::FirstSample);
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
  EXPECT_EQ(comparison.alignment, MemoryAlignment::FirstStep);
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
  EXPECT_EQ(comparison.alignment, MemoryAlignment::FirstSample);
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

/// A run of random changes and steps; work of no step's between some of them.
MemoryHistory runWithSteps(std::mt19937& random, std::size_t steps) {
  std::uniform_int_distribution<std::int64_t> length(1, 40);
  std::uniform_int_distribution<std::int64_t> between(0, 12);
  std::uniform_int_distribution<std::int64_t> gap(1, 9);
  std::uniform_int_distribution<std::int64_t> bytes(0, 1000);
  MemoryHistory run;
  Time at{20 + between(random)};
  for (std::size_t i = 0; i < steps; ++i) {
    const StringId name = run.strings.intern("ProfilerStep#" + std::to_string(7 * steps + i));
    run.marks.push_back({name, {at, at + Duration{length(random)}}});
    at = run.marks.back().range.end + Duration{random() % 3 == 0 ? 0 : between(random)};
  }
  run.bounds = {{0}, at + Duration{30}};
  addDevice(run, {});
  for (Time time{gap(random)}; time < run.bounds.end; time = time + Duration{gap(random)}) {
    run.devices[0].allocated.add(time, bytes(random));
  }
  return run;
}

/// Which moment of a run is shown at a time of the common axis, by walking from knot to knot.
std::int64_t momentAt(const std::vector<std::int64_t>& own, const std::vector<std::int64_t>& its, std::int64_t time,
                      bool stretches) {
  std::int64_t begin = 0;
  if (time < 0) {
    return own.front() + time;
  }
  for (std::size_t i = 0; i + 1 < own.size(); ++i) {
    const std::int64_t length = own[i + 1] - own[i];
    const std::int64_t room = std::max(length, its[i + 1] - its[i]);
    const std::int64_t into = time - begin;
    if (into < room) {
      const std::int64_t slower = ((into + 1) * length + room - 1) / room - 1;  // the last that has come by then
      return own[i] + (stretches ? slower : std::min(into, length - 1));
    }
    begin += room;
  }
  return own.back() + time - begin;
}

std::vector<std::int64_t> knotsOf(const MemoryHistory& run) {
  std::vector<std::int64_t> knots;
  for (const MemoryMark& mark : run.marks) {
    knots.push_back(mark.range.begin.ns);
    knots.push_back(mark.range.end.ns);
  }
  return knots;
}

TEST(MemoryComparison, laysEachStepOnItsCounterpartWithoutLosingAChange) {
  std::mt19937 random(5);
  for (int round = 0; round < 40; ++round) {
    const std::size_t steps = 1 + static_cast<std::size_t>(round) % 5;
    const MemoryHistory base = runWithSteps(random, steps);
    const MemoryHistory other = runWithSteps(random, steps);
    for (const MemoryAlignment alignment : {MemoryAlignment::EachStep, MemoryAlignment::StretchedSteps}) {
      const bool stretches = alignment == MemoryAlignment::StretchedSteps;
      const MemoryComparison comparison = compareMemory(base, 0, other, 0, alignment);
      ASSERT_EQ(comparison.alignment, alignment);
      EXPECT_EQ(comparison.alignedSteps, steps);
      EXPECT_EQ(comparison.base.allocated.bytes, base.devices[0].allocated.bytes);
      EXPECT_TRUE(std::ranges::is_sorted(comparison.other.allocated.times, std::ranges::less_equal{}));
      for (std::size_t i = 0; i < steps; ++i) {
        EXPECT_EQ(comparison.base.marks[i].begin, comparison.other.marks[i].begin);
      }
      ASSERT_FALSE(comparison.shared.isEmpty());
      for (Time time = comparison.shared.begin; time < comparison.shared.end; time = time + Duration{1}) {
        const Time ofBase{momentAt(knotsOf(base), knotsOf(other), time.ns, stretches)};
        const Time ofOther{momentAt(knotsOf(other), knotsOf(base), time.ns, stretches)};
        ASSERT_EQ(comparison.difference.at(time),
                  *other.devices[0].allocated.at(ofOther) - *base.devices[0].allocated.at(ofBase))
            << "round " << round << " at " << time.ns << " stretched " << stretches;
      }
    }
  }
}

TEST(MemoryComparison, stretchesAStepOfHoursWithoutLosingANanosecond) {
  constexpr std::int64_t hour = 3'600'000'000'000;
  MemoryHistory base;
  base.bounds = {{0}, {2 * hour}};
  base.marks = {{StringId::empty, {{0}, {hour}}}};
  addDevice(base, {{0, 1}, {hour - 2, 90}, {hour - 1, 3}});
  MemoryHistory other;
  other.bounds = {{0}, {3 * hour}};
  other.marks = {{StringId::empty, {{0}, {2 * hour + 1}}}};
  addDevice(other, {{0, 1}, {2 * hour, 4}});
  const MemoryComparison comparison = compareMemory(base, 0, other, 0, MemoryAlignment::StretchedSteps);
  EXPECT_EQ(comparison.base.allocated.times, (std::vector<Time>{{0}, {2 * hour - 4}, {2 * hour - 2}}));
  EXPECT_EQ(comparison.difference.bytes, (std::vector<std::int64_t>{0, -89, -2, 1}));
}

TEST(MemoryComparison, fallsBackToTheFirstStepWhereNoStepHasACounterpart) {
  MemoryHistory base;
  base.bounds = {{0}, {100}};
  base.marks = {{base.strings.intern("forward"), {{10}, {20}}}};
  addDevice(base, {{0, 1}});
  MemoryHistory other;
  other.bounds = {{0}, {100}};
  other.marks = {{other.strings.intern("warm-up"), {{30}, {40}}}};
  addDevice(other, {{0, 4}});
  EXPECT_EQ(compareMemory(base, 0, other, 0, MemoryAlignment::EachStep).alignment, MemoryAlignment::FirstStep);
  other.marks.clear();
  EXPECT_EQ(compareMemory(base, 0, other, 0, MemoryAlignment::EachStep).alignment, MemoryAlignment::FirstSample);
  EXPECT_EQ(compareMemory(base, 0, other, 0, MemoryAlignment::FirstSample).alignedSteps, 0U);
}

TEST(PairSteps, goByTheNameWithoutItsNumberAndPassOverWhatHasNoCounterpart) {
  MemoryHistory base;
  MemoryHistory other;
  const auto add = [](MemoryHistory& run, const char* name, std::int64_t begin, std::int64_t end) {
    run.marks.push_back({run.strings.intern(name), {{begin}, {end}}});
  };
  add(base, "step 3", 0, 10);
  add(base, "forward", 2, 5);  // inside the step
  add(base, "evaluate", 10, 30);
  add(base, "step 4", 30, 40);
  add(other, "warm-up", 0, 5);
  add(other, "step 8", 5, 9);
  add(other, "step 9", 12, 20);
  const std::vector<StepPair> pairs = pairSteps(base, other);
  ASSERT_EQ(pairs.size(), 2U);
  EXPECT_EQ(pairs[0].other, (TimeRange{{5}, {9}}));
  EXPECT_EQ(pairs[1].base, (TimeRange{{30}, {40}}));
  EXPECT_EQ(pairs[1].other, (TimeRange{{12}, {20}}));
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
