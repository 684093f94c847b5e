// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/runs/measured_rows.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

namespace kernline {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

RunSide measuredSide(double dramBytes, std::optional<double> occupancy) {
  KernelMetrics mean;
  mean.dramBytes = dramBytes;
  mean.occupancy = occupancy;
  return {.count = 3, .total = {}, .median = {}, .measured = MeasuredLaunches{.launches = 3, .mean = mean}};
}

TEST(MeasuredRows, tellHowEachFigureChanged) {
  const RunRow row{.name = "gemm", .sides = {measuredSide(2048, 0.5), measuredSide(1024, 0.75)}};
  const std::vector<MeasuredFigure> figures = measuredFigures(row);
  ASSERT_EQ(figures.size(), 2U);
  EXPECT_EQ(std::string_view(figures[0].name), "DRAM traffic");
  EXPECT_THAT(figures[0].values, ElementsAre("2.000 KiB", "1.000 KiB"));
  EXPECT_EQ(figures[0].change, "-50.0 %");
  EXPECT_EQ(std::string_view(figures[1].name), "achieved occupancy");
  EXPECT_THAT(figures[1].values, ElementsAre("50.0 %", "75.0 %"));
  EXPECT_EQ(figures[1].change, "+25.0 pp");
}

TEST(MeasuredRows, sayNothingOfAChangeThatIsNotKnown) {
  const RunRow onlyBase{.name = "gemm", .sides = {measuredSide(2048, std::nullopt), RunSide{}}};
  const std::vector<MeasuredFigure> figures = measuredFigures(onlyBase);
  ASSERT_EQ(figures.size(), 1U);
  EXPECT_THAT(figures[0].values, ElementsAre("2.000 KiB", ""));
  EXPECT_EQ(figures[0].change, "");
  const RunRow fromNothing{.name = "gemm", .sides = {measuredSide(0, 0.5), measuredSide(1024, std::nullopt)}};
  EXPECT_EQ(measuredFigures(fromNothing)[0].change, "");
  EXPECT_EQ(measuredFigures(fromNothing)[1].change, "");
  EXPECT_THAT(measuredFigures(RunRow{.name = "gemm", .sides = {RunSide{}, RunSide{}}}), IsEmpty());
}

}  // namespace
}  // namespace kernline
