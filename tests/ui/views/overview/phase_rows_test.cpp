// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/overview/phase_rows.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

namespace kernline::ui {
namespace {

using Phases = std::vector<PhaseSum>;

std::string cell(const TableRows& rows, std::size_t row, std::size_t column) {
  return rows.columns[column].text(row).toStdString();
}

TEST(PhaseRows, haveTheMemoryOfTheDeviceThatIsShown) {
  const auto phases = std::make_shared<const Phases>(
      Phases{{.phase = StepPhase::Forward,
              .device = {2'000'000},
              .idle = {},
              .exposedCommunication = {3000},
              .launched = {},
              .memory = {{.rank = 0, .device = 0, .peakBytes = 2048, .medianChange = 1024, .steps = 3, .peaks = 0},
                         {.rank = 0, .device = 1, .peakBytes = 4096, .medianChange = -512, .steps = 3, .peaks = 2}}},
             {.phase = StepPhase::Other, .device = {}, .idle = {1000}, .exposedCommunication = {}, .launched = {}}});
  const TableRows ofSecond = phaseRows(phases, 1);
  ASSERT_EQ(ofSecond.count, 2U);
  ASSERT_EQ(ofSecond.columns.size(), 7U);
  EXPECT_EQ(cell(ofSecond, 0, 0), "Forward");
  EXPECT_EQ(cell(ofSecond, 0, 1), "2.000 ms");
  EXPECT_EQ(cell(ofSecond, 0, 2), "") << "it was never idle for it";
  EXPECT_EQ(cell(ofSecond, 0, 4), "4.000 KiB");
  EXPECT_EQ(cell(ofSecond, 0, 5), "-512 B");
  EXPECT_EQ(cell(ofSecond, 0, 6), "2 of 3 steps");
  EXPECT_EQ(cell(ofSecond, 1, 4), "") << "nothing is known";
  EXPECT_EQ(cell(phaseRows(phases, 0), 0, 6), "");
}

TEST(PhaseRows, haveNoMemoryWithoutRecords) {
  const auto phases = std::make_shared<const Phases>(
      Phases{{.phase = StepPhase::Decode, .device = {10}, .idle = {}, .exposedCommunication = {}, .launched = {}}});
  EXPECT_EQ(phaseRows(phases, 0).columns.size(), 3U);
  EXPECT_TRUE(hasPhases(*phases));
  EXPECT_FALSE(
      hasPhases({{.phase = StepPhase::Other, .device = {10}, .idle = {}, .exposedCommunication = {}, .launched = {}}}));
}

}  // namespace
}  // namespace kernline::ui
