// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/charts/ruler_ticks.h"

#include <gtest/gtest.h>

#include <set>

namespace kernline::ui {
namespace {

std::vector<std::string> labels(const RulerTicks& ruler) {
  std::vector<std::string> texts;
  for (const RulerTick& tick : ruler.ticks) {
    if (tick.isLabeled) {
      texts.push_back(tick.label);
    }
  }
  return texts;
}

TEST(RulerTicks, unitsFollowTheZoom) {
  EXPECT_EQ(labels(rulerTicks(TimeAxis({{-1}, {1000}}, 1000), {0}, 180))[1], "200 ns");
  EXPECT_EQ(labels(rulerTicks(TimeAxis({{-1}, {1'000'000}}, 1000), {0}, 180))[1], "200 µs");
  EXPECT_EQ(labels(rulerTicks(TimeAxis({{-1}, {1'000'000'000}}, 1000), {0}, 180))[1], "200 ms");
  EXPECT_EQ(labels(rulerTicks(TimeAxis({{-1}, {60'000'000'000}}, 1000), {0}, 180))[1], "20 s");
}

TEST(RulerTicks, ofWhatIsCountedAreNumbers) {
  const RulerTicks ruler = rulerTicks(TimeAxis({{5}, {30'005}}, 1000), {5}, 180, RulerUnit::Count);
  EXPECT_EQ(labels(ruler)[0], "10\u202f000");
  EXPECT_EQ(labels(ruler)[1], "20\u202f000");
  const std::int64_t far = 3'000'000'000;
  const RulerTicks late = rulerTicks(TimeAxis({{far}, {far + 1000}}, 1000), {0}, 180, RulerUnit::Count);
  EXPECT_TRUE(late.baseLabel.empty());
  EXPECT_EQ(labels(late)[0], "3\u202f000\u202f000\u202f200");
}

TEST(RulerTicks, timesCountFromTheTracesStart) {
  const std::int64_t epoch = 1'712'195'495'505'543'201;
  EXPECT_EQ(labels(rulerTicks(TimeAxis({{epoch}, {epoch + 1'000'000}}, 1000), {epoch}, 200)).front(), "200 µs");
}

TEST(RulerTicks, labelsAreNeverCloserThanAskedFor) {
  for (std::int64_t length = 200; length < 10'000'000'000'000; length = length * 17 / 10) {
    const RulerTicks ruler = rulerTicks(TimeAxis({{12'345}, {12'345 + length}}, 1500), {0}, 110);
    double before = -1e9;
    for (const RulerTick& tick : ruler.ticks) {
      if (tick.isLabeled) {
        EXPECT_GE(tick.x - before, 110 - 1e-6) << "in a view of " << length << " ns";
        before = tick.x;
      }
    }
    EXPECT_GE(labels(ruler).size(), 2U) << "in a view of " << length << " ns";
  }
}

TEST(RulerTicks, labelsNextToEachOtherDiffer) {
  for (std::int64_t length = 200; length < 100'000'000'000; length *= 3) {
    const RulerTicks ruler = rulerTicks(TimeAxis({{7'654'321'000}, {7'654'321'000 + length}}, 1500), {0}, 110);
    const std::vector<std::string> texts = labels(ruler);
    EXPECT_EQ(std::set<std::string>(texts.begin(), texts.end()).size(), texts.size());
  }
}

TEST(RulerTicks, farIntoATraceLabelsCountFromABase) {
  const RulerTicks ruler = rulerTicks(TimeAxis({{7'654'321'000}, {7'654'323'000}}, 1500), {0}, 110);
  EXPECT_EQ(ruler.baseLabel, "7.654320 s");
  EXPECT_EQ(labels(ruler).front(), "+1.2 µs");
}

TEST(RulerTicks, aTimeBeforeTheStartHasASign) {
  EXPECT_EQ(rulerLabel({-1500}, {500}), "−1.5 µs");
}

}  // namespace
}  // namespace kernline::ui
