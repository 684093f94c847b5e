// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/analysis/counters/sampled_device.h"
#include "ui/views/overview/overview_figures.h"
#include "ui/views/overview/overview_lines.h"

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <stop_token>
#include <string>

namespace kernline::ui {
namespace {

std::string idleSentenceOf(const test::SampledDevice& device, const std::optional<TimeRange>& range = {}) {
  const auto figures =
      makeOverviewFigures(device.trace(), std::make_shared<const FoundSteps>(), range, std::stop_token());
  return figures ? idleSentence(**figures, figures.value()->devices.at(0)).toStdString() : std::string();
}

TEST(IdleSentence, saysThatCountersShowWork) {
  test::SampledDevice device;
  device.kernel("first", 0, 100).kernel("second", 1000, 100).use(0, 100, 0).use(110, 0, 0).use(310, 40, 0);
  device.use(510, 0, 0).use(1010, 100, 0).use(1110, 0, 0);
  const std::string said = "Counters show activity in 200.0 µs of 788.0 µs of sampled idle time";
  EXPECT_NE(idleSentenceOf(device).find(said), std::string::npos) << idleSentenceOf(device);
  EXPECT_EQ(idleSentenceOf(device, TimeRange{Time{0}, Time{400'000}}).find("Counters"), std::string::npos)
      << "they are counted for the whole trace";
  EXPECT_EQ(idleSentenceOf(test::SampledDevice().kernel("first", 0, 100).kernel("second", 1000, 100)).find("Counters"),
            std::string::npos);
}

TEST(IdleSentence, saysHowIdleTheDeviceIsWithoutTheProfiler) {
  const auto figures =
      makeOverviewFigures(test::SampledDevice().kernel("first", 0, 100).kernel("second", 900, 100).trace(),
                          std::make_shared<const FoundSteps>(), {}, std::stop_token());
  ASSERT_TRUE(figures);
  const DeviceFigures& device = figures.value()->devices.at(0);
  DeviceIdle without;
  without.window = {Time{0}, Time{250'000}};
  without.idle = {50'000};
  const std::string said = idleSentence(**figures, device, &without).toStdString();
  EXPECT_NE(said.find("About 20.0 % without the profiler."), std::string::npos) << said;
  EXPECT_EQ(idleSentence(**figures, device).toStdString().find("profiler"), std::string::npos);
}

}  // namespace
}  // namespace kernline::ui
