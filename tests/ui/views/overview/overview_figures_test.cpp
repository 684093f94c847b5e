// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/overview/overview_figures.h"

#include "tests/support/open_file.h"
#include "tests/support/test_files.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace kernline::ui {
namespace {

TEST(OverviewFigures, countTheGapsOfEachCauseOfEachDevice) {
  for (const char* file : {"h200-profiler-steps.json.gz", "h200-cuda-graph.json.gz"}) {
    const auto figures =
        makeOverviewFigures(load(test::fixture(file)).value(), std::make_shared<const FoundSteps>(), std::nullopt, {})
            .value();
    ASSERT_FALSE(figures->devices.empty());
    for (const DeviceFigures& device : figures->devices) {
      for (std::size_t c = 0; c < idleCauseCount; ++c) {
        const auto cause = static_cast<IdleCause>(c);
        const auto counted = std::ranges::count(device.idle.intervals, cause, &IdleInterval::cause);
        EXPECT_EQ(device.gaps[c].count, static_cast<std::uint64_t>(counted));
        EXPECT_EQ(device.gaps[c].longest, device.idle.longest(cause));
      }
    }
  }
}

TEST(OverviewFigures, addUpWhatTheHostWasInToItsGaps) {
  const auto figures = makeOverviewFigures(load(test::fixture("h200-profiler-steps.json.gz")).value(),
                                           std::make_shared<const FoundSteps>(), std::nullopt, {})
                           .value();
  const DeviceFigures& device = figures->devices.front();
  ASSERT_FALSE(device.hostCauses.empty());
  Duration total;
  for (const HostCause& cause : device.hostCauses) {
    total += cause.total;
    EXPECT_GE(cause.longest, device.idle.intervals.data());
    EXPECT_LT(cause.longest, device.idle.intervals.data() + device.idle.intervals.size());
  }
  EXPECT_EQ(total, device.idle.of(IdleCause::HostBound));
}

}  // namespace
}  // namespace kernline::ui
